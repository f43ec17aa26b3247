"""JSON Lines files of one model a line, with errors that name the file and the line."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from memscribe.core.errors import InputError


class Line(BaseModel):
    """One line of an evaluation file: keys that we do not know are welcome and ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def _moment(value: object) -> object:
    """Read ISO 8601 times and dates; without a zone they are UTC."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as error:
            raise ValueError(f"expected an ISO 8601 date or time, got {value!r}") from error
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if isinstance(value, datetime) and value.tzinfo is None:
        value = value.replace(tzinfo=UTC)
    if isinstance(value, datetime):
        try:
            value.astimezone(UTC)
        except OverflowError as error:
            raise ValueError("expected a time that UTC can say (years 1 to 9999)") from error
    return value


Moment = Annotated[datetime, BeforeValidator(_moment)]
"""An aware datetime; dates and times without a zone are read as UTC."""

LineT = TypeVar("LineT", bound=Line)


def read_lines(path: Path, model: type[LineT]) -> tuple[LineT, ...]:
    """Read a JSON Lines file.

    Args:
        path: The file; blank lines are skipped.
        model: What each line is.

    Returns:
        The lines, in order, at least one.

    Raises:
        InputError: The file cannot be read, or a line is not what was expected; names file and line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8, got bytes that are not, at offset {error.start}") from error
    except OSError as error:
        raise InputError(f"{path}: expected a readable JSON Lines file, got: {error.strerror}") from error
    # not splitlines(): U+2028 and its kin may stand unescaped inside a JSON string
    read = tuple(
        _line(line, f"{path}:{number}", model) for number, line in enumerate(text.split("\n"), 1) if line.strip()
    )
    if not read:
        raise InputError(f"{path}: expected at least one line, got an empty file")
    return read


def _line(line: str, where: str, model: type[LineT]) -> LineT:
    try:
        value = json.loads(line)
        json.dumps(value, ensure_ascii=False).encode()  # results repeat ids and texts: half characters cannot be
        return model.model_validate(value)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: expected JSON, got: {error.msg} at column {error.colno}") from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        # our own checks say themselves what came
        got = "" if first["type"] == "value_error" else f", got {str(first['input'])[:60]!r}"
        raise InputError(f"{where}: {field}: {first['msg'].removeprefix('Value error, ')}{got}") from error
    except RecursionError as error:
        raise InputError(f"{where}: expected JSON, got one that is nested too deeply to read") from error
    except UnicodeEncodeError as error:
        raise InputError(f"{where}: expected text, got a lone surrogate (half a character)") from error
    except ValueError as error:  # a number of too many digits
        raise InputError(f"{where}: expected JSON: {error}") from error
