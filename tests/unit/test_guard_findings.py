"""The reference of findings and the code agree, and every message speaks to a person."""

import re
from pathlib import Path

from memscribe.guard.findings import CODES, finding

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `(\w+)` \| (accept|hold|reject|reject or hold) \| (.+) \| (.+) \|$", re.MULTILINE)
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "src/memscribe/guard").glob("*.py")}


def test_every_code_is_documented_once_and_no_other() -> None:
    """What it means and what to do."""
    rows = ROW.findall((ROOT / "docs/reference/findings.md").read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == list(CODES)
    assert all(len(row[2]) > 20 and row[3] for row in rows)


def test_every_code_is_raised_somewhere() -> None:
    """A code that no check uses would be a promise nobody keeps."""
    used = "\n".join(text for name, text in SOURCES.items() if name != "findings.py")
    assert all(f'"{code}"' in used for code in CODES)


def test_codes_are_snake_case() -> None:
    """They stand in URLs, JSON and command lines."""
    assert all(re.fullmatch(r"[a-z]+(?:_[a-z]+)*", code) for code in CODES)


def test_a_finding_carries_what_it_was_given() -> None:
    """Code, decision, words, memory."""
    found = finding("targets", "no_change", "reject", "m1 says so already.", memory_id="m1")
    assert (found.code, found.decision, found.memory_id) == ("no_change", "reject", "m1")
