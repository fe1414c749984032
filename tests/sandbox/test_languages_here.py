"""Each language that is on this machine, really built and run: right, wrong, greedy and flagged."""

from __future__ import annotations

import glob
from pathlib import Path

import pytest
from runtimes import needs_language

from judge.languages import said_hello
from judge.models import Ending, Limits, Run, Submission, TaskId, Verdict
from judge.sandbox.builds import Prepared, Refusal, prepare
from judge.sandbox.languages import LanguageTable
from judge.sandbox.tiers import choose, strongest_sandbox
from judge.verdicts import limits_for, run_fault

LANGUAGES = LanguageTable.with_extra(())
PROGRAMS = Path(__file__).parents[1] / "programs" / "languages"
NAMES = [language.name for language in LANGUAGES]
COMPILED = [language.name for language in LANGUAGES if language.compile]

TEXT = "┏ é!\n".encode()
NUMBERS = b"17 25\n"
SUM = b"42\n"
NUMBERS_ALONE = {"bc", "dc"}
"""languages that read no texts"""

SMALL = Limits(time_s=20, wall_s=60, memory_bytes=64 * 2**20)


def programs(stem: str, names: list[str]) -> list[Path]:
    found = {name: sorted((PROGRAMS / name).glob(f"{stem}.*")) for name in names}
    assert all(found.values()), [name for name, paths in found.items() if not paths]
    return [path for paths in found.values() for path in paths]


def prepared(language: str, path: Path, source: bytes, flags: tuple[str, ...] = ()) -> Prepared:
    outcome = built(language, path, source, flags)
    assert isinstance(outcome, Prepared), outcome
    return outcome


def built(
    language: str, path: Path, source: bytes, flags: tuple[str, ...] = ()
) -> Prepared | Refusal:
    needs_language(language)
    entry = Submission(
        name=path.stem,
        contestant="",
        path=path,
        task=TaskId(puzzle="none", task="none"),
        language=language,
        files={path.name: source},
        flags=flags,
    )
    return prepare(entry, LANGUAGES.named(language), None, strongest_sandbox())


def run(ready: Prepared, stdin: bytes, limits: Limits) -> Run:
    with strongest_sandbox().open(ready.files) as box:
        command = ready.command(box, limits.memory_bytes)
        return box.run(command, stdin, limits_for(ready.language, limits))


def said(language: str, source: str, flags: tuple[str, ...] = (), stdin: bytes = b"\n") -> str:
    path = Path(f"program{LANGUAGES.named(language).suffixes[0]}")
    done = run(prepared(language, path, source.encode(), flags), stdin, Limits(time_s=20))
    assert (done.ending, done.exit_status) == (Ending.EXITED, 0), done
    return done.stdout.decode()


@pytest.mark.parametrize("name", NAMES)
def test_a_language_says_hello_in_each_tier(name: str, tier: str) -> None:
    needs_language(name)
    hello = said_hello(LANGUAGES.named(name), choose(tier))
    assert hello.fault == "", hello
    assert hello.run is not None
    assert hello.run.stderr == b""


def test_what_the_rows_need_can_be_read_in_each_tier(tier: str) -> None:
    needed = [path for language in LANGUAGES for each in language.needs for path in glob.glob(each)]
    script = (
        'for path; do test -r "$path" || echo "$path"; done; test -r /etc/ld.so.cache && echo ok'
    )
    with choose(tier).open({}) as box:
        done = box.run(["sh", "-c", script, "sh", *needed], b"", Limits())
    assert done.stdout == b"ok\n"


@pytest.mark.parametrize("path", programs("sum", NAMES), ids=lambda path: path.name)
def test_a_program_reads_a_line_and_numbers_and_prints_both(path: Path) -> None:
    language = path.parent.name
    assert LANGUAGES.by_suffix(path.suffix) is LANGUAGES.named(language)
    text = b"" if language in NUMBERS_ALONE else TEXT
    done = run(prepared(language, path, path.read_bytes()), text + NUMBERS, SMALL)
    assert (done.exit_status, done.stderr) == (0, b""), done
    assert done.stdout == text + SUM


@pytest.mark.parametrize(
    "path",
    programs("hoards", [name for name in NAMES if name != "brainfuck"]),
    ids=lambda path: path.name,
)
def test_a_program_that_hoards_memory_is_found_out(path: Path) -> None:
    ready = prepared(path.parent.name, path, path.read_bytes())
    done = run(ready, b"\n", SMALL)
    fault = run_fault(done, limits_for(ready.language, SMALL), ready.language)
    assert fault is not None, done
    assert fault.verdict is Verdict.MLE, (fault, done)


