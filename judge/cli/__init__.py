"""The command line: the table of commands, and how errors become messages and exit statuses.

Commands are imported when they are called: ``judge --help`` must not wait for what it does not
need. This table is the only place in the judge where an import is put off.
"""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

import click

from judge.cli.console import Status, close_streams, complain, open_missing_streams
from judge.compare import visible
from judge.errors import JudgeError, OutputError, PluginError, SandboxError, UsageError
from judge.manager import Register, load_register, plugin_fault

_COMMANDS = {
    "grade": ("judge.cli.grade", "Judge programs and score them."),
    "reference": ("judge.cli.grade", "Run the reference programs over the cases."),
    "board": ("judge.cli.board", "Rank results that were kept."),
    "tournament": ("judge.cli.tournament", "Let programs play against each other."),
    "fuzz": ("judge.cli.fuzz", "Search for the smallest input on which a program fails."),
    "audit": ("judge.cli.audit", "Tell how strong the cases are, by mutants of a right program."),
    "show": ("judge.cli.show", "Show a case as a picture, on the terminal or in a file."),
    "check": ("judge.cli.check", "Look for faults in case files."),
    "tasks": ("judge.cli.listings", "List the tasks and what they take."),
    "languages": ("judge.cli.listings", "List the languages and which work here."),
    "sandbox": ("judge.cli.sandbox", "Show and try how programs are kept in bounds here."),
    "plugins": ("judge.cli.listings", "List the plugins and what is wrong with any."),
}

_EXTRAS = {
    "hypothesis": ("fuzz", "judge fuzz"),
    "PIL": ("pictures", "judge show -o with .png and .gif"),
    "jinja2": ("html", "--format html"),
    "pygments": ("html", "--format html"),
}
"""for a package that only one command needs: the extra of our distribution, and what needs it"""

_WRITING = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}
"""what only a result that cannot be written comes to"""


class JudgeGroup(click.Group):
    """The ``judge`` command: its own commands, imported late, and those of plugins."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, the judge's own in the order of use."""
        return [*_COMMANDS, *sorted(self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported if it is one of the judge's own."""
        if cmd_name in _COMMANDS:
            module, _ = _COMMANDS[cmd_name]
            command = getattr(imported(module), cmd_name)
            if not isinstance(command, click.Command):
                raise TypeError(f"{module}.{cmd_name} is not a command")
            return command
        return super().get_command(ctx, cmd_name)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a plugin's command; a name that is taken is an error, never a replacement."""
        name = name or cmd.name or ""
        if name in _COMMANDS or name in self.commands:
            raise PluginError(f"the command {name!r} is there already")
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table, so that none has to be imported for it."""
        rows = [(name, text) for name, (_, text) in _COMMANDS.items()]
        rows += [
            (name, command.get_short_help_str()) for name, command in sorted(self.commands.items())
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def imported(name: str) -> ModuleType:
    """Return a module; UsageError where what it needs comes with an extra alone."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        extra, what = _EXTRAS.get((error.name or "").partition(".")[0], ("", ""))
        if not extra:
            raise
        needed = f"{what} needs {error.name}, which is not installed here"
        raise UsageError(f"{needed}: pip install 'golf-judge[{extra}]'") from error


def application(register: Register) -> click.Group:
    """Return the ``judge`` command with the commands of all plugins."""
    group = JudgeGroup(
        name="judge",
        help="Judge programs: right verdicts, bytes counted, scores that are exact.",
        context_settings={
            "help_option_names": ["-h", "--help"],
            "obj": register,
            "max_content_width": 100,
        },
        no_args_is_help=True,
    )
    click.version_option(package_name="golf-judge", prog_name="judge")(group)
    for implementation in register.implementations("judge_commands"):
        try:
            implementation(group=group)
        except KeyboardInterrupt:
            raise
        # A plugin is a stranger's code; what it raises costs only its own commands.
        except BaseException as error:  # noqa: BLE001
            fault = plugin_fault(implementation.source, "fails in judge_commands", error)
            register.faults.append(fault)
    return group


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status (the console script's entry point)."""
    # What is left at the end goes with the process: looking through it for cycles takes a tenth of
    # the time of a short call.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    open_missing_streams()
    status = _run(list(sys.argv[1:] if arguments is None else arguments))
    close_streams()
    sys.exit(status)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector away while plugins are loaded: what they define stays to the end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _run(arguments: list[str]) -> int:
    try:
        with _uncollected():
            group = application(load_register())
        status = group.main(arguments, prog_name="judge", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        complain("interrupted")
        return Status.INTERRUPTED
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return Status.USAGE
    except (SandboxError, OutputError) as error:
        complain(f"error: {error}")
        return Status.JUDGE_ERROR
    except UsageError as error:
        # One sentence; a name that was typed may hold anything, line ends too.
        complain(visible(f"error: {error}", keep_newlines=False))
        return Status.USAGE
    except JudgeError as error:
        complain(f"error: {error}")
        return Status.USAGE
    # The last net: a fault of ours is one sentence, too; the details are there for who asks.
    except Exception as error:
        if os.environ.get("JUDGE_TRACEBACK"):
            raise
        complain(_last_words(error))
        return Status.JUDGE_ERROR
    return status if isinstance(status, int) else Status.OK


def _last_words(error: Exception) -> str:
    """Return what to say of an error that nothing else has dealt with."""
    details = "(set JUDGE_TRACEBACK=1 for the details)"
    if isinstance(error, OSError):
        try:
            Path.cwd()
        except OSError:
            return "error: the current folder is gone; go to another one"
        if error.errno in _WRITING and not error.filename:
            return f"error: the result could not be written: {error.strerror}"
        where = f"{error.filename}: " if error.filename else ""
        return f"error: {where}{error.strerror or error} {details}"
    told = " ".join(str(error).split())
    return f"internal error: {type(error).__name__}: {told}; please report it {details}"
