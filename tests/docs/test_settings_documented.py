"""Every setting stands in the reference, with its variable and its default."""

import re
from pathlib import Path

from pydantic import BaseModel

from memscribe.config import Settings

PAGE = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text(encoding="utf-8")


def names(model: type[BaseModel], before: str = "") -> list[str]:
    found: list[str] = []
    for name, field in model.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, BaseModel):
            found += names(section, f"{before}{name}.")
        else:
            found.append(before + name)
    return found


def test_every_setting_and_no_other_is_documented() -> None:
    rows = re.findall(r"^\| `([a-z_.]+)` \| `(MEMSCRIBE_[A-Z_]+)`", PAGE, re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(names(Settings))
    assert all(variable == "MEMSCRIBE_" + name.replace(".", "_").upper() for name, variable in rows)
