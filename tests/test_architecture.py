"""What the code's shape promises: who may import whom, who starts processes, who prints.

Everything is read from the source text; nothing is imported for it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

FLOORS = (
    {"__main__"},
    {"cli", "pytest_plugin"},
    {"session", "tournament", "fuzzing", "audit", "reuse"},
    {"examiner", "languages", "planning", "submissions"},
    {"manager", "report", "dialogue", "checking", "sidecars"},
    {"cases", "drawing", "sandbox", "scoring", "store", "verdicts", "selection"},
    {"hookspecs", "inspection", "resources", "transcript", "interact", "mutation", "images"},
    {"puzzle", "compare"},
    {"models", "errors", "units", "draw"},
)
"""The judge's rooms from the top down: each may know those below it, and no other on its floor."""

APART = {"drivers"}
"""rooms whose files are run as programs of their own; they know nobody"""

FOR_PLUGINS = {
    "errors",
    "models",
    "units",
    "puzzle",
    "compare",
    "draw",
    "transcript",
    "interact",
    "images",
    "hookspecs",
}
"""what a plugin may use of the judge"""

PROGRAMS = ("judge/drivers/", "judge/sandbox/supervisor/")
"""folders whose files run in a process of their own, where they may print"""

PROCESS_MODULES = {"subprocess", "multiprocessing", "pty"}
PROCESS_CALLS = ("fork", "forkpty", "posix_spawn", "exec", "spawn", "system", "popen", "startfile")
PRINTING = {
    "sys": {"stdout", "stderr"},
    "click": {"echo", "secho"},
    "rich": {"print"},
}
LONGEST_FUNCTION = 60
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "lib", "tools", "stuff"}


def _name(path: Path) -> str:
    """Return a file's dotted name: ``judge.cases.tree``, ``judge_plugins.box``."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    if parts[0] == "plugins":
        parts[0] = "judge_plugins"
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    _name(path): path
    for room in ("judge", "plugins")
    for path in sorted((ROOT / room).rglob("*.py"))
}
JUDGE = sorted(name for name in MODULES if name.split(".")[0] == "judge")
PLUGINS = sorted(name for name in MODULES if name.split(".")[0] == "judge_plugins")


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_bytes())


def shown(module: str, node: ast.AST) -> str:
    return f"{MODULES[module].relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def is_driver(module: str) -> bool:
    return "drivers" in module.split(".")


def is_program(module: str) -> bool:
    path = MODULES[module].relative_to(ROOT).as_posix()
    return is_driver(module) or path.startswith(PROGRAMS)


def imported(module: str) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the dotted names of the modules that a module imports; its own room's written out."""
    package = module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join(filter(None, (*(above if node.level else ()), node.module)))
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield (inner if inner in MODULES else base), node


def room(module: str) -> str:
    """Return the room below ``judge`` that a module lies in; "" for the package itself."""
    return module.split(".")[1] if "." in module else ""


def floor(name: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if name in rooms)


def test_the_table_has_every_room_and_no_other() -> None:
    rooms = {room(module) for module in JUDGE} - {""}
    assert rooms == set().union(*FLOORS) | APART
    assert sum(map(len, FLOORS)) == len(set().union(*FLOORS))


