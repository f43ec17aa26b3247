"""Draw the README's picture of a receipt from what `memscribe demo` really prints.

python docs/make_picture.py docs/images/receipt.svg
"""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

_WIDTH = 112


def demo_output() -> str:
    """Run the demo as a person sees it, in colour."""
    command = [sys.executable, "-m", "memscribe.cli", "demo"]
    environment = os.environ | {"FORCE_COLOR": "1", "COLUMNS": str(_WIDTH), "TERM": "xterm-256color"}
    done = subprocess.run(command, env=environment, check=True, capture_output=True)  # noqa: S603
    return done.stdout.decode()


def main() -> None:
    """Write the receipt part as an SVG that loads nothing from anywhere."""
    text = demo_output()
    start, end = text.index("3. What became of it"), text.index("4. Search")
    console = Console(record=True, width=_WIDTH, file=StringIO())
    console.print(Text.from_ansi(text[start:end].rstrip("\x1b[0123456789;m \n")))
    svg = console.export_svg(title="memscribe demo", theme=MONOKAI)
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)  # no font from the network
    Path(sys.argv[1]).write_text(re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE), encoding="utf-8")


if __name__ == "__main__":
    main()
