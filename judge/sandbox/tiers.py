"""Which ways of running programs this machine has, and the strongest of them."""

from __future__ import annotations

from judge.sandbox import Sandbox
from judge.sandbox.plain import PlainSandbox


def strongest_sandbox() -> Sandbox:
    """Return the sandbox that protects best on this machine."""
    return PlainSandbox()
