"""The report page as text: what is in it, that nothing of it can be run, that it stays small."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_samples import FIGURE, HOSTILE, Class, answered, sample_class
from report_samples import REPORTS, TEXT, mixed_report, submission

from judge.compare import lines, spelt, visible
from judge.draw import INK, Film, Frame, Scene, Text
from judge.models import Report, Submission, Verdict
from judge.report.html import html_report
from judge.report.html.pictures import NO_ROOM, TOO_LARGE, CasePictures, Gallery
from judge.report.html.rows import LEFT_OUT, Rows
from judge.report.html.sources import Highlighter
from judge.report.html.texts import TextPool, both, excerpt
from judge.report.subjects import Subjects
from judge_plugins.box.simulate import Simulate

VOID = {"meta", "link", "input", "br", "img"}


@dataclass(slots=True)
class Seen(HTMLParser):
    """What a browser's parser finds in a page."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self, convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.unclosed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.unclosed.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.unclosed:
            self.texts.setdefault(self.unclosed[-1], []).append(data)

    @classmethod
    def of(cls, page: str) -> Seen:
        seen = cls()
        seen.feed(page)
        seen.close()
        assert seen.unclosed == []
        return seen

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page_of(report: Report, subjects: Subjects | None = None) -> str:
    return "".join(html_report(report, subjects))


def data_of(page: str) -> Any:
    """Return the data of a page as its script reads them."""
    [text] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(text)


@pytest.fixture(scope="module")
def sample() -> str:
    group = sample_class()
    return page_of(group.report(), group.subjects())


def test_a_page_asks_for_nothing_from_elsewhere(sample: str) -> None:
    for name, attributes in Seen.of(sample).tags:
        assert not {"src", "srcset", "action", "style", "data", "poster"} & attributes.keys(), name
        assert not [key for key in attributes if key.startswith("on")]
        target = attributes.get("href") or ""
        assert target.startswith(("#", "data:image/svg+xml,")) or name not in {"a", "link"}
    assert "@import" not in sample
    assert "url(" not in sample


def test_the_policy_allows_the_page_s_own_script_and_style_alone(sample: str) -> None:
    seen = Seen.of(sample)
    [policy] = [each["content"] for each in seen.named("meta") if "http-equiv" in each]
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["require-trusted-types-for"] == "'script'"
    for tag in ("script", "style"):
        digest = hashlib.sha256(seen.texts[tag][-1].encode()).digest()
        assert rules[f"{tag}-src"] == f"'sha256-{b64encode(digest).decode()}'"
    assert "unsafe" not in policy


def test_hostile_output_is_text_in_the_page() -> None:
    group = sample_class()
    seen = Seen.of(page_of(group.report(HOSTILE), group.subjects()))
    assert [attributes.get("type") for attributes in seen.named("script")] == [
        "application/json",
        None,
    ]
    assert not seen.named("img")
    assert not seen.named("textarea")
    assert visible(HOSTILE, keep_newlines=False) in "".join(seen.texts["p"])
    assert any("team-<b>evil</b>" in text for text in seen.texts["b"])


def test_nothing_in_a_page_can_hide_or_turn_round_what_is_beside_it(sample: str) -> None:
    hidden = set(
        re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]", sample)
    )
    assert hidden == set()


@settings(deadline=None, max_examples=40)
@given(REPORTS)
def test_any_report_makes_a_page_of_well_formed_html(report: Report) -> None:
    page = page_of(report)
    seen = Seen.of(page)
    assert len(seen.named("script")) == 2
    assert len(seen.named("details")) == len(report.results)
    data = data_of(page)
    assert len(data["submissions"]) == len(report.results)
    page.encode()


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_its_chip_and_its_meaning(verdict: Verdict) -> None:
    report = mixed_report()
    chips = [each for each in Seen.of(page_of(report)).named("button") if "data-verdict" in each]
    counted = {chip["data-verdict"]: chip["title"] for chip in chips}
    there = any(result.verdict is verdict for result in report.results)
    assert (verdict.value in counted) is there
    assert all(counted.values())


