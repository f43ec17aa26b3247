"""The tutorial works as it stands: its commands, in order, in a fresh data folder, and what it says they print."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "first-memory.md"
_FENCE = re.compile(r"^```(sh|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_VARYING = re.compile(r"\S*\.\.\.|\d{4}-\d\d-\d\d \d\d:\d\dZ|20\d\d-\d\d")  # ids, times, and the year of "in May"


def blocks(kind: str) -> list[str]:
    return [match[2] for match in _FENCE.finditer(PAGE.read_text(encoding="utf-8")) if match[1] == kind]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Run all commands of the page as one session, as a reader would, and return what they print."""
    folder = tmp_path_factory.mktemp("tutorial")
    commands = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", "".join(blocks("sh"))],
        capture_output=True,
        check=False,
        timeout=300,
        cwd=folder,
        encoding="utf-8",
        env={
            "PATH": f"{commands}:{os.environ['PATH']}",
            "MEMSCRIBE_DATA_DIR": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "none"),
            "PYTHONUTF8": "1",
            "COLUMNS": "140",
        },
    )
    # bash -x names every command on stderr: the last one named is the one that failed
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_every_command_of_the_page_ends_well(printed: str) -> None:
    assert len(blocks("sh")) >= 7
    assert printed


def test_what_the_page_shows_is_what_the_commands_print(printed: str) -> None:
    """Word for word, but for ids, times and line breaks."""
    said = set(printed.split())
    for block in blocks("text"):
        words = _VARYING.sub(" ", block).split()
        assert words
        missing = [word for word in words if word not in said and word != "."]
        assert not missing, f"the commands do not print {missing} of:\n{block}"
