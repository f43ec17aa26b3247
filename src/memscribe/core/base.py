"""The base of every value in core."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen value that refuses unknown fields, so that a misspelt key is an error and not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