def test_every_case_is_there_with_its_verdict_time_and_memory(sample: str) -> None:
    data = data_of(sample)
    right = data["submissions"][0]
    names = [data["cases"][number]["name"] for number in data["decks"][right["deck"]]]
    assert names[0] == ["simulate.yaml", "quarter-turn", "one quarter turn from Figure 1(a)"]
    assert [data["verdicts"][number] for number in right["verdicts"]] == ["AC"] * 18
    assert (right["cpu"][0], right["wall"][0], right["memory"][0]) == (12, 17, 9216)
    assert len(names) == len(right["cpu"]) == len(right["memory"]) == right["total"]


def test_submissions_share_their_cases(sample: str) -> None:
    data = data_of(sample)
    first, second = data["submissions"][:2]
    assert first["deck"] == second["deck"]


def test_a_failure_has_input_answers_and_pictures(sample: str) -> None:
    data = data_of(sample)
    wrong = data["submissions"][2]
    failure = wrong["failures"]["0"]
    case = data["cases"][data["decks"][wrong["deck"]][0]]
    assert data["texts"][failure["input"][0]] == f"{FIGURE}\n+"
    assert failure["expected"][3:] == failure["actual"][3:] == [8, 1]
    assert {"scene", "answer", "film"} <= case.keys()
    assert data["scenes"][case["film"][0]][3] == "start"
    assert "output" in failure


def test_cases_that_nobody_failed_are_not_drawn() -> None:
    group = Class()
    case = group.case("box/simulate", "turn", {"box": FIGURE, "moves": "+"})
    entry = submission("team-1/box-simulate.py")
    group.hand_in(entry, [answered(entry, case, case.problem.answer)])
    data = data_of(page_of(group.report(), group.subjects()))
    assert data["scenes"] == []
    assert data["cases"] == [{"name": ["simulate.yaml", "turn", ""]}]


def test_a_page_of_a_report_alone_has_no_pictures_and_everything_else() -> None:
    data = data_of(page_of(sample_class().report()))
    assert data["scenes"] == []
    reason = data["reasons"][data["submissions"][2]["failures"]["0"]["reason"]]
    assert reason == "cell 9 is @ (stot), should be . (empty) (15 cells differ)"


@given(TEXT, TEXT)
def test_a_mark_stands_where_two_answers_differ_first(expected: str, actual: str) -> None:
    wanted, printed = both(expected, actual)
    if wanted is None or printed is None:
        assert not lines(expected) or not lines(actual)
        return
    if lines(expected) == lines(actual):
        assert wanted.mark is printed.mark is None
        return
    assert wanted.mark is not None
    assert printed.mark is not None
    sides = [(each.text, each.mark) for each in (wanted, printed) if each.mark]
    before = {text[:start] for text, (start, _) in sides}
    marked = [text[start : start + length] for text, (start, length) in sides]
    if all(marked):
        assert marked[0] != marked[1]
        assert len(before) == 1


@pytest.mark.parametrize(
    ("expected", "actual", "marked"),
    [
        ("abc", "abd", ("c", "d")),
        ("a\nb", "a\nb\nc", ("", "c")),
        ("a\nb", "a", ("b", "")),
        ("ab", "a", ("b", "")),
        ("a\x1b", "a\x00", ("\\x1b", "\\x00")),
        ("x" * 5000 + "a", "x" * 5000 + "b", ("a", "b")),
        ("\n" * 500 + "a", "\n" * 500 + "b", ("a", "b")),
    ],
)
def test_the_first_difference_is_marked(
    expected: str, actual: str, marked: tuple[str, str]
) -> None:
    sides = both(expected, actual)
    found = []
    for side in sides:
        assert side is not None
        assert side.mark is not None
        start, length = side.mark
        found.append(side.text[start : start + length])
        assert len(side.text) < 2000
    assert tuple(found) == marked


def test_what_is_cut_off_is_counted() -> None:
    text = "\n".join(str(number) for number in range(1000))
    first, last = excerpt(text), excerpt(text, last=True)
    assert first is not None
    assert last is not None
    assert (first.before, first.after) == (0, 880)
    assert (last.before, last.after) == (880, 0)
    assert last.text.endswith("\n999")


