"""``judge languages``: what is here, what is missing, what works, and rows of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from calling import Judge

from judge.errors import UsageError
from judge.languages import language_table
from judge.manager import PluginSource, load_register
from judge.models import Language
from judge.sandbox.languages import LanguageTable

ROWS = """\
- name: shout
  title: Shout
  suffixes: [.shout]
  source: submission.shout
  run: [sed, "s/.*/hello/", "{source}"]
  version: [sed, --version]
  package: sed
  code_page: Shout-256
  hello: any one line
- {name: perl, title: Perl, suffixes: [.pl], source: x.pl, run: [no-such-perl, "{source}"],
   version: [no-such-perl], package: perlery, hello: print "hello"}
"""


def test_a_file_of_one_s_own_adds_languages_and_replaces_others(
    judge: Judge, tmp_path: Path
) -> None:
    (tmp_path / "rows.yaml").write_text(ROWS)
    called = judge("languages", "--languages", "rows.yaml")
    assert called.status == 0
    rows = {line.split()[0]: line for line in called.out.splitlines()}
    assert "code page" in rows["language"]
    assert rows["shout"].split()[1:4] == [".shout", "Shout-256", "yes"]
    assert rows["python"].split()[1:4] == [".py", "-", "yes"]
    assert "no-such-perl is not here; install the package perlery" in rows["perl"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ROWS.replace(".shout]", ".py]"),
            "rows.yaml: the suffix .py is claimed by two languages, ",
        ),
        (ROWS.replace("code_page", "code-page"), "did you mean code_page?"),
        (ROWS + ROWS, "rows.yaml: two languages are named 'shout': Shout and Shout"),
        ("", "rows.yaml: the table of languages must be a list of rows"),
        ("- name: [x\n  title: y", 'rows.yaml:1:9: the list that "[" opens here is not closed'),
        ("- " * 5000, "rows.yaml:1:1: lists and mappings lie more than 10 deep"),
    ],
)
def test_a_faulty_file_of_languages_is_one_clear_error(
    judge: Judge, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "rows.yaml").write_text(text)
    called = judge("languages", "--languages", "rows.yaml")
    assert called.status == 2
    assert message in called.err
    assert len(called.err.splitlines()) == 1


def test_a_file_of_languages_that_is_not_there_is_one_clear_error(judge: Judge) -> None:
    called = judge("languages", "--languages", "gone.yaml")
    assert called.status == 2
    error = "judge: error: gone.yaml: cannot read the file: No such file or directory\n"
    assert called.err == error


def only(rows: str) -> str:
    """Return rows that leave Python, and let all others be missing: to check is to run each."""
    absent = (
        f"- {{name: {row.name}, title: {row.title!r}, suffixes: {list(row.suffixes)}, source: x, "
        "run: [no-such-program], version: [no-such-program], package: none}\n"
        for row in LanguageTable.with_extra(())
        if row.name != "python"
    )
    return "".join(absent) + rows


def test_checked_languages_say_hello_and_what_it_cost(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "rows.yaml").write_text(only(ROWS.partition("- {name: perl")[0]))
    called = judge("languages", "--languages", "rows.yaml", "--check")
    assert called.status == 0, called.err
    assert "sandbox: " in called.err
    header, *lines = called.out.splitlines()
    assert header.split()[-4:] == ["here", "time", "memory", "version"]
    row = next(line for line in lines if line.startswith("shout"))
    assert re.search(r"yes  +\d+(?:\.\d+)? m?s  +\d+(?:\.\d+)? MiB  +sed", row)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (("s/.*/hello/", "s/.*/goodbye/"), "its hello printed b'goodbye'"),
        (("s/.*/hello/", "s/.*"), "its hello failed: exit status 1: sed: "),
        (("  hello:", '  compile: [sed, "s/", "{source}"]\n  hello:'), "it does not compile: sed:"),
    ],
)
def test_a_language_that_is_here_and_broken_is_status_1(
    judge: Judge, tmp_path: Path, changes: tuple[str, str], message: str
) -> None:
    rows = ROWS.partition("- {name: perl")[0].replace(*changes)
    (tmp_path / "rows.yaml").write_text(only(rows))
    called = judge("languages", "--languages", "rows.yaml", "--check", "--sandbox", "none")
    assert called.status == 1
    assert f"shout does not work here: {message}" in called.err
    assert "BROKEN" in called.out
    assert "sandbox: none\n" in called.err


def test_the_table_of_languages_comes_as_markdown(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "rows.yaml").write_text(ROWS.replace("title: Shout", 'title: "Sh|out"'))
    lines = judge("languages", "--languages", "rows.yaml", "--markdown").out.splitlines()
    assert lines[0] == "| language | suffixes | code page | package | here | version |"
    assert lines[1] == "| --- | --- | --- | --- | --- | --- |"
    assert any(line.startswith("| shout | .shout | Shout-256 | sed | yes |") for line in lines)
    assert {line.count("|") for line in lines} == {7}


def shouting(name: str, shebang: str) -> Language:
    """Return a language as a plugin brings it."""
    return Language(
        name=name,
        title=name.capitalize(),
        suffixes=(f".{name}",),
        shebangs=(shebang,),
        source="submission",
        run=("cat", "{source}"),
        version=("cat", "--version"),
        package="coreutils",
    )


@pytest.mark.parametrize(("shebang", "other"), [("python3", "python"), ("shout", "cry")])
def test_a_plugin_s_shebang_that_is_taken_costs_only_its_own_language(
    shebang: str, other: str
) -> None:
    register = load_register([])
    for name, wanted in (("cry", "shout"), ("yell", shebang), ("sing", "sing")):
        register.languages.append(shouting(name, wanted))
        register.language_owners[name] = PluginSource(
            name=f"{name}-plugin", value="loud", distribution="judge-loud", version="1"
        )
    table = language_table(register)
    assert {"cry", "sing"} <= {language.name for language in table}
    [fault] = map(str, register.faults)
    assert "the plugin yell-plugin of judge-loud 1: the shebang" in fault
    assert f"claimed by two languages, {other} and yell" in fault


def test_a_later_file_wins_and_may_replace_a_plugin_s_language(tmp_path: Path) -> None:
    register = load_register([])
    register.languages.append(shouting("shout", "shout"))
    files = [tmp_path / "one.yaml", tmp_path / "two.yaml"]
    for path in files:
        path.write_text(ROWS.replace("title: Shout", f"title: {path.stem}"))
    assert language_table(register).named("shout").title == "Shout"
    table = language_table(register, files)
    assert table.named("shout").title == "two"
    assert table.named("perl").run == ("no-such-perl", "{source}")
    assert register.faults == []
    files[0].write_text(ROWS.replace(".shout]", ".rb]"))
    with pytest.raises(UsageError, match=r"one\.yaml: the suffix \.rb is claimed by two"):
        language_table(register, files)
