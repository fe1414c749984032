"""A case file as a tree of text, lists and mappings with their places, and no type but text.

YAML has far more than case files need: types guessed from spelling, tags, anchors, aliases, merge
keys, several documents in a file. The tree is built from the parser's events, one after another
(no recursion, however deep the file), and everything else is refused by name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import yaml
from yaml.error import MarkedYAMLError

from judge.cases import syntax
from judge.cases.nodes import Entry, Mapping, Node, Scalar, Sequence, Style
from judge.cases.source import Source, read_source
from judge.compare import excerpt
from judge.errors import CaseError

LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
"""PyYAML's parser: the one in C where it was built, else the one in Python."""

_STYLES = {
    None: Style.PLAIN,
    "": Style.PLAIN,
    "'": Style.SINGLE_QUOTED,
    '"': Style.DOUBLE_QUOTED,
    "|": Style.LITERAL,
    ">": Style.FOLDED,
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_HEADER = re.compile(r"[|>][-+]?(?P<indentation>[1-9]?)[-+]?(?: |$)")
_TAB_OR_REMARK = re.compile(r"\t|(?:^|(?<=[ \t]))#")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What a file holds; ``root`` is None where there is nothing or the file cannot be parsed."""

    root: Node | None
    faults: tuple[CaseError, ...]


def read_tree(source: Source) -> Tree:
    """Return a source's tree, and everything in it that a case file cannot have.

    A value that is refused (a tag, an alias) stays in the tree as the text that YAML leaves of it,
    at the place of its fault, so that one reading finds the faults behind it too.
    """
    builder = _Builder(source)
    try:
        builder.read()
        if "\t" in source.text:
            _refuse_tabs(source, builder.scalars)
    except CaseError as fault:
        return Tree(root=None, faults=(*builder.faults, fault))
    if builder.root is None and not builder.faults:
        builder.faults.append(
            source.error("the file is empty; a suite begins with `puzzle:`", 1, 1)
        )
    return Tree(root=builder.root, faults=tuple(builder.faults))


def why_not_yaml(path: Path) -> CaseError | None:
    """Return why a file that YAML's parser refuses cannot be read, whatever the file is for.

    None where nothing is found after all.
    """
    try:
        source = read_source(path)
    except CaseError as fault:
        return fault
    faults = read_tree(source).faults
    return faults[-1] if faults else None  # behind the last one nothing could be read


class _Builder:
    """Builds a tree from the parser's events."""

    def __init__(self, source: Source) -> None:
        self.faults: list[CaseError] = []
        self.scalars: list[Scalar] = []
        self.root: Node | None = None
        self._source = source
        self._open: list[tuple[yaml.CollectionStartEvent, list[Node]]] = []

    def read(self) -> None:
        """Read the whole document; CaseError where the parser or the depth forbids to go on."""
        try:
            for event in yaml.parse(self._source.text, Loader=LOADER):
                if isinstance(event, yaml.ScalarEvent):
                    self._scalar(event)
                elif isinstance(event, yaml.CollectionStartEvent):
                    self._begin(event)
                elif isinstance(event, yaml.CollectionEndEvent):
                    self._end()
                elif isinstance(event, yaml.AliasEvent):
                    self._alias(event)
                elif isinstance(event, yaml.DocumentStartEvent):
                    self._document(event)
        except MarkedYAMLError as error:
            last = self.scalars[-1] if self.scalars else None
            raise syntax.explained(error, self._source, last) from error
        except (ValueError, OverflowError) as error:
            # The parser in Python meets an escape for a character beyond Unicode in this way.
            last = self.scalars[-1] if self.scalars else None
            start = (last.end_line, last.end_column) if last else (1, 1)
            raise syntax.no_character(self._source, *start) from error

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        line, column = syntax.place(event.start_mark)
        end_line, end_column = syntax.place(event.end_mark)
        if line == end_line and column == end_column:
            # Nothing at all: the two parsers put it at different ends of the blanks behind a key.
            column = end_column = len(self._source.rest(line, 1)[: column - 1].rstrip(" ")) + 1
        scalar = Scalar(
            text=event.value,
            style=_STYLES[event.style],
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
        )
        self.scalars.append(scalar)
        if event.tag is not None or event.anchor is not None:
            self._refuse_adornment(scalar.line, scalar.column)
        elif scalar.style is Style.DOUBLE_QUOTED and _SURROGATE.search(scalar.text):
            raise syntax.no_character(self._source, scalar.line, scalar.column)
        else:
            self._refuse_doubtful(scalar)
        self._add(scalar)

    def _refuse_doubtful(self, scalar: Scalar) -> None:
        """Refuse what the parser in Python does not take for text, though the one in C does."""
        if scalar.style is Style.PLAIN:
            if "?" in scalar.text and any(event.flow_style for event, _ in self._open):
                column = scalar.column + scalar.text.index("?")
                raise syntax.question(self._source, scalar.line, column)
        elif scalar.is_block:
            header = _HEADER.match(self._source.rest(scalar.line, scalar.column))
            if header is None:
                self._refuse_adornment(scalar.line, scalar.column)
            elif not header["indentation"] and scalar.text.lstrip("\n").startswith("\t"):
                blank_lines = len(scalar.text) - len(scalar.text.lstrip("\n"))
                line = scalar.line + 1 + blank_lines
                raise syntax.tab(self._source, line, self._source.rest(line, 1).index("\t") + 1)

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        line, column = syntax.place(event.start_mark)
        if len(self._open) == syntax.MOST_LEVELS:
            raise syntax.too_deep(self._source, line)
        if event.tag is not None or event.anchor is not None:
            self._refuse_adornment(line, column)
        self._open.append((event, []))

    def _end(self) -> None:
        event, nodes = self._open.pop()
        line, column = syntax.place(event.start_mark)
        if isinstance(event, yaml.SequenceStartEvent):
            self._add(Sequence(line=line, column=column, items=tuple(nodes)))
        else:
            self._add(Mapping(line=line, column=column, entries=self._entries(nodes)))

    def _alias(self, event: yaml.AliasEvent) -> None:
        line, column = syntax.place(event.start_mark)
        self._refuse_adornment(line, column)
        self._add(
            Scalar(
                text="",
                style=Style.PLAIN,
                line=line,
                column=column,
                end_line=line,
                end_column=column,
            )
        )

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        line, column = syntax.place(event.start_mark)
        if event.version or event.tags:
            self.faults.append(syntax.directive(self._source, line))
        if self.root is not None:
            message = "a second document begins here; a file holds one document"
            raise self._source.error(message, line, column)

    def _add(self, node: Node) -> None:
        if self._open:
            self._open[-1][1].append(node)
        else:
            self.root = node

    def _entries(self, nodes: list[Node]) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                self._refuse(key, "a key is a plain word, not a list or mapping")
            elif key.text == "<<":
                self._refuse(key, "there are no merge keys (<<) here; write the keys out")
            elif key.text in entries:
                first = entries[key.text].key.line
                self._refuse(
                    key,
                    f"the key {excerpt(key.text)} is there twice, in line {first} and in line "
                    f"{key.line}; keep one",
                )
            else:
                entries[key.text] = Entry(key=key, value=value)
        return entries

    def _refuse(self, node: Node, message: str) -> None:
        self.faults.append(self._source.error(message, node.line, node.column))

    def _refuse_adornment(self, line: int, column: int) -> None:
        self.faults.append(syntax.reserved(self._source, line, column))


def _refuse_tabs(source: Source, scalars: list[Scalar]) -> None:
    """Raise CaseError for a tab outside of quotes, blocks and remarks.

    The two parsers differ on such tabs: the one in C takes some of them for blanks.
    """
    block_lines = _block_lines(scalars)
    quotes = _quotes(scalars)
    for number, text in enumerate(source.lines, 1):
        if "\t" not in text or number in block_lines:
            continue
        for found in _TAB_OR_REMARK.finditer(text):
            column = found.start() + 1
            if any(start <= (number, column) < end for start, end in quotes.get(number, ())):
                continue
            if found[0] == "#":
                break
            raise syntax.tab(source, number, column)


def _block_lines(scalars: list[Scalar]) -> set[int]:
    lines: set[int] = set()
    for scalar in scalars:
        if scalar.is_block:
            last = scalar.end_line if scalar.end_column > 1 else scalar.end_line - 1
            lines.update(range(scalar.line + 1, last + 1))
    return lines


def _quotes(scalars: list[Scalar]) -> dict[int, list[tuple[tuple[int, int], tuple[int, int]]]]:
    """Return where quoted text begins and ends, by each line that it touches."""
    quotes: dict[int, list[tuple[tuple[int, int], tuple[int, int]]]] = defaultdict(list)
    for scalar in scalars:
        if scalar.style in (Style.SINGLE_QUOTED, Style.DOUBLE_QUOTED):
            span = (scalar.line, scalar.column), (scalar.end_line, scalar.end_column)
            for line in range(scalar.line, scalar.end_line + 1):
                quotes[line].append(span)
    return quotes
