"""``python -m memscribe.cli`` is the command ``memscribe``."""

from memscribe.cli.main import main

main()
