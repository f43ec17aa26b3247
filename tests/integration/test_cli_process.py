"""The command as a process: exit codes, streams, pipes, terminals that cannot show a character."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_parts import OSLO, Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_piped_text_is_written_and_found_again(shell: Shell) -> None:
    assert shell.process("write", stdin="I live in Oslo.\n").code == 0
    found = shell.process("search", "Oslo", "--json")
    assert (found.code, found.err) == (0, "")
    assert found.json["hits"][0]["memory"]["text"] == "I live in Oslo."


@pytest.mark.parametrize(
    ("args", "stdin", "code"),
    [
        (("--version",), "", 0),
        (("receipts",), "", 0),
        (("write", "nowhere.txt"), "", 2),
        (("write", "."), "", 2),
        (("write",), b"\xff", 2),
        (("write",), "", 2),
        (("write",), "[]", 2),
        (("write", "--no-such-option"), "x", 2),
        (("no-such-command",), "", 2),
        (("search",), "", 2),
        (("write",), '{"messages": [{"role": "user", "content": "x"}], "at": "0001-01-01T00:00:00+05:00"}', 2),
        (("show", "mem_0"), "", 1),
        (("undo", "rcp_0"), "", 1),
        (("eval", "cases", "nowhere.jsonl"), "", 2),
        (("eval", "corpus", "."), "", 2),
        (("demo", "--language", "tlh"), "", 2),
    ],
)
def test_exit_codes_and_no_traceback(args: tuple[str, ...], stdin: str | bytes, code: int, shell: Shell) -> None:
    """0 for done, 1 for what could not be done, 2 for wrong input; a failure says why on stderr alone."""
    ran = shell.process(*args, stdin=stdin)
    assert ran.code == code, ran.err
    assert "Traceback" not in ran.err
    if code:
        assert ran.out == ""
        assert ran.err.strip()


def test_our_errors_are_one_line(shell: Shell) -> None:
    ran = shell.process("write", stdin='[{"role": "user"}]')
    assert ran.err.startswith("memscribe: error[invalid_input]: stdin: message 1: expected ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("write", "--foo"), "No such option: --foo (Possible options: --format); see memscribe write --help"),
        (("nope",), "No such command 'nope'; see memscribe --help"),
        (("--foo",), "No such option: --foo; see memscribe --help"),
        (("review", "accept"), "Missing argument 'HELD'; see memscribe review accept --help"),
        (("search", "x", "--limit", "many"), "see memscribe search --help"),
    ],
)
def test_a_command_line_that_means_nothing_is_told_in_one_line(
    args: tuple[str, ...], says: str, shell: Shell
) -> None:
    ran = shell.process(*args)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("memscribe: error[usage]: ")
    assert ran.err.endswith(f"{says}\n")


def test_a_group_without_a_command_shows_its_help(shell: Shell) -> None:
    for args in ((), ("review",)):
        ran = shell.process(*args)
        assert "Usage: " in ran.out
        assert "error" not in ran.err


def test_no_escape_sequences_reach_a_pipe_and_none_come_from_a_memory(shell: Shell) -> None:
    """Colours are for terminals; a text that would steer the terminal is shown, not obeyed."""
    ran = shell.process("write", stdin="I live in \x1b[31mOslo\x1b]0;title\x07 \u202enow")
    assert "\x1b" not in ran.out
    assert "<U+001B>[31mOslo" in ran.out
    assert "\u202e" not in ran.out


def test_no_color_is_respected_where_colour_is_forced(shell: Shell) -> None:
    coloured = shell.process("write", stdin="I live in Oslo.", FORCE_COLOR="1").out
    assert "\x1b[32m" in coloured
    plain = shell.process("receipts", FORCE_COLOR="1", NO_COLOR="1").out
    assert "\x1b[3" not in plain


def test_wide_text_wraps_and_is_never_cut(shell: Shell) -> None:
    words = [f"word{i}" for i in range(60)] + ["x" * 150]
    out = shell.process("write", stdin=" ".join(words), COLUMNS="60").out
    assert all(word in out for word in words[:-1])
    assert out.count("x") >= 300
    assert "…" not in out


def test_a_terminal_without_unicode_gets_numbers_not_a_traceback(shell: Shell) -> None:
    ran = shell.process("write", stdin="我住在奥斯陆。", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "\\u6211" in ran.out


def test_a_reader_that_leaves_early_ends_the_command_quietly(shell: Shell) -> None:
    shell.process("write", shell.file("a.json", [OSLO] * 200))
    reading = f"{sys.executable} -m memscribe.cli search Oslo --limit 1000 | head -n 1 >/dev/null"
    done = subprocess.run(
        ["bash", "-c", reading],
        capture_output=True,
        check=False,
        timeout=120,
        env={"PATH": os.environ["PATH"], **shell.environment},
    )
    assert done.stderr == b""


def test_an_interrupt_ends_with_130_and_no_traceback(shell: Shell) -> None:
    """Ctrl-C while the command waits for stdin."""
    program = "import sys; from memscribe.cli.main import main; print('ready', flush=True); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "write", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], **shell.environment},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_help_starts_fast_because_nothing_heavy_is_imported(shell: Shell) -> None:
    """The parts that cost time load inside the commands; `python -X importtime` names what was imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "memscribe.cli", "--help"],
        capture_output=True,
        check=True,
        timeout=60,
        encoding="utf-8",
        env={"PATH": os.environ["PATH"], **shell.environment},
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    heavy = {"numpy", "onnxruntime", "pydantic", "apsw", "tokenizers", "httpx2", "memscribe.engine", "rich.table"}
    assert heavy & imported <= {"rich.table"}
    for command in ("demo", "write", "propose", "search", "history", "show", "receipts", "undo", "review", "eval"):
        assert f" {command} " in done.stdout


@pytest.mark.parametrize("json_too", [True, False])
def test_progress_and_errors_never_mix_with_the_answer(json_too: bool, shell: Shell) -> None:
    ran = shell.process("write", *(["--json"] if json_too else []), stdin="I live in Oslo.")
    assert ran.err == ""
    if json_too:
        assert json.loads(ran.out)
