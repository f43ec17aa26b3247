"""Documents execute: every Python example in README and docs runs as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^```python( notest)?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> list[object]:
    found = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for match in _FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 2
            name = f"{document.relative_to(ROOT)}:{line}"
            if not match[1]:
                found.append(pytest.param(match[2], id=name))
    return found


@pytest.mark.parametrize("code", examples())
def test_example_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMSCRIBE_DATA_DIR", str(tmp_path))
    exec(compile(code, "example", "exec"), {"__name__": "__main__"})  # noqa: S102


def test_relative_links_lead_somewhere() -> None:
    for document in [*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "AGENTS.md"]:
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
