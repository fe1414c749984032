"""Sidecars: what a small YAML file beside a program says of it, such as its task or its flags."""

from __future__ import annotations

import difflib
import stat
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import yaml

from judge.cases import why_not_yaml
from judge.errors import SubmissionError
from judge.models import Form, Verdict

SIDECAR_SUFFIX = ".yaml"
SIDECAR_KEYS = ("task", "language", "claim", "form", "files", "flags", "submitted", "expect")
LARGEST_FILE_BYTES = 16 * 2**20

_BaseLoader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sidecar:
    """What a sidecar says; None or empty where it is silent.

    ``submitted`` has a zone (UTC where none is written), so that any two can be compared.
    """

    task: str | None = None
    language: str | None = None
    claim: str | None = None
    form: Form | None = None
    files: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    submitted: datetime | None = None
    expect: Verdict | None = None


def file_content(path: Path) -> bytes:
    """Return the bytes of a submission's file; SubmissionError where they cannot be had."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SubmissionError(f"{path} is not a regular file")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise SubmissionError(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > LARGEST_FILE_BYTES:
        raise SubmissionError(f"{path} is larger than {LARGEST_FILE_BYTES // 2**20} MiB")
    return content


def read_sidecar(path: Path) -> Sidecar:
    """Return what a sidecar says.

    Raises SubmissionError with the file, the line and the remedy. Every value is text, whatever
    else YAML would make of it.
    """
    entries = _entries(path)
    return Sidecar(
        task=_text(path, entries, "task"),
        language=_text(path, entries, "language"),
        claim=_text(path, entries, "claim"),
        form=_form(path, entries),
        files=_texts(path, entries, "files"),
        flags=_texts(path, entries, "flags"),
        submitted=_time(path, entries),
        expect=_verdict(path, entries),
    )


def _entries(path: Path) -> dict[str, yaml.Node]:
    root = _root(path)
    if not isinstance(root, yaml.MappingNode):
        raise SubmissionError(f"{path}: a sidecar is a mapping such as `task: box/simulate`")
    entries: dict[str, yaml.Node] = {}
    for key, value in root.value:
        if key.value not in SIDECAR_KEYS:
            raise _fault(path, key, _unknown_key(key))
        if key.value in entries:
            raise _fault(path, key, f"the key {key.value} is there twice; keep one")
        entries[key.value] = value
    return entries


def _root(path: Path) -> yaml.Node | None:
    try:
        return yaml.compose(file_content(path), Loader=_BaseLoader)
    except (yaml.YAMLError, UnicodeError, RecursionError) as error:
        told = str(why_not_yaml(path) or f"{path}: this is not YAML").partition("\n")[0]
        raise SubmissionError(told) from error


def _fault(path: Path, node: yaml.Node, message: str) -> SubmissionError:
    return SubmissionError(f"{path}:{node.start_mark.line + 1}: {message}")


def _unknown_key(key: yaml.Node) -> str:
    if not isinstance(key, yaml.ScalarNode):
        return f"a key is one word (keys: {', '.join(SIDECAR_KEYS)})"
    near = difflib.get_close_matches(key.value, SIDECAR_KEYS, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"there is no key {_shown(key.value)}{hint} (keys: {', '.join(SIDECAR_KEYS)})"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:80] + "…")


def _text(path: Path, entries: dict[str, yaml.Node], key: str) -> str | None:
    node = entries.get(key)
    if node is None:
        return None
    if not isinstance(node, yaml.ScalarNode):
        raise _fault(path, node, f"{key} is one word of text, not a list or mapping")
    return _plain(path, node, key)


def _plain(path: Path, node: yaml.ScalarNode, key: str) -> str:
    text = str(node.value)
    if not text:
        raise _fault(path, node, f"{key} has an empty text; write one or leave it out")
    # Neither a file nor a program's argument can hold NUL or half a character.
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise _fault(path, node, f"{key} has a character that cannot stand there: {_shown(text)}")
    return text


def _texts(path: Path, entries: dict[str, yaml.Node], key: str) -> tuple[str, ...]:
    node = entries.get(key)
    if node is None:
        return ()
    if isinstance(node, yaml.ScalarNode):
        return tuple(_plain(path, node, key).split())
    items = node.value if isinstance(node, yaml.SequenceNode) else [node]
    texts: list[str] = []
    for item in items:
        if not isinstance(item, yaml.ScalarNode):
            raise _fault(path, item, f"{key} is a list of texts such as [a, b]")
        texts.append(_plain(path, item, key))
    return tuple(texts)


def _form(path: Path, entries: dict[str, yaml.Node]) -> Form | None:
    text = _text(path, entries, "form")
    if text is not None and text not in set(Form):
        wanted = " or ".join(Form)
        raise _fault(path, entries["form"], f"form is {wanted}, not {_shown(text)}")
    return None if text is None else Form(text)


def _time(path: Path, entries: dict[str, yaml.Node]) -> datetime | None:
    text = _text(path, entries, "submitted")
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        message = f"submitted is a time such as 2026-05-17T14:30:00Z, not {_shown(text)}"
        raise _fault(path, entries["submitted"], message) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _verdict(path: Path, entries: dict[str, yaml.Node]) -> Verdict | None:
    text = _text(path, entries, "expect")
    if text is not None and text not in set(Verdict):
        wanted = ", ".join(Verdict)
        raise _fault(path, entries["expect"], f"expect is one of {wanted}, not {_shown(text)}")
    return None if text is None else Verdict(text)
