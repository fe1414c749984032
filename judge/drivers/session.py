"""Runs a Python class through a session: calls on standard input, replies on standard output.

    python session.py ADAPTER SUBMISSION

The adapter is a file of the puzzle's plugin that says how calls reach the class:

    CONSTRUCTORS  name of a class -> a function from a call's arguments to the class's
    MUTATORS      names of methods that change the object and must return that very object
    TEXTS         name of a query -> a function of the object that returns a str
    BOOLEANS      name of a query -> a function of the object that returns a bool
    OPERATORS     name -> (class of the other operand, function of both operands); prints the
                  result's repr; neither operand may change

A call that raises AssertionError prints ``AssertionError: `` and its message, and the session
goes on; any other exception ends it with a traceback and exit status 1. What breaks the protocol
otherwise is said in a line ``SessionError: ...`` that ends the session. A query's result is never
converted: 1 does not pass for True. What the submission prints itself is marked as its own, so that
a message that is printed does not pass for one that is raised. The whole input is read, and every
reference that the driver needs is taken, before the submission is loaded, so that nothing it
replaces is in the way.
"""

import sys

sys.path.pop(0)  # this folder, where a submission named json.py may lie

import builtins
import io
import json
import os
import types
from typing import Any

# What the submission changes in the builtins reaches neither the functions below nor the adapter.
OWN_BUILTINS = dict(vars(builtins))
globals()["__builtins__"] = OWN_BUILTINS

_write = os.write
_OUT = os.dup(1)

Call = tuple[str, str, list[Any]]
"""A call's text, its name and its arguments."""


class ProtocolError(Exception):
    """The class does what no session allows; the message says what."""


class OwnOutput(io.TextIOWrapper):
    """Standard output for the submission: each line begins with a mark that no reply has."""

    _begun = False

    def write(self, text: str) -> int:
        """Write a text with a mark at the beginning of each line."""
        *lines, rest = str.split(text, "\n")
        for line in lines:
            self._write_part(line + "\n")
            self._begun = False
        if rest:
            self._write_part(rest)
            self._begun = True
        return len(text)

    def _write_part(self, part: str) -> None:
        super().write(part if self._begun else f"(printed by the class) {part}")


_STDOUT = OwnOutput(sys.stdout.buffer, encoding=sys.stdout.encoding, errors=sys.stdout.errors)
sys.stdout = _STDOUT


def say(text: str) -> None:
    """Write a line, after whatever the submission itself has printed so far."""
    if not _STDOUT.closed:
        _STDOUT.flush()
    data = str.encode(text, "utf-8", "backslashreplace") + b"\n"
    while data:
        data = data[_write(_OUT, data) :]


def run_file(path: str, module: types.ModuleType, names: Any) -> dict[str, Any]:
    """Run a file as ``module``, with ``names`` for its builtins, and return what it defines."""
    vars(module).update(__file__=path, __builtins__=names)
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, vars(module))  # noqa: S102  # running it is what this program is for
    return vars(module)


def unconverted(value: object, wanted: type) -> str:
    """Return a query's result as it is printed; what is of another type says so."""
    if wanted is bool and (value is True or value is False):
        return "true" if value else "false"
    if wanted is str and isinstance(value, str):
        return value
    kind = type(value)
    shown = f"{value!r} " if kind in (int, float, str, bool) else ""
    return f"{shown}({kind.__name__}, not {wanted.__name__})"


class Session:
    """The submission's classes, and the current object."""

    def __init__(self, adapter: dict[str, Any], classes: dict[str, Any]) -> None:
        self.adapter = adapter
        self.classes = classes
        self.current: Any = None

    def reply(self, call: Call) -> str | None:
        """Perform a call and return what it prints, or None."""
        text, name, arguments = call
        adapter = self.adapter
        if name in adapter["CONSTRUCTORS"]:
            self.current = self.new(name, arguments)
        elif name in adapter["MUTATORS"]:
            self.expect_itself(text, getattr(self.current, name)(*arguments))
        elif name in adapter["TEXTS"]:
            return unconverted(adapter["TEXTS"][name](self.current), str)
        elif name in adapter["BOOLEANS"]:
            return unconverted(adapter["BOOLEANS"][name](self.current), bool)
        else:
            return self.operation(call)
        return None

    def new(self, name: str, arguments: list[Any]) -> Any:
        """Return a new object of the submission's class of that name."""
        return self.classes[name](*self.adapter["CONSTRUCTORS"][name](arguments))

    def expect_itself(self, text: str, result: object) -> None:
        """Raise ProtocolError unless a mutator returned the current object itself."""
        if result is not self.current:
            kind = "None" if result is None else f"another object ({type(result).__name__})"
            raise ProtocolError(
                f'"> {text}" must return the very object it was called on, but returned {kind}'
            )

    def operation(self, call: Call) -> str:
        """Return the repr of what an operator makes of the current object and a new one."""
        text, name, arguments = call
        constructor, operator = self.adapter["OPERATORS"][name]
        operands = [self.current, self.new(constructor, arguments)]
        before = [repr(operand) for operand in operands]
        result = operator(*operands)
        for side, operand, shown in zip(("left", "right"), operands, before, strict=True):
            if result is operand:
                raise ProtocolError(
                    f'"> {text}" must return a new object, but returned its {side} operand'
                )
            if repr(operand) != shown:
                raise ProtocolError(
                    f'"> {text}" must leave both operands as they are, '
                    f"but the {side} one was {shown} and became {operand!r}"
                )
        return repr(result)


def run(session: Session, calls: list[Call]) -> None:
    """Perform the calls and print their replies."""
    for call in calls:
        try:
            reply = session.reply(call)
        except AssertionError as failure:
            reply = f"AssertionError: {failure}"
        if reply is not None:
            say(reply)


def read_calls() -> list[Call]:
    """Return the calls on standard input, read to its end."""
    calls = []
    for line in sys.stdin.buffer.read().decode().split("\n")[:-1]:
        name, *arguments = line.split(" ")
        calls.append((line, name, [json.loads(argument) for argument in arguments]))
    return calls


def main() -> None:
    """Run the session on standard input for the submission of the command line."""
    adapter_path, path = sys.argv[1:]
    calls = read_calls()
    adapter = run_file(adapter_path, types.ModuleType("adapter"), OWN_BUILTINS)
    folder, _, file_name = path.rpartition("/")
    sys.argv[:] = [path]
    sys.path.insert(0, folder or ".")
    # Not "__main__": the tests that follow a class under that name are not part of a session.
    sys.modules["submission"] = module = types.ModuleType("submission")
    missing: list[str] = []
    try:
        classes = run_file(path, module, builtins)
        missing = [name for name in adapter["CONSTRUCTORS"] if not callable(classes.get(name))]
        if not missing:
            run(Session(adapter, classes), calls)
    except ProtocolError as error:
        say(f"SessionError: {error}")
    except SystemExit as leaving:
        raise RuntimeError("the submission called exit before the session's end") from leaving
    if missing:
        sys.exit(f"no class {missing[0]} found in {file_name}; define it at the top level")


main()
