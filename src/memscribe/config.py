"""Settings: flag > MEMSCRIBE_<SECTION>_<NAME> > TOML file > default. The only reader of the environment."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from memscribe.core.errors import ConfigError
from memscribe.core.origin import Origin


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StoreSettings(_Section):
    """Where memories are kept.

    Args:
        path: The database file (default: ``memory.db`` in the data folder; ``:memory:`` keeps nothing).
        busy_timeout_s: How long a write waits for another process, in seconds.
    """

    path: str | None = None
    busy_timeout_s: float = Field(default=10.0, gt=0, le=3600)


class WriterSettings(_Section):
    """Who proposes what to write."""

    name: str = "rules"


class EncoderSettings(_Section):
    """What turns texts into vectors.

    Args:
        kind: ``builtin``: the shipped ONNX encoder. ``openai``: an OpenAI-compatible embeddings endpoint.
            ``none``: no vectors, search is lexical.
        threads: Threads of the built-in encoder.
        base_url: The endpoint up to and without ``/embeddings``.
        api_key: Its key, if it wants one.
        model: The model's name there.
        timeout_s: How long one call may take, in seconds.
    """

    kind: Literal["builtin", "openai", "none"] = "builtin"
    threads: int = Field(default=1, ge=1, le=64)
    base_url: str | None = None
    api_key: SecretStr | None = None
    model: str | None = None
    timeout_s: float = Field(default=30.0, gt=0, le=3600)


class OriginSettings(_Section):
    """Who may be believed as what.

    Args:
        system_is_operator: Whether system messages speak for the operator (default: they do not).
        tools: Origin of a tool's results by tool name; ``*`` matches anything. Unlisted: ``tool_external``.
    """

    system_is_operator: bool = False
    tools: Mapping[str, Origin] = Field(default_factory=dict)


def _config_file() -> Path:
    named = os.environ.get("MEMSCRIBE_CONFIG_FILE")
    if named and not Path(named).is_file():
        raise ConfigError(f"MEMSCRIBE_CONFIG_FILE names {named}, but there is no such file: make it, or unset it")
    return Path(named or platformdirs.user_config_path("memscribe") / "config.toml")


class Settings(BaseSettings):
    """All settings.

    Args:
        data_dir: Where data lives (default: the platform's data folder for memscribe).
    """

    model_config = SettingsConfigDict(
        env_prefix="MEMSCRIBE_",
        env_nested_delimiter="_",
        env_nested_max_split=1,
        extra="forbid",
        frozen=True,
    )

    data_dir: Path = Field(default_factory=lambda: platformdirs.user_data_path("memscribe"))
    store: StoreSettings = StoreSettings()
    writer: WriterSettings = WriterSettings()
    encoder: EncoderSettings = EncoderSettings()
    origin: OriginSettings = OriginSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read flags, then the environment, then the TOML file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=_config_file())

    @property
    def store_path(self) -> str:
        """The database that is used when none is named."""
        return self.store.path or str(self.data_dir / "memory.db")


def load_settings(**flags: object) -> Settings:
    """Read the settings.

    Args:
        flags: Values that win over environment and file, e.g. ``writer={"name": "rules"}``.

    Raises:
        ConfigError: A value cannot be used; the message names it.
    """
    try:
        return Settings(**flags)  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        came = "" if where.startswith("encoder") else f", got {first['input']!r}"  # it may be a key
        raise ConfigError(
            f"setting {where}: {first['msg']}{came} (flag, MEMSCRIBE_"
            f"{'_'.join(str(part) for part in first['loc']).upper()} or {_config_file()})"
        ) from error
    except (SettingsError, ValueError, OSError) as error:
        raise ConfigError(
            f"settings could not be read from the environment or {_config_file()}: {error}"
        ) from error