@pytest.mark.parametrize("path", programs("broken", COMPILED), ids=lambda path: path.name)
def test_a_program_that_does_not_compile_is_told_where(path: Path) -> None:
    refusal = built(path.parent.name, path, path.read_bytes())
    assert isinstance(refusal, Refusal)
    assert refusal.verdict is Verdict.CE
    assert refusal.reason.startswith("it does not compile: ")
    assert "ubmission." in refusal.detail or "answer" in refusal.detail
    if path.parent.name not in {"brainfuck", "typescript"}:  # these break their grammar
        assert "answer" in refusal.reason or "cannot find symbol" in refusal.reason
    for folder in ("judge-box", "/tmp", "/sub/"):  # where they were compiled
        assert folder not in refusal.reason + refusal.detail


FLAGS = {
    "python": (("-O",), "print(__debug__)", "False"),
    "pypy": (("-O",), "print(__debug__)", "False"),
    "javascript": (("--stack-trace-limit=3",), "console.log(Error.stackTraceLimit)", "3"),
    "typescript": (
        ("--stack-trace-limit=3",),
        "console.log((Error as any).stackTraceLimit)",
        "3",
    ),
    "c": (('-DWORD="flag"',), "int puts(); int main() { puts(WORD); }", "flag"),
    "cpp": (("-DWORD=7",), "#include <iostream>\nint main() { std::cout << WORD; }", "7"),
    "rust": (("--cfg", "word"), 'fn main() { println!("{}", cfg!(word)) }', "true"),
    "go": (
        ("-ldflags=-X main.word=flag",),
        'package main; import "fmt"; var word = ""; func main() { fmt.Println(word) }',
        "flag",
    ),
    "java": (
        ("-parameters",),
        "class A { public static void main(String[] word) throws Exception { System.out.println("
        'A.class.getMethod("main", String[].class).getParameters()[0].getName()); } }',
        "word",
    ),
    "kotlin": (
        ("-java-parameters",),
        "class A { fun a(word: Int) { } }\n"
        'fun main() { println(A::class.java.methods.first { it.name == "a" }.parameters[0].name) }',
        "word",
    ),
    "scala": (
        ("-Xdisable-assertions",),
        'object A extends App { assert(false); println("ok") }',
        "ok",
    ),
    "csharp": (
        ("-define:WORD",),
        "class A { static void Main() {\n#if WORD\nSystem.Console.Write(7);\n#endif\n} }",
        "7",
    ),
    "ruby": (("-n",), "puts $_.upcase", "FLAG"),
    "perl": (("-n",), "print uc", "FLAG"),
    "php": (("-d", "precision=3"), "<?=1/3;", "0.333"),
    "lua": (("-e", "word='flag'"), "print(word)", "flag"),
    "haskell": (("-cpp", "-DWORD=7"), "main = print WORD", "7"),
    "ocaml": (("-noassert",), 'let () = assert (1 = 2); print_string "ok"', "ok"),
    "r": (
        ("--encoding=latin1",),
        'cat(any(commandArgs() == "--encoding=latin1"))',
        "TRUE",
    ),
    "octave": (("--traditional",), "disp(confirm_recursive_rmdir)", "0"),
    "bash": (("-u",), "[[ $- == *u* ]] && echo yes", "yes"),
    "awk": (("-v", "word=flag"), "BEGIN { print word }", "flag"),
    "sed": (("-n",), "p", "flag"),
    "jq": (("--arg", "word", "flag"), "$word", "flag"),
    "dc": (("-e", "7"), "p", "7"),
    "bc": (("-l",), "scale\nquit\n", "20"),
    "brainfuck": (('-Dmain=main(void) { puts("flag"); } int other',), ".", "flag"),
    "prolog": (("-g", "write(flag)"), "", "flag"),
    "scheme": (("-e", "main"), '(define (main words) (display "flag"))', "flag"),
    "racket": (("-v",), "#lang racket/base", "Welcome to Racket"),
    "lisp": (
        ("--dynamic-space-size", "64MB"),
        '(format t "~a" (sb-ext:dynamic-space-size))',
        "67108864",
    ),
    "tcl": (("-encoding", "iso8859-1"), 'puts [string length "é"]', "2"),
    "pascal": (("-dWORD",), "begin {$ifdef WORD} writeln(7) {$endif} end.", "7"),
    "fortran": (("-fdefault-integer-8",), "print '(i0)', kind(1); end", "8"),
    "nim": (("-d:word",), "when defined(word): echo 7", "7"),
}
"""for each language flags, a program that tells of them, and what it prints"""


@pytest.mark.parametrize("name", NAMES)
def test_a_submission_s_flags_reach_what_runs_or_compiles_it(name: str) -> None:
    flags, source, told = FLAGS[name]
    assert said(name, source, flags, b"flag\n").startswith(told)
