"""When a judgement can be used again: all that it rests on is the same, by digest.

That is the program (bytes, form, claim, flags), the case (values and limits), the code of the
judge and of the puzzle's plugin, the language (its row and its version), the sandbox and the
machine. What a limit on time or the machine's state may have decided is never used again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

from judge.errors import SandboxError, StoreError
from judge.examiner import Bench, Workload
from judge.models import Case, Judgement, Language, Result, Submission, Verdict
from judge.sandbox.languages import version
from judge.store import WHOLE, Store

FLEETING = frozenset({Verdict.TLE, Verdict.JE, Verdict.NG})
"""verdicts that the machine's state may have decided"""

_JUDGE = Path(__file__).resolve().parent


class Archive:
    """Keeps judgements in a store and hands out those that still hold.

    A store that fails costs nobody a verdict: ``complain`` is told once, and grading goes on
    without it. For one thread at a time.
    """

    def __init__(
        self,
        store: Store,
        bench: Bench,
        conditions: str,
        *,
        fresh: bool,
        complain: Callable[[str], None],
    ) -> None:
        """Use a store; with ``fresh`` only to keep.

        ``conditions`` are further texts on which judgements depend, such as how memory is counted.
        """
        self.reused = 0
        self._store: Store | None = store
        self._bench = bench
        self._conditions = conditions
        self._fresh = fresh
        self._complain = complain
        self._settings: dict[tuple[str, str], str] = {}
        self._entries: dict[int, str] = {}
        self._case_keys: dict[int, str] = {}

    def known(self, load: Workload) -> dict[int | None, Judgement]:
        """Return the judgements on a submission's cases that still hold, by the case's index.

        None in place of an index is the submission as a whole.
        """
        store = self._store
        if store is None or self._fresh:
            return {}
        try:
            kept = store.judgements(self._entry(load))
        except StoreError as error:
            self._fail(error)
            return {}
        if (whole := kept.get(WHOLE)) is not None:
            self.reused += 1
            return {None: _placed(whole, load.submission, None)}
        known: dict[int | None, Judgement] = {
            index: _placed(kept[key], load.submission, case)
            for index, case in enumerate(load.cases)
            if (key := self._case_key(case)) in kept
        }
        self.reused += len(known)
        return known

    def keep(self, load: Workload, judgement: Judgement, case: Case | None) -> None:
        """Keep a judgement that was just reached, if it may ever be used again."""
        if judgement.verdict in FLEETING or not self._writes:
            return
        key = WHOLE if case is None else self._case_key(case)
        self._try(lambda store: store.keep(self._entry(load), key, judgement))

    def finish(self, results: list[Result]) -> None:
        """Keep the results that are complete, for boards."""
        if self._writes:
            rows = [(submission_digest(each.submission), each) for each in results]
            self._try(lambda store: store.keep_results(rows))

    def _case_key(self, case: Case) -> str:
        """Return a case's digest, worked out once for all submissions that are asked it."""
        key = self._case_keys.get(id(case))
        if key is None:
            key = self._case_keys[id(case)] = case_digest(case)
        return key

    def results(self) -> list[Result]:
        """Return the results that are kept; none where the store fails."""
        try:
            return [each.result() for each in self._store.results()] if self._store else []
        except StoreError as error:
            self._fail(error)
            return []

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()

    @property
    def _writes(self) -> bool:
        return self._store is not None and not self._store.is_read_only

    def _try(self, step: Callable[[Store], None]) -> None:
        if self._store is not None:
            try:
                step(self._store)
            except StoreError as error:
                self._fail(error)

    def _fail(self, error: StoreError) -> None:
        self._store = None
        self._complain(str(error))

    def _entry(self, load: Workload) -> str:
        """Return the digest of a submission and of all that its runs depend on but the case."""
        if id(load) not in self._entries:
            submission = load.submission
            place = submission.task.puzzle, submission.language
            if place not in self._settings:
                self._settings[place] = self._setting(*place)
            digest = _digest(self._settings[place], submission_digest(submission))
            self._entries[id(load)] = digest
        return self._entries[id(load)]

    def _setting(self, puzzle: str, language: str) -> str:
        row = self._bench.languages.named(language)
        module = type(self._bench.register.puzzles[puzzle].tasks[0]).__module__
        return _digest(
            code_digest(_JUDGE),
            code_digest(_package_folder(module)),
            str(self._bench.register.owners[puzzle]),
            repr(sorted(asdict(row).items())),
            self._version(row),
            self._bench.sandbox.name,
            self._conditions,
            machine(),
        )

    def _version(self, language: Language) -> str:
        try:
            return version(language, self._bench.sandbox)
        except SandboxError:
            return ""


def submission_digest(submission: Submission) -> str:
    """Return the digest of what a contestant hands in: bytes, form, claim, flags, language."""
    files = [(name, hashlib.sha256(data).hexdigest()) for name, data in submission.files.items()]
    return _digest(
        json.dumps([files, submission.form, submission.claim, submission.flags]),
        submission.language,
        str(submission.task),
    )


def case_digest(case: Case) -> str:
    """Return the digest of what a case asks: its values or raw texts, and its limits."""
    return _digest(
        json.dumps([dict(case.values), case.raw_stdin, case.raw_stdout], sort_keys=True),
        repr(case.limits),
    )


@cache
def code_digest(folder: Path) -> str:
    """Return the digest of the code in a package, drivers and tables included."""
    digest = hashlib.sha256()
    for path in _code_files(folder):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _code_files(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - {"__pycache__", "_bundled", "cases", "reference"})
        for name in sorted(files):
            if name.endswith((".py", ".js", ".yaml")):
                yield Path(root, name)


@cache
def machine() -> str:
    """Return what tells this machine from others: its name, kind, kernel and processors."""
    facts = platform.uname()
    models: set[str] = set()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            models = {line for line in lines if line.startswith("model name")}
    except OSError:
        models = {facts.processor}
    return "\n".join([facts.node, facts.machine, facts.release, *sorted(models)])


def _package_folder(module: str) -> Path:
    spec = importlib.util.find_spec(module.partition(".")[0])
    origin = spec.origin if spec is not None and spec.origin else __file__
    return Path(origin).resolve().parent


def _placed(judgement: Judgement, submission: Submission, case: Case | None) -> Judgement:
    return replace(
        judgement,
        submission=submission.path,
        task=submission.task,
        suite=None if case is None else case.suite,
        case=None if case is None else case.id,
        case_title="" if case is None else case.title,
    )


def _digest(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogateescape")
        digest.update(f"{len(data)}\0".encode() + data)
    return digest.hexdigest()