def nodes(*modules: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node of the modules (of all, if none is named)."""
    for module in modules or MODULES:
        for node in ast.walk(tree(module)):
            yield module, node


def refuse(found: Iterator[str]) -> None:
    """Fail with everything that was found."""
    complaints = list(found)
    assert not complaints, "\n" + "\n".join(complaints)


def test_the_judge_s_imports_run_strictly_downwards() -> None:
    def found() -> Iterator[str]:
        for module in JUDGE:
            for target, node in imported(module):
                top = target.split(".")[0]
                if top == "judge_plugins":
                    yield f"{shown(module, node)}: the judge knows no puzzle"
                if top != "judge" or room(target) in {"", room(module)}:
                    continue
                if APART & {room(module), room(target)}:
                    yield f"{shown(module, node)}: drivers are run, not imported"
                elif floor(room(target)) <= floor(room(module)):
                    yield f"{shown(module, node)}: {target} is not below"

    refuse(found())


def test_a_plugin_knows_only_itself_and_what_is_there_for_plugins() -> None:
    def found() -> Iterator[str]:
        for module in PLUGINS:
            own = ".".join(module.split(".")[:2])
            for target, node in imported(module):
                top = target.split(".")[0]
                if top == "judge" and is_driver(module):
                    yield f"{shown(module, node)}: a driver runs where there is no judge"
                if top == "judge" and room(target) not in FOR_PLUGINS:
                    yield f"{shown(module, node)}: {target} is not there for plugins"
                if top in {"judge_plugins", "plugins"} and f"{target}.".find(f"{own}.") != 0:
                    yield f"{shown(module, node)}: {target} is another's plugin"

    refuse(found())


@pytest.mark.parametrize("modules", [JUDGE, PLUGINS], ids=["judge", "plugins"])
def test_there_is_no_import_cycle(modules: list[str]) -> None:
    graph = {
        module: {name for name, _ in imported(module) if name in modules and name != module}
        for module in modules
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"import cycle: {' -> '.join(error.args[1])}")


def test_nothing_is_imported_late_or_for_type_checkers_alone() -> None:
    def found() -> Iterator[str]:
        top = {id(node) for module in MODULES for node in tree(module).body}
        for module, node in nodes():
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name for alias in node.names}
                if id(node) not in top or names & {"*", "TYPE_CHECKING", "import_module"}:
                    yield f"{shown(module, node)}: import at the top, by name, for all"
            attribute = node.attr if isinstance(node, ast.Attribute) else ""
            late = attribute == "import_module" and module != "judge.cli"  # its command table may
            if late or attribute == "TYPE_CHECKING":
                yield f"{shown(module, node)}: {attribute}"
            if isinstance(node, ast.Name) and node.id == "__import__":
                yield f"{shown(module, node)}: {node.id}"

    refuse(found())


def test_a_module_opens_with_one_sentence_that_says_what_is_in_it() -> None:
    def found() -> Iterator[str]:
        for module, path in MODULES.items():
            first = (ast.get_docstring(tree(module)) or "").split("\n\n")[0]
            if not first.endswith((".", ":", "?")):
                yield f"{path.relative_to(ROOT)} opens with {first!r}"

    refuse(found())


def test_a_module_s_name_says_what_it_is() -> None:
    refuse(module for module in MODULES if EMPTY_NAMES & set(module.split(".")))


def test_product_code_does_not_rely_on_assert() -> None:
    refuse(
        f"{shown(module, node)}: assertions vanish under PYTHONOPTIMIZE; raise an error"
        for module, node in nodes()
        if isinstance(node, ast.Assert)
    )


def test_only_the_sandbox_starts_processes() -> None:
    others = [module for module in MODULES if not module.startswith("judge.sandbox")]

    def found() -> Iterator[str]:
        for module in others:
            for target, node in imported(module):
                if target.split(".")[0] in PROCESS_MODULES:
                    yield f"{shown(module, node)}: {target}"
        for module, part in nodes(*others):
            for name in _names_of("os", part):
                if name.startswith(PROCESS_CALLS):
                    yield f"{shown(module, part)}: os.{name}"

    refuse(found())


def _names_of(package: str, node: ast.AST) -> list[str]:
    """Return what a node takes from a package: ``os.fork``, ``from os import fork``."""
    if isinstance(node, ast.ImportFrom) and node.module == package:
        return [alias.name for alias in node.names]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return [node.attr] if node.value.id == package else []
    return []


def test_only_the_command_line_prints() -> None:
    silent = [
        module for module in MODULES if not (module.startswith("judge.cli") or is_program(module))
    ]
    refuse(
        f"{shown(module, node)} prints"
        for module, node in nodes(*silent)
        if (isinstance(node, ast.Name) and node.id == "print")
        or any(PRINTING[package] & set(_names_of(package, node)) for package in PRINTING)
    )


def test_no_text_is_run_as_code_but_by_the_drivers() -> None:
    refuse(
        f"{shown(module, node)}: {node.id}"
        for module, node in nodes(*(module for module in MODULES if not is_driver(module)))
        if isinstance(node, ast.Name) and node.id in {"eval", "exec"}
    )


def test_functions_are_short_enough_to_be_read_at_once() -> None:
    lengths = [
        (node.end_lineno - node.lineno + 1, f"{shown(module, node)}: {node.name}")
        for module, node in nodes()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    ]
    too_long = sorted((each for each in lengths if each[0] > LONGEST_FUNCTION), reverse=True)
    refuse(f"{name} has {length} lines" for length, name in too_long)


def test_a_reference_program_needs_the_standard_library_alone() -> None:
    programs = [path for path in (ROOT / "reference").rglob("*.py") if "extra" not in path.parts]
    assert programs

    def found() -> Iterator[str]:
        for path in programs:
            for node in ast.walk(ast.parse(path.read_bytes())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom):
                    names = [node.module or "."]
                for name in names:
                    if name.split(".")[0] not in sys.stdlib_module_names:
                        yield f"{path.relative_to(ROOT)} imports {name}"

    refuse(found())