@given(st.text(), st.sampled_from(["python", "javascript", "php", "c", "no-such-language", ""]))
def test_the_runs_of_a_source_cover_it_all(source: str, language: str) -> None:
    data = source.encode("utf-8", "surrogatepass")
    entry = replace(submission("a.py", source=data), language=language)
    [file] = Highlighter(10**6).packed(entry)
    assert sum(file["runs"][::2]) == len(file["text"])
    assert file["bytes"] == len(data)


@given(st.text(st.characters(codec="utf-8")))
def test_a_source_is_shown_character_by_character(source: str) -> None:
    [file] = Highlighter(10**6).packed(submission("a.py", source=source.encode()))
    assert file["text"].replace("\n", "") == "".join(
        "".join(spelt(line)) for line in source.split("\n")
    )


def test_a_source_has_colours() -> None:
    [file] = Highlighter(10**6).packed(submission("a.py", source=b'def f(x): return "a" # b'))
    assert len(set(file["runs"][1::2])) > 3


@pytest.mark.parametrize("language", ["python", "c", "javascript", "perl", "brainfuck", "awk"])
def test_the_judge_s_languages_have_a_lexer(language: str) -> None:
    entry = replace(submission("a", source=b'if(1){x="a";} # +++[->+<]'), language=language)
    [file] = Highlighter(10**6).packed(entry)
    assert set(file["runs"][1::2]) != {0}


def test_a_long_source_is_cut_and_the_page_says_so() -> None:
    [file] = Highlighter(10**6).packed(submission("a.py", source=b"x" * 100_000))
    assert file["runs"] == [65_536, 0]
    assert file["note"] == "34464 more characters left out"


def test_a_source_without_room_is_left_out_and_the_page_says_so() -> None:
    highlighter = Highlighter(500)
    sources = (b"print(1)", b"<" * 100, b"print(2)")
    files = [highlighter.packed(submission("a.py", source=each))[0] for each in sources]
    assert [file["text"] for file in files] == ["print(1)", "", "print(2)"]
    assert files[1]["note"] == "left out, so that the page stays small"


def test_a_page_stays_small_whatever_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ("TEXT", "DRAWN", "SOURCE", "REASONS")
    for kind in kinds:
        monkeypatch.setattr(f"judge.report.html.rows._MOST_{kind}", 10**5)
    empty = len(page_of(Class().report()).encode())
    group = Class()
    case = group.case("box/simulate", "turn", {"box": FIGURE, "moves": "+"})
    for number in range(20):
        entry = submission(f"team-{number}/box-simulate.py", source=b"<" * 9000 + b"%d" % number)
        wrong = answered(entry, case, f"{number} {'<&' * 180}")
        group.hand_in(
            entry,
            (
                replace(
                    wrong,
                    case=str(each),
                    actual=f"{each}{wrong.actual}\n" * 40,
                    reason=f"{each}{wrong.actual}" * 3,
                )
                for each in range(20)
            ),
        )
    page = page_of(group.report(), group.subjects())
    lines_of_entries = 20 * 3000 + 400 * 400
    assert len(page.encode()) < empty + len(kinds) * 10**5 + lines_of_entries


def test_a_full_page_has_every_submission_s_first_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.report.html.rows._MOST_TEXT", 3000)
    group = Class()
    cases = [
        group.case("box/simulate", f"turn-{number}", {"box": FIGURE, "moves": "+" * number})
        for number in range(1, 9)
    ]
    for number in range(5):
        entry = submission(f"team-{number}/box-simulate.py")
        answers = (answered(entry, case, f"{number} {case.id}" * 9) for case in cases)
        group.hand_in(entry, answers)
    submissions = Rows(group.report(), group.subjects()).packed()["submissions"]
    assert all("actual" in each["failures"][0] for each in submissions)
    notes = [each["failures"][7].get("note") for each in submissions]
    assert notes == [LEFT_OUT] * 5
    assert all("reason" in each["failures"][7] for each in submissions)


