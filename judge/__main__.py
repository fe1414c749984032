"""``python -m judge``: the command line, for where the script is not on the path."""

from __future__ import annotations

from judge.cli import main

main()
