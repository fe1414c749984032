"""Single-edit mutants of a Python program, made from its text: pure, nothing is run here.

They are made with ``ast`` and not with a library for it: cosmic-ray and mutmut, the ones that are
kept up, are built around a test run over importable modules (a session database, a pytest run),
while the programs here are fed by standard input and judged in boxes; and neither drops
statements, operands, elements and filters or swaps directions, which are the mistakes made here.
"""

from __future__ import annotations

import ast
import difflib
import re
import warnings
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import CodeType
from typing import Any, TypeVar

from judge.errors import SubmissionError


class Operator(StrEnum):
    """What kind of edit makes a mutant."""

    COMPARISON = "another comparison"
    CONSTANT = "another constant"
    STRING = "another text"
    ARITHMETIC = "another operator"
    LOGIC = "and, or and not"
    CONDITION = "another condition"
    STATEMENT = "a statement dropped"
    JUMP = "break or continue"
    ORDER = "swapped order"
    ELEMENT = "an element dropped"
    BOUND = "another bound"
    SIGN = "another sign"
    FUNCTION = "another function"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A program with one edit.

    ``was`` and ``now`` are the first line of the edited statement before and after, as
    ``ast.unparse`` writes it, without indent; an edit in the head of a compound statement shows
    that head. ``number`` counts the program's mutants from 1, ``line`` is the program's, ``source``
    the mutant's whole text and ``diff`` a unified diff of the two programs.
    """

    number: int
    operator: Operator
    line: int
    was: str
    now: str
    source: str
    diff: str


def mutants(source: str, name: str) -> tuple[Mutant, ...]:
    """Return the single-edit mutants of a Python program, in the order of its text.

    Docstrings, imports, annotations and ``if __name__`` are left alone. Mutants that compile to
    the same code as the program or an earlier mutant are left out, and so is what does not
    compile. ``name`` is the program's file name, for the diffs; line ends have to be ``\\n``.
    Raises SubmissionError for what is not Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a mutant may well compare a number by `is`
        try:
            program = _Program(source, name)
        except (SyntaxError, ValueError, RecursionError) as error:
            raise SubmissionError(f"{name} cannot be read as Python: {error}") from error
        return tuple(program.mutants())


_Owner = ast.stmt | ast.ExceptHandler | ast.match_case