class Drawing(Simulate):
    """A task whose pictures a test chooses."""

    def __init__(self, scene: Scene | Exception) -> None:
        self._scene = scene

    def scene(self, problem: Any) -> Scene:
        if isinstance(self._scene, Exception):
            raise self._scene
        return self._scene


def drawn(scene: Scene | Exception, gallery: Gallery, box: str = FIGURE) -> CasePictures:
    case = Class().case("box/simulate", "turn", {"box": FIGURE, "moves": "+"})
    return gallery.case(Drawing(scene), replace(case, values={"box": box}))


def text_scene(text: str) -> Scene:
    return Scene(width=1, height=1, shapes=(Text(x=0, y=0, text=text, size=1, colour=INK),))


def test_a_plugin_that_cannot_draw_costs_its_picture_alone() -> None:
    pictures = drawn(RuntimeError("no"), Gallery(10**6))
    assert pictures.scene is None
    assert pictures.answer is not None
    assert pictures.note == "The plugin failed to draw this case: RuntimeError."


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\x1b[2J"])
def test_a_picture_with_characters_that_cannot_be_drawn_is_left_out(text: str) -> None:
    pictures = drawn(text_scene(text), Gallery(10**6))
    assert pictures.scene is None
    assert pictures.note == "A picture holds characters that cannot be drawn."


def test_text_in_a_picture_is_no_markup() -> None:
    gallery = Gallery(10**6)
    drawn(text_scene("<script>&"), gallery)
    assert gallery.elements[0][0] == "text"
    assert gallery.elements[0][2] == "<script>&"


def test_a_page_without_room_says_that_a_picture_is_missing() -> None:
    pictures = drawn(text_scene("a" * 200), Gallery(100))
    assert pictures.scene is None
    assert pictures.note == NO_ROOM


def test_a_large_case_is_not_drawn() -> None:
    pictures = drawn(text_scene("a"), Gallery(10**6), box="." * 20_000)
    assert pictures == CasePictures(note=TOO_LARGE)


def test_pictures_share_their_elements() -> None:
    gallery = Gallery(10**7)
    case = Class().case("box/simulate", "turns", {"box": FIGURE, "moves": "+" + "|" * 60})
    pictures = gallery.case(Simulate(), case)
    shapes = sum(sum(scene[4][1::2]) for scene in gallery.scenes)
    assert len(pictures.film) > 100
    assert len(gallery.elements) < shapes / 10


def test_a_film_is_cut_and_the_page_says_so() -> None:
    class Long(Simulate):
        def film(self, problem: Any, *, smooth: bool) -> Film:
            frames = tuple(Frame(scene=text_scene(str(number)), seconds=1) for number in range(300))
            return Film(frames=frames)

    case = Class().case("box/simulate", "turns", {"box": FIGURE, "moves": "+"})
    pictures = Gallery(10**6).case(Long(), case)
    assert len(pictures.film) == 200
    assert pictures.note == "These are the first 200 steps of the film."


def test_texts_are_kept_once() -> None:
    pool = TextPool(10)
    packed: list[Sequence[Any] | None] = [pool.packed([excerpt("abc")]) for _ in range(9)]
    assert packed == [[[0, 0, 0]]] * 9
    assert pool.texts == ["abc"]
    assert pool.packed([excerpt("more than there is room for")]) is None


def entry_of(page: str, entry: Submission) -> str:
    [found] = [part for part in page.split("<details")[1:] if f"<b>{entry.name}</b>" in part]
    return found.split("</details>")[0]


def test_a_line_of_a_submission_has_its_bytes_cases_and_score() -> None:
    group = sample_class()
    page = page_of(group.report())
    right, wrong = (entry_of(page, group.results[number].submission) for number in (0, 2))
    assert "18/18<small> cases" in right
    assert ">212<small> score" in right
    assert "14/18<small> cases" in wrong
    assert "no score" in wrong
    assert "ascii × 0.65" in entry_of(page, group.results[3].submission)
