"""Settings: flag over environment over file over default, and errors that name the setting."""

from pathlib import Path

import pytest

from memscribe.config import load_settings
from memscribe.core.errors import ConfigError


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("MEMSCRIBE_CONFIG_FILE", str(tmp_path / "config.toml"))
    monkeypatch.delenv("MEMSCRIBE_DATA_DIR", raising=False)


def write(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")


def test_defaults_need_nothing() -> None:
    settings = load_settings()
    assert settings.writer.name == "rules"
    assert settings.store_path.endswith("memory.db")
    assert settings.encoder.kind == "builtin"


def test_a_flag_beats_the_environment_which_beats_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write(tmp_path, '[writer]\nname = "file"\n[store]\npath = "file.db"\nbusy_timeout_s = 1.5\n')
    assert load_settings().writer.name == "file"
    monkeypatch.setenv("MEMSCRIBE_WRITER_NAME", "environment")
    monkeypatch.setenv("MEMSCRIBE_STORE_PATH", "environment.db")
    settings = load_settings()
    assert (settings.writer.name, settings.store_path) == ("environment", "environment.db")
    settings = load_settings(writer={"name": "flag"})
    assert settings.writer.name == "flag"
    assert settings.store.busy_timeout_s == 1.5


def test_the_data_folder_holds_the_default_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEMSCRIBE_DATA_DIR", str(tmp_path))
    assert load_settings().store_path == str(tmp_path / "memory.db")


def test_tools_are_given_origins_in_the_file(tmp_path: Path) -> None:
    write(tmp_path, '[origin.tools]\n"bash" = "tool_internal"\n"web_*" = "web"\n')
    assert load_settings().origin.tools == {"bash": "tool_internal", "web_*": "web"}


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ("[writer]\nnmae = 'x'\n", "writer.nmae"),
        ("[store]\nbusy_timeout_s = -1\n", "store.busy_timeout_s"),
        ("[origin.tools]\nbash = 'trusted'\n", "origin.tools.bash"),
        ("[store]\nbusy_timeout_s = inf\n", "store.busy_timeout_s"),
        ("[encoder]\nkind = 'gpu'\n", "encoder.kind"),
        ("not toml at all", "config.toml"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, toml: str, named: str) -> None:
    write(tmp_path, toml)
    with pytest.raises(ConfigError, match=named):
        load_settings()


def test_a_bad_variable_is_named_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMSCRIBE_ENCODER_THREADS", "many")
    with pytest.raises(ConfigError, match="MEMSCRIBE_ENCODER_THREADS"):
        load_settings()
    monkeypatch.setenv("MEMSCRIBE_ENCODER_APIKEY", "sk-not-shown")
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert "sk-not-shown" not in str(caught.value)
    monkeypatch.delenv("MEMSCRIBE_ENCODER_APIKEY")
    monkeypatch.setenv("MEMSCRIBE_ENCODER_THREADS", "2")
    monkeypatch.setenv("MEMSCRIBE_ENCODER_API_KEY", "sk-not-shown")
    assert "sk-not-shown" not in repr(load_settings())


def test_a_named_file_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEMSCRIBE_CONFIG_FILE", str(tmp_path / "nope.toml"))
    with pytest.raises(ConfigError, match=r"nope\.toml"):
        load_settings()