@dataclass(frozen=True, slots=True, kw_only=True)
class _Site:
    """A node and where it hangs: in a field of its parent, at an index where that is a list.

    ``around`` are the nodes from this one outwards to the statement ``owner`` that it is part of.
    """

    node: ast.expr | ast.stmt
    parent: ast.AST
    field: str
    index: int | None
    owner: _Owner
    around: tuple[ast.AST, ...]

    def put(self, node: ast.AST) -> None:
        """Hang another node in this one's place."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def statement_key(line: str) -> str:
    """Return a key that is equal for two spellings of a statement's first line.

    Quotes, blanks and parentheses that mean nothing differ between people and versions of
    ``ast.unparse``. What is no statement is its own key.
    """
    for text in (line, f"{line} pass", f"try: pass\n{line} pass", f"match 0:\n {line} pass"):
        tree = _parsed(text)
        if tree is not None:
            return ast.dump(tree)
    return line


class _Program:
    """A program's text and tree, which is edited in place and restored for each mutant."""

    def __init__(self, source: str, name: str) -> None:
        self._name = name
        self._data = source.encode()
        self._source = source
        self._tree = ast.parse(source)
        self._starts = [0]
        for line in self._data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._own = {
            node.name for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)
        }

    def mutants(self) -> Iterator[Mutant]:
        seen = {_meaning(self._tree)}
        number = 0
        for site in list(_sites(self._tree)):
            for operator, node in _edits(site, self._own):
                before, after = self._edited(site, node)
                meaning = None if after is None else _meaning(after.tree)
                if after is None or meaning is None or meaning in seen:
                    continue
                seen.add(meaning)
                number += 1
                yield Mutant(
                    number=number,
                    operator=operator,
                    line=site.node.lineno,
                    was=before,
                    now=after.head,
                    source=after.text,
                    diff=self._diff(after, number),
                )

    def _edited(self, site: _Site, node: ast.AST) -> tuple[str, _Edited | None]:
        """Return the statement's head as it is, and the program with a site's node replaced."""
        before = _head(site.owner)
        site.put(node)
        try:
            # Where the statement itself was replaced, its place shows what stands there now.
            head = _head(node if site.node is site.owner else site.owner)
            wanted = ast.dump(self._tree)
            for outer in site.around:
                new = node if outer is site.node else outer
                for text in self._spliced(outer, new):
                    tree = _parsed(text)
                    if tree is not None and ast.dump(tree) == wanted:
                        return before, _Edited(head=head, text=text, tree=tree, base=self._source)
            text = ast.unparse(self._tree) + "\n"
        finally:
            site.put(site.node)
        tree = _parsed(text)
        if tree is None:
            return before, None
        base = ast.unparse(self._tree) + "\n"
        return before, _Edited(head=head, text=text, tree=tree, base=base)

    def _spliced(self, old: ast.AST, new: ast.AST) -> Iterator[str]:
        """Yield texts of the program with ``new`` written where ``old`` stands, the plainest first.

        None of them need be right: parentheses may be missing, and inside of an f-string Python
        before 3.12 does not know where a node stands.
        """
        if not isinstance(old, ast.expr | ast.stmt) or isinstance(new, _COMPOUND):
            return
        end_line, end_column = old.end_lineno or old.lineno, old.end_col_offset or 0
        start = self._starts[old.lineno - 1] + old.col_offset
        end = self._starts[end_line - 1] + end_column
        written = ast.unparse(new)
        texts = [written, f"({written})"]
        if isinstance(new, ast.Tuple) and not self._data.startswith(b"(", start):
            texts.insert(0, written[1:-1])
        for text in texts:
            data = self._data[:start] + text.encode() + self._data[end:]
            yield data.decode("utf-8", "replace")

    def _diff(self, after: _Edited, number: int) -> str:
        lines = difflib.unified_diff(
            after.base.splitlines(),
            after.text.splitlines(),
            fromfile=self._name,
            tofile=f"{self._name}, mutant {number}",
            n=2,
            lineterm="",
        )
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edited:
    """An edited program; ``base`` is the text of the program that a diff has to start from."""

    head: str
    text: str
    tree: ast.Module
    base: str


_COMPOUND = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.For, ast.AsyncFor),
    *(ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match),
)


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


def _head(owner: ast.AST) -> str:
    """Return a statement's first line without indent, decorators aside."""
    decorators: list[ast.expr] = getattr(owner, "decorator_list", [])
    kept, decorators[:] = decorators[:], []
    text = ast.unparse(owner).strip()
    decorators[:] = kept
    return text.split("\n", 1)[0]


