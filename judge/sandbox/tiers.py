"""Which ways of running programs this machine has, why others are missing, and which is taken."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from judge.errors import SandboxError
from judge.models import Ending, Limits
from judge.sandbox import Sandbox
from judge.sandbox.bwrap import BwrapSandbox, bwrap_program, is_privileged
from judge.sandbox.landlock import LandlockSandbox
from judge.sandbox.plain import PlainSandbox
from judge.sandbox.supervisor.confinement import landlock_abi

AUTO = "auto"

_TRIAL = Limits(time_s=5, wall_s=10, memory_bytes=256 * 2**20, output_bytes=2**10)

_INSTALL = "install bubblewrap (apt-get install bubblewrap)"
_USER_NAMESPACES = (
    "user namespaces have to be allowed: sysctl kernel.unprivileged_userns_clone=1, "
    "user.max_user_namespaces above 0 and, on Ubuntu, "
    "kernel.apparmor_restrict_unprivileged_userns=0; a container needs --privileged or a seccomp "
    "profile that allows them"
)
_NEWER_KERNEL = (
    "a kernel from 5.13 on with Landlock among its security modules is needed "
    "(CONFIG_SECURITY_LANDLOCK=y, lsm=landlock,...), and a container's seccomp profile must allow "
    "its system calls"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """A way of running programs, as it is on this machine."""

    name: str
    sandbox: Sandbox | None
    """None where it does not work here"""

    fault: str = ""
    """why it does not work, or works less well than it could"""

    remedy: str = ""
    """what to do about it"""


def choose(name: str = AUTO, *, require: bool = False) -> Sandbox:
    """Return the sandbox of that name, or for ``auto`` the strongest one that works here.

    Raises SandboxError with the remedy where it does not work, or where ``require`` asks for
    walls and there are none.
    """
    if name == AUTO:
        found = next(tier for tier in map(tier_named, TIERS) if tier.sandbox is not None)
    else:
        found = tier_named(name)
    if found.sandbox is None:
        raise SandboxError(f"the sandbox {name} does not work here: {found.fault}; {found.remedy}")
    if require and found.name == PlainSandbox.name:
        raise SandboxError(
            "a sandbox is required, but programs would run unprotected"
            + (f": {_why_no_walls()}" if name == AUTO else " with --sandbox none")
        )
    return found.sandbox


def strongest_sandbox() -> Sandbox:
    """Return the sandbox that protects best on this machine."""
    return choose()


def _why_no_walls() -> str:
    missing = [tier_named(name) for name in TIERS if name != PlainSandbox.name]
    return "; ".join(f"{tier.name}: {tier.fault}; {tier.remedy}" for tier in missing)


@cache
def tier_named(name: str) -> Tier:
    """Return a tier as it is on this machine; looked into once, by running a program in it."""
    return TIERS[name]()


def _bwrap() -> Tier:
    name = BwrapSandbox.name
    if sys.platform != "linux":
        fault = f"namespaces are Linux's, not {sys.platform}'s"
        return Tier(name=name, sandbox=None, fault=fault, remedy="use Linux")
    program = bwrap_program()
    if program is None:
        return Tier(name=name, sandbox=None, fault="bwrap is not here", remedy=_INSTALL)
    strict = BwrapSandbox(program, can_disable_userns=True)
    fault = "" if is_privileged(program) else _trial_fault(strict)
    if not fault and not is_privileged(program):
        return Tier(name=name, sandbox=strict)
    lenient = BwrapSandbox(program, can_disable_userns=False)
    if _trial_fault(lenient):
        return Tier(name=name, sandbox=None, fault=fault, remedy=_USER_NAMESPACES)
    return Tier(
        name=name,
        sandbox=lenient,
        fault=f"{program} cannot rule out new user namespaces; system calls are filtered instead",
        remedy="install bubblewrap 0.8 or later without the setuid bit",
    )


def _landlock() -> Tier:
    name = LandlockSandbox.name
    if sys.platform != "linux":
        fault = f"Landlock is Linux's, not {sys.platform}'s"
        return Tier(name=name, sandbox=None, fault=fault, remedy="use Linux")
    if not landlock_abi():
        fault = "this kernel offers no Landlock"
        return Tier(name=name, sandbox=None, fault=fault, remedy=_NEWER_KERNEL)
    sandbox = LandlockSandbox()
    fault = _trial_fault(sandbox)
    if fault:
        return Tier(name=name, sandbox=None, fault=fault, remedy=_NEWER_KERNEL)
    return Tier(name=name, sandbox=sandbox)


def _none() -> Tier:
    return Tier(name=PlainSandbox.name, sandbox=PlainSandbox())


TIERS: dict[str, Callable[[], Tier]] = {
    BwrapSandbox.name: _bwrap,
    LandlockSandbox.name: _landlock,
    PlainSandbox.name: _none,
}
"""the tiers by their names, the strongest first"""


def _trial_fault(sandbox: BwrapSandbox | LandlockSandbox) -> str:
    """Run a program in a box; return "" or what went wrong."""
    try:
        with sandbox.open({}) as box:
            absent = {"files", "network"} - set(box.protections)
            run = box.run(["true"], b"", _TRIAL)
    except SandboxError as error:
        return str(error)
    if absent and isinstance(sandbox, LandlockSandbox):
        return f"this kernel does not close {' and '.join(sorted(absent))}"
    if run.ending is not Ending.EXITED or run.exit_status != 0:
        return f"a trial run did not end well ({run.start_error or run.ending.value})"
    return ""
