"""A program's bytes: counted as they are, handed over as they are, whatever their language says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from runtimes import needs_language

from judge.models import Language, Limits, Run, Submission, TaskId
from judge.sandbox.builds import Refusal, prepare
from judge.sandbox.languages import LanguageTable, language_of
from judge.sandbox.tiers import strongest_sandbox
from judge.verdicts import limits_for

LANGUAGES = LanguageTable.with_extra(())
BOM = b"\xef\xbb\xbf"
EVERY_BYTE = BOM + bytes(range(256)) + b"\r\n\r\nno newline at the end\x1a"


def submission(language: Language, source: bytes, flags: tuple[str, ...] = ()) -> Submission:
    path = Path(f"program{language.suffixes[0]}")
    return Submission(
        name=path.stem,
        contestant="",
        path=path,
        task=TaskId(puzzle="none", task="none"),
        language=language.name,
        files={path.name: source},
        flags=flags,
    )


def outcome(language: Language, source: bytes, flags: tuple[str, ...] = ()) -> Run | Refusal:
    sandbox = strongest_sandbox()
    ready = prepare(submission(language, source, flags), language, None, sandbox)
    if isinstance(ready, Refusal):
        return ready
    with sandbox.open(ready.files) as box:
        return box.run(ready.command(box), b"\n", limits_for(language, Limits()))


def row(**changes: object) -> Language:
    facts = {
        "name": "shout",
        "title": "Shout",
        "suffixes": [".shout"],
        "source": "submission.shout",
        "run": ["cat", "{source}"],
        "version": ["cat", "--version"],
        "package": "coreutils",
    }
    return language_of({**facts, **changes})


@pytest.mark.parametrize(
    "language",
    [
        row(),
        row(compile=["cp", "{source}", "{build}/copy"], run=["cat", "{build}/copy"]),
        row(source_pattern=r"public class (\w+)", code_page="Shout-256"),
    ],
    ids=["interpreted", "compiled", "read"],
)
def test_the_bytes_of_a_program_are_handed_over_and_counted_as_they_are(language: Language) -> None:
    entry = submission(language, EVERY_BYTE)
    assert entry.byte_count == len(EVERY_BYTE)
    done = outcome(language, EVERY_BYTE)
    assert isinstance(done, Run)
    assert done.stdout == EVERY_BYTE


def test_a_language_s_own_code_page_has_one_character_in_each_byte() -> None:
    interpreter = (
        "import sys; words = {0xe9: 'hello', 0x00: 'world'};"
        "print(*(words[byte] for byte in open(sys.argv[1], 'rb').read()))"
    )
    language = row(run=["{python}", "-c", interpreter, "{source}"], code_page="Shout-256")
    assert language.code_page == "Shout-256"
    done = outcome(language, b"\xe9\x00")
    assert isinstance(done, Run)
    assert done.stdout == b"hello world\n"
    assert submission(language, b"\xe9\x00").byte_count == 2


@pytest.mark.parametrize(
    ("flags", "cost"),
    [((), 0), (("-n",), 3), (("-n", "-l"), 6), (("-F é",), 6)],
)
def test_each_flag_costs_its_bytes_and_the_blank_before_it(
    flags: tuple[str, ...], cost: int
) -> None:
    assert submission(row(), b"print\r\n", flags).byte_count == 7 + cost


ECHO = 'echo "$@" >said'


@pytest.mark.parametrize(
    ("changes", "flags", "printed"),
    [
        ({"run": ["echo", "{source}"]}, ("-x", "-y"), "-x -y SOURCE"),
        ({"run": ["echo", "{flags}", "-f", "{source}"]}, ("-x", "-y"), "-x -y -f SOURCE"),
        ({"run": ["echo", "{flags}", "-f", "{source}"]}, (), "-f SOURCE"),
        ({"run": ["echo", "{source}", "{flags}"]}, ("a b",), "SOURCE a b"),
        (
            {"run": ["cat", "{build}/said"], "compile": ["sh", "-c", ECHO, "sh", "{source}"]},
            ("-x", "-y"),
            "-x -y SOURCE",
        ),
        (
            {"run": ["echo", "{flags}"], "compile": ["sh", "-c", ECHO, "sh", "{source}"]},
            ("-x", "-y"),
            "-x -y",
        ),
    ],
    ids=["before", "at-their-place", "none", "last", "to-the-compiler", "to-what-runs-a-build"],
)
def test_flags_stand_where_the_row_says(
    changes: Mapping[str, object], flags: tuple[str, ...], printed: str
) -> None:
    done = outcome(row(**changes), b"", flags)
    assert isinstance(done, Run), done
    told = re.sub(r"/\S+/submission\.shout", "SOURCE", done.stdout.decode())
    assert told == f"{printed}\n"


MARK = b"a?b"
CE, RTE = "CE", "RTE"

TOLD: dict[str, tuple[bytes, tuple[bytes | str, ...]]] = {
    "python": (b'print("a?b")', (b"ab\n", b"ab\n", RTE, RTE)),
    "javascript": (
        b'console.log("a?b")',
        (b"ab\n", b"ab\n", b"a\0b\n", "a\N{REPLACEMENT CHARACTER}b\n".encode()),
    ),
    "c": (
        b'int puts();\nint main() { puts("a?b"); }',
        (b"ab\n", b"ab\n", b"a\n", b"a\xe9b\n"),
    ),
    "java": (
        b'class A { public static void main(String[] a) {\nSystem.out.println("a?b"); } }',
        (CE, b"ab\n", b"a\0b\n", CE),
    ),
    "rust": (b'fn main() {\nprintln!("a?b") }', (b"ab\n", b"ab\n", b"a\0b\n", CE)),
    "go": (
        b'package main\nimport "fmt"\nfunc main() { fmt.Println("a?b") }',
        (b"ab\n", b"ab\n", CE, CE),
    ),
    "perl": (b'print "a?b\\n"', (b"ab\n", b"ab\n", b"a\0b\n", b"a\xe9b\n")),
    "ruby": (b'puts "a?b"', (b"ab\n", b"ab\n", b"a\0b\n", RTE)),
    "php": (b'<?="a?b\\n";', (BOM + b"ab\n", b"ab\n", b"a\0b\n", b"a\xe9b\n")),
    "lua": (b'print("a?b")', (b"ab\n", b"ab\n", b"a\0b\n", b"a\xe9b\n")),
    "bash": (b"echo a?b", (RTE, b"ab\r\n", RTE, b"a\xe9b\n")),
    "sed": (b"s/.*/a?b/", (RTE, b"ab\n", b"a\0b\n", b"a\xe9b\n")),
}
"""for each language a program with a mark, and what comes of it with a byte order mark, with CRLF
line ends, with NUL and with a byte of Latin-1 in the mark; what runs is up to the language"""


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("oddity", range(4), ids=["bom", "crlf", "nul", "latin-1"])
def test_an_odd_byte_means_what_the_language_makes_of_it(name: str, oddity: int) -> None:
    needs_language(name)
    program, results = TOLD[name]
    plain = program.replace(MARK, b"ab")
    source = (
        BOM + plain,
        plain.replace(b"\n", b"\r\n") + b"\r\n",
        program.replace(MARK, b"a\0b"),
        program.replace(MARK, b"a\xe9b"),
    )[oddity]
    done = outcome(LANGUAGES.named(name), source)
    if isinstance(done, Refusal):
        assert str(done.verdict) == results[oddity], done
    else:
        assert (RTE if done.exit_status else done.stdout) == results[oddity], done