def _meaning(tree: ast.Module) -> object:
    """Return what a program compiles to, without line numbers; None where it does not compile."""
    try:
        return _code_key(compile(tree, "<mutant>", "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def _code_key(code: CodeType) -> object:
    constants = tuple(map(_constant_key, code.co_consts))
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    return code.co_name, code.co_code, code.co_exceptiontable, names, counts, constants


def _constant_key(value: object) -> object:
    """Return a key that tells ``1`` from ``True`` and ``0.0`` from ``-0.0``."""
    if isinstance(value, CodeType):
        return _code_key(value)
    if isinstance(value, tuple):
        return tuple(map(_constant_key, value))
    if isinstance(value, frozenset):
        return frozenset(map(_constant_key, value))
    return type(value), repr(value)


_LEFT_ALONE = {"annotation", "returns", "decorator_list", "bases", "format_spec", "pattern"}
"""fields that say little of what a program does, or say it in a language of their own"""


def _sites(tree: ast.Module) -> Iterator[_Site]:
    """Yield the nodes that may be edited, outer ones before those inside of them."""
    yield from _below(tree, None, ())


def _below(parent: ast.AST, owner: _Owner | None, around: tuple[ast.AST, ...]) -> Iterator[_Site]:
    for field, value in ast.iter_fields(parent):
        if field in _LEFT_ALONE or _is_name_guard(parent, field):
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, node in children:
            if not isinstance(node, ast.AST) or isinstance(node, ast.Import | ast.ImportFrom):
                continue
            if isinstance(node, ast.Expr) and _is_docstring(parent, field, index, node):
                continue
            mine, path = owner, (node, *around)
            if isinstance(node, _Owner):
                mine, path = node, (node,)
            if isinstance(node, ast.expr | ast.stmt) and mine is not None:
                yield _Site(
                    node=node, parent=parent, field=field, index=index, owner=mine, around=path
                )
            yield from _below(node, mine, path)


def _is_docstring(parent: ast.AST, field: str, index: int | None, node: ast.Expr) -> bool:
    is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return is_text and isinstance(parent, documented) and (field, index) == ("body", 0)


def _is_name_guard(parent: ast.AST, field: str) -> bool:
    if not isinstance(parent, ast.If) or field != "test":
        return False
    return any(
        isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(parent.test)
    )


_Edits = Iterator[tuple[Operator, ast.AST]]
"""what to put in a node's place, one after another"""

_NodeT = TypeVar("_NodeT", bound=ast.AST)
_TextT = TypeVar("_TextT", str, bytes)


def _edits(site: _Site, own: Container[str]) -> _Edits:
    """Yield what to put in a node's place; ``own`` are the functions that the program defines."""
    node = site.node
    yield from _condition_edits(site)
    if isinstance(node, ast.Constant):
        yield from _constant_edits(site, node)
    elif isinstance(node, ast.Call):
        yield from _call_edits(node, own)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        yield from _element_edits(site, node)
    else:
        for kind, found in _BY_KIND:
            if isinstance(node, kind):
                yield from found(node)


def _copy(node: _NodeT, **changes: object) -> _NodeT:
    """Return a node like another one but for some fields."""
    fields: dict[str, Any] = {**dict(ast.iter_fields(node)), **changes}
    return type(node)(**fields)


def _with(items: Sequence[Any], index: int, *new: Any) -> list[Any]:
    """Return the items with others in one's place."""
    return [*items[:index], *new, *items[index + 1 :]]


def _swapped(items: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the items with each pair of neighbours swapped."""
    for index in range(len(items) - 1):
        yield [*items[:index], items[index + 1], items[index], *items[index + 2 :]]


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _copy(test, ops=[_COMPARISONS[type(test.ops[0])][-1]()])
    return ast.UnaryOp(op=ast.Not(), operand=test)


def _condition_edits(site: _Site) -> _Edits:
    """Yield a condition's contrary, and truth values where they mean more than a dropped body."""
    parent, node = site.parent, site.node
    if site.field not in {"test", "ifs", "guard"} or not isinstance(node, ast.expr):
        return
    yield Operator.CONDITION, _negated(node)
    if not isinstance(parent, ast.Assert | ast.While):
        yield Operator.CONDITION, ast.Constant(value=True)
    if isinstance(parent, ast.If):
        is_one = len(parent.body) == 1 and not isinstance(parent.body[0], _COMPOUND)
        if parent.orelse or not is_one:
            yield Operator.CONDITION, ast.Constant(value=False)
    elif isinstance(parent, ast.IfExp):
        yield Operator.CONDITION, ast.Constant(value=False)


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
"""what may stand in a comparison's place; its contrary is the last"""


def _comparison_edits(node: ast.Compare) -> _Edits:
    for index, operation in enumerate(node.ops):
        for other in _COMPARISONS[type(operation)]:
            yield Operator.COMPARISON, _copy(node, ops=_with(node.ops, index, other()))
    if len(node.ops) > 1:  # a chain that loses an end: 0 <= x < n
        yield (
            Operator.COMPARISON,
            _copy(
                node, left=node.comparators[0], ops=node.ops[1:], comparators=node.comparators[1:]
            ),
        )
        yield Operator.COMPARISON, _copy(node, ops=node.ops[:-1], comparators=node.comparators[:-1])


_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def _arithmetic_edits(node: ast.BinOp | ast.AugAssign) -> _Edits:
    other = _ARITHMETIC.get(type(node.op))
    if other is not None:
        yield Operator.ARITHMETIC, _copy(node, op=other())
    if isinstance(node, ast.AugAssign):
        yield Operator.ARITHMETIC, ast.Assign(targets=[node.target], value=node.value, lineno=0)


def _logic_edits(node: ast.BoolOp) -> _Edits:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield Operator.LOGIC, _copy(node, op=other)
    for index in range(len(node.values)):
        left = _with(node.values, index)
        yield Operator.LOGIC, left[0] if len(left) == 1 else _copy(node, values=left)


def _sign_edits(node: ast.UnaryOp) -> _Edits:
    is_not = isinstance(node.op, ast.Not)
    yield Operator.LOGIC if is_not else Operator.SIGN, node.operand


def _statement_edits(node: ast.stmt) -> _Edits:
    if not isinstance(node, ast.AnnAssign) or node.value is not None:
        yield Operator.STATEMENT, ast.Pass()
    if isinstance(node, ast.Break):
        yield Operator.JUMP, ast.Continue()
    if isinstance(node, ast.Continue):
        yield Operator.JUMP, ast.Break()


def _constant_edits(site: _Site, node: ast.Constant) -> _Edits:
    value: object = node.value
    if isinstance(value, bool):
        yield Operator.CONSTANT, ast.Constant(value=not value)
    elif isinstance(value, int):
        for other in (value + 1, value - 1):
            yield Operator.CONSTANT, _integer(other)
    elif isinstance(site.parent, ast.JoinedStr):
        return  # a template's texts are edited with it
    elif isinstance(value, str):
        for text in _other_texts(value, is_set=_is_set_of_choices(site)):
            yield Operator.STRING, ast.Constant(value=text)
    elif isinstance(value, bytes):
        for data in _other_texts(value, is_set=_is_set_of_choices(site)):
            yield Operator.STRING, ast.Constant(value=data)


def _integer(value: int) -> ast.expr:
    number = ast.Constant(value=abs(value))
    return ast.UnaryOp(op=ast.USub(), operand=number) if value < 0 else number


def _is_set_of_choices(site: _Site) -> bool:
    """Return whether a node is what something has to be in: there the order means nothing."""
    parent = site.parent
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id in {"set", "frozenset"}
    if not isinstance(parent, ast.Compare) or site.field != "comparators":
        return False
    return site.index is not None and isinstance(parent.ops[site.index], ast.In | ast.NotIn)


_WORD = re.compile(rb"[a-z]{3}", re.IGNORECASE)


def _other_texts(text: _TextT, *, is_set: bool) -> Iterator[_TextT]:
    """Yield texts that differ in one place: swapped neighbours only where it is no word."""
    yield text[:0]
    data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    if is_set and not _WORD.search(data):
        yield from (text[:at] + text[at + 1 :] for at in range(len(text)))
        return
    yield text[:-1]
    if not is_set and not _WORD.search(data):
        for at in range(len(text) - 1):
            pair = text[at + 1 : at + 2] + text[at : at + 1]
            yield text[:at] + pair + text[at + 2 :]


def _template_edits(node: ast.JoinedStr) -> _Edits:
    for index, part in enumerate(node.values):
        if isinstance(part, ast.Constant):
            for text in _other_texts(str(part.value), is_set=False):
                new = [ast.Constant(value=text)] if text else []
                yield Operator.STRING, _copy(node, values=_with(node.values, index, *new))


def _element_edits(site: _Site, node: ast.Tuple | ast.List | ast.Set) -> _Edits:
    if not isinstance(node, ast.Set) and not _is_set_of_choices(site):
        for elements in _swapped(node.elts):
            yield Operator.ORDER, _copy(node, elts=elements)
    is_read = isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)
    if is_read and len(node.elts) > 1:
        for index in range(len(node.elts)):
            yield Operator.ELEMENT, _copy(node, elts=_with(node.elts, index))


def _entry_edits(node: ast.Dict) -> _Edits:
    for values in _swapped(node.values):
        yield Operator.ORDER, _copy(node, values=values)
    for index in range(len(node.values)):
        yield (
            Operator.ELEMENT,
            _copy(node, keys=_with(node.keys, index), values=_with(node.values, index)),
        )


_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


def _call_edits(node: ast.Call, own: Container[str]) -> _Edits:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _FUNCTIONS:
        function = ast.Name(id=_FUNCTIONS[name], ctx=ast.Load())
        yield Operator.FUNCTION, _copy(node, func=function)
    if name in own or name == "range":
        for arguments in _swapped(node.args):
            yield Operator.ORDER, _copy(node, args=arguments)
    if name == "range":
        yield from _range_edits(node)


def _range_edits(node: ast.Call) -> _Edits:
    for index, argument in enumerate(node.args[:2]):
        for bound in _other_bounds(argument):
            yield Operator.BOUND, _copy(node, args=_with(node.args, index, bound))
    if len(node.args) == 1:
        yield Operator.BOUND, _copy(node, args=[_integer(1), *node.args])
    if len(node.args) == 3:
        step = _opposite(node.args[2])
        yield Operator.SIGN, _copy(node, args=[*node.args[:2], step])


def _slice_edits(node: ast.Slice) -> _Edits:
    for field, bound in (("lower", node.lower), ("upper", node.upper)):
        if bound is not None:
            for other in _other_bounds(bound):
                yield Operator.BOUND, _copy(node, **{field: other})
        elif node.step is None:
            inner = _integer(1 if field == "lower" else -1)
            yield Operator.BOUND, _copy(node, **{field: inner})
    if node.step is not None:
        yield Operator.SIGN, _copy(node, step=_opposite(node.step))


def _opposite(number: ast.expr) -> ast.expr:
    if isinstance(number, ast.UnaryOp) and isinstance(number.op, ast.USub):
        return number.operand
    return ast.UnaryOp(op=ast.USub(), operand=number)


def _other_bounds(bound: ast.expr) -> Iterator[ast.expr]:
    """Yield a bound and one more or less; one that has a number in it is edited there."""
    if isinstance(bound, ast.Starred):
        return
    if isinstance(bound, ast.BinOp):
        parts: tuple[ast.expr, ...] = (bound.left, bound.right)
    else:
        parts = (bound.operand,) if isinstance(bound, ast.UnaryOp) else (bound,)
    if not any(isinstance(part, ast.Constant) for part in parts):
        for operation in (ast.Add(), ast.Sub()):
            yield ast.BinOp(left=bound, op=operation, right=_integer(1))


_BY_KIND: tuple[tuple[type[Any] | tuple[type[Any], ...], Callable[[Any], _Edits]], ...] = (
    (ast.Compare, _comparison_edits),
    ((ast.BinOp, ast.AugAssign), _arithmetic_edits),
    (ast.BoolOp, _logic_edits),
    (ast.UnaryOp, _sign_edits),
    (ast.JoinedStr, _template_edits),
    (ast.Dict, _entry_edits),
    (ast.Slice, _slice_edits),
    (
        (
            *(ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise),
            *(ast.Delete, ast.Assert, ast.Break, ast.Continue),
        ),
        _statement_edits,
    ),
)
