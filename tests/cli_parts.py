"""Parts for tests of the command line: a runner in a folder of its own, without network and encoder."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from memscribe.cli.main import app

OSLO = {"role": "user", "content": "I live in Oslo.", "at": "2026-05-01T09:00:00+00:00"}
LIMA = {"role": "user", "content": "I live in Lima.", "at": "2026-06-01T09:00:00+00:00"}


@dataclass(frozen=True)
class Ran:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON document."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Shell:
    """Runs memscribe with a data folder of its own; the writer is ``verbatim`` unless a test says otherwise."""

    folder: Path

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            "MEMSCRIBE_DATA_DIR": str(self.folder),
            # no settings file: none is named, and the usual place is a folder that does not exist
            "MEMSCRIBE_CONFIG_FILE": "",
            "XDG_CONFIG_HOME": str(self.folder / "none"),
            "MEMSCRIBE_ENCODER_KIND": "none",
            "MEMSCRIBE_WRITER_NAME": "verbatim",
            "COLUMNS": "120",
        }

    def run(self, *args: str, stdin: str | bytes = "") -> Ran:
        """Run in this process."""
        result = CliRunner().invoke(app, list(args), input=stdin, env=self.environment)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    def process(self, *args: str, stdin: str | bytes = "", **environment: str) -> Ran:
        """Run in a process of its own, with nothing but this environment."""
        done = subprocess.run(
            [sys.executable, "-m", "memscribe.cli", *args],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            check=False,
            timeout=120,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], **self.environment, **environment},
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def file(self, name: str, content: object) -> str:
        """Write a file: text as it is, a list of objects as JSON Lines for .jsonl, else JSON."""
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith(".jsonl") and isinstance(content, list):
            path.write_text("".join(f"{json.dumps(one)}\n" for one in content), encoding="utf-8")
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
        return str(path)
