"""How a picture of the box, drawn with characters by a program, is compared with the right one."""

from __future__ import annotations

from judge.compare import excerpt, first_difference, lines
from judge.models import Outcome
from judge_plugins.box.picture import HOLE_MARK, mirrored, picture, place_name
from judge_plugins.box.rules import Side, State


def picture_outcome(state: State, text: str) -> Outcome:
    """Return whether a printed text is the picture of a box, with the first difference in words."""
    expected, printed = picture(state), _shape(lines(text))
    if printed == expected:
        return Outcome(accepted=True)
    if printed:
        reason = _difference(state, expected, printed)
    else:
        reason = f"printed {'only blanks' if text else 'nothing'}, expected a picture of the box"
    return Outcome(accepted=False, reason=reason, expected="\n".join(expected), actual=text)


def _shape(block: list[str]) -> list[str]:
    """Return lines without the blank ones before them and without their common indent.

    Source: white space around the picture is ignored, the shape inside is not. The first line's
    own blanks beyond the common indent are shape.
    """
    start = next((number for number, line in enumerate(block) if line), len(block))
    kept = block[start:]
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for line in kept if line]
    if not indents:
        return []
    shortest, longest = min(indents), max(indents)
    common = 0
    while common < len(shortest) and shortest[common] == longest[common]:
        common += 1
    return [line[common:] for line in kept]


def _difference(state: State, expected: list[str], printed: list[str]) -> str:
    """Return a sentence on how a wrong picture differs, a known confusion named as such."""
    if printed == ["!"]:
        return "printed ! though all is legal and no smole leaves: expected a picture of the box"
    if printed == [state.cells]:
        return "printed the string of cells; the claim ascii asks for a picture instead"
    return _confusion(state, expected, printed) or _first_place(state, expected, printed)


def _confusion(state: State, expected: list[str], printed: list[str]) -> str:
    """Return what kind of right-looking picture was printed, in a sentence, or ``""``."""
    if printed == _shape(lines("\n".join(expected).replace(HOLE_MARK, " "))):
        return f"the picture lacks the {HOLE_MARK} in the place just outside the hole"
    if printed == _shape([expected[0].lstrip(" "), *expected[1:]]):
        return "line 1 of the picture has lost the blanks before it, which belong to its shape"
    if list(filter(None, printed)) == expected:
        return "the picture is right but for an empty line in it"
    for side in Side:
        other = picture(State(cells=state.cells, down=side))
        if printed == other:
            return (
                f"the picture is that of another orientation: it has the box's {_side(side)} "
                f"below, expected its {_side(state.down)}"
            )
        if printed == _shape(mirrored(other)):
            return "the picture is mirrored"
    return ""


def _side(side: Side) -> str:
    name = side.name.lower()
    return name if side in {Side.BOTTOM, Side.TOP} else f"{name} side"


def _first_place(state: State, expected: list[str], printed: list[str]) -> str:
    """Return a sentence on the first place in which two pictures differ."""
    for row, (wanted, got) in enumerate(zip(expected, printed, strict=False)):
        if wanted == got:
            continue
        width = max(len(wanted), len(got))
        pairs = zip(wanted.ljust(width), got.ljust(width), strict=True)
        column = next(column for column, (one, other) in enumerate(pairs) if one != other)
        place = place_name(state.down, row, column)
        return (
            f"line {row + 1}, column {column + 1} of the picture ({place}): "
            f"expected {_shown(wanted, column)}, printed {_shown(got, column)}"
        )
    return first_difference(expected, printed)


def _shown(line: str, column: int) -> str:
    character = line[column : column + 1]
    return "a blank" if character in {"", " "} else f'"{excerpt(character)}"'
