"""The report page in Debian's chromium: it opens, filters, plays, prints, and runs nothing else.

What it looks like is left in each test's folder as PNG files, for people to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from page_samples import HOSTILE, sample_class
from PIL import Image, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from runtimes import needs

from judge.compare import visible
from judge.report.html import html_report

PATIENCE_MS = 60_000
"""how long anything may take on a busy machine"""

STEP_MS = 700
"""how long the page shows each step of a film"""


@dataclass(slots=True, kw_only=True)
class Opened:
    """A page that was opened, and whatever it did that it should not."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def entry(self, name: str) -> Locator:
        """Return the part of the submission of that name."""
        return self.page.locator(".entry", has=self.page.locator("summary b", has_text=name)).first

    def open_entry(self, name: str) -> Locator:
        entry = self.entry(name)
        entry.locator("summary").click()
        return entry

    def open_all(self) -> None:
        self.page.evaluate(
            "for (const each of document.querySelectorAll('.entry')) each.open = true"
        )
        for entry in self.page.locator(".entry").all():
            expect(entry.locator(".inside > *").first).to_be_attached()

    def shown(self) -> list[str]:
        """Return the names of the submissions that the filters let through."""
        return self.page.locator(".entry:visible summary .who b").all_inner_texts()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    group = sample_class()
    path = tmp_path_factory.mktemp("page") / "report.html"
    pieces = html_report(group.report("a note"), group.subjects())
    path.write_text("".join(pieces), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = needs("chromium", "chromium")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser, file: Path, request: pytest.FixtureRequest) -> Iterator[Opened]:
    """Open the page, by default in light colours on a desk; no test leaves it with a complaint."""
    looks: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
    looks |= getattr(request, "param", {})
    context = browser.new_context(**looks)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    seen = Opened(page=page)
    page.on("console", lambda message: seen.complaints.append(message.text))
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    page.on("dialog", lambda dialog: seen.complaints.append(dialog.message))
    page.on("request", lambda asked: seen.requests.append(asked.url))
    page.clock.install()
    page.goto(file.as_uri())
    yield seen
    context.close()
    assert seen.complaints == []
    assert set(seen.requests) == {file.as_uri()}


def looks(**options: object) -> pytest.MarkDecorator:
    """Open the page in another way: the size of the window, the colours asked for."""
    return pytest.mark.parametrize("opened", [options], indirect=True, ids=["page"])


def test_a_page_opens_without_a_complaint_or_a_request(opened: Opened, tmp_path: Path) -> None:
    expect(opened.page.locator("h1")).to_have_text("16 submissions of 6 tasks")
    assert len(opened.shown()) == 16
    opened.page.screenshot(path=tmp_path / "top.png")
    opened.open_all()
    opened.page.screenshot(path=tmp_path / "all.png", full_page=True)


def test_a_submission_opens_with_its_source_and_its_first_failure(opened: Opened) -> None:
    entry = opened.open_entry("team-cedar/box-simulate")
    expect(entry.locator(".source figcaption")).to_have_text("box-simulate.py · 424 bytes")
    expect(entry.locator(".source code")).to_contain_text("# turn the box and let everybody fall")
    assert entry.locator(".source .t1").first.inner_text().startswith("# turn the box")
    expect(entry.locator(".panel:visible")).to_have_count(3)
    marks = entry.locator(".panel:visible mark").all_inner_texts()
    assert marks == [".", "@"]
    expect(entry.locator(".picture:visible figcaption")).to_have_text(
        ["The case", "Expected", "Printed", "Expected, step by step"]
    )


def test_pictures_of_a_case_are_of_one_scale(opened: Opened) -> None:
    entry = opened.open_entry("team-cedar/box-simulate")
    units = entry.locator(".picture:visible > svg, .picture:visible .screen > svg").evaluate_all(
        "all => all.map(svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"
    )
    assert len(units) == 4
    assert max(units) - min(units) < 0.5


def test_the_cases_of_a_submission_can_all_be_seen(opened: Opened) -> None:
    entry = opened.open_entry("team-cedar/box-simulate")
    expect(entry.locator(".failed:visible")).to_have_count(4)
    expect(entry.locator(".passed:visible")).to_have_count(0)
    entry.get_by_role("button", name="Show the 14 accepted cases").click()
    expect(entry.locator(".passed:visible")).to_have_count(14)
    row = entry.locator(".passed").first
    assert row.inner_text().split() == [
        "AC",
        "simulate.yaml:there-and-back",
        "12",
        "ms",
        "17",
        "ms",
        "9.0",
        "MiB",
    ]


def test_hostile_output_is_shown_and_not_run(opened: Opened) -> None:
    entry = opened.open_entry("team-<b>evil</b>/box-simulate")
    printed = entry.locator(".panel:visible pre").nth(1).inner_text()
    told = visible(HOSTILE.replace("\ud800", ""), keep_newlines=False)
    start = told[: told.index("\\x00")]
    assert printed.startswith(start)
    assert "\\u202eright to left" in printed
    assert "\\x1b[31mred" in printed
    assert (
        "<script>document.title='owned'</script></textarea>"
        in entry.locator(".source").inner_text()
    )
    assert opened.page.title() == "16 submissions of 6 tasks"
    assert opened.page.locator("img, textarea, iframe, .entry script").count() == 0


def test_no_text_can_become_markup_in_a_page(opened: Opened) -> None:
    refused = opened.page.evaluate(
        """() => {
            try { document.body.insertAdjacentHTML("beforeend", "<i>x</i>"); return "inserted"; }
            catch (error) { return error.name; }
        }"""
    )
    assert refused == "TypeError"
    [complaint] = opened.complaints
    assert "TrustedHTML" in complaint
    opened.complaints.clear()


def test_the_chips_filter_by_verdict(opened: Opened) -> None:
    chips = opened.page.locator(".chip")
    chips.filter(has_text="TLE").click()
    assert opened.shown() == ["team-elm/box-simulate"]
    expect(opened.page.locator(".found")).to_have_text("1 of 16 shown")
    chips.filter(has_text="CE").click()
    assert opened.shown() == ["team-elm/box-simulate", "team-gum/box-simulate"]
    opened.page.get_by_role("button", name="Clear").click()
    opened.page.clock.run_for(10)
    assert len(opened.shown()) == 16


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [("task", "box/extract", 3), ("contestant", "team-birch", 3), ("language", "c", 2)],
)
def test_the_lists_filter(opened: Opened, name: str, value: str, count: int) -> None:
    opened.page.select_option(f"select[name={name}]", value)
    assert len(opened.shown()) == count


def test_filters_go_together(opened: Opened) -> None:
    opened.page.select_option("select[name=task]", "box/simulate")
    opened.page.locator(".chip").filter(has_text="AC").click()
    opened.page.fill("[type=search]", "amber")
    assert opened.shown() == ["team-amber/box-simulate"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("team-fir", ["team-fir/box-simulate"]),
        ("RECURSIONERROR", ["team-fir/box-simulate"]),
        ("for(;;)", ["team-elm/box-simulate"]),
        ("classic nim", ["team-dune/nim-play"]),
        ("no such thing", []),
    ],
)
def test_the_search_looks_at_names_cases_reasons_and_sources(
    opened: Opened, words: str, found: list[str]
) -> None:
    opened.page.fill("[type=search]", words)
    assert opened.shown() == found


def film_of(opened: Opened) -> Locator:
    return opened.open_entry("team-cedar/box-simulate").locator(".film:visible")


def test_a_run_of_the_box_is_stepped_through_with_buttons(opened: Opened, tmp_path: Path) -> None:
    film = film_of(opened)
    place, told = film.locator("output"), film.locator("p")
    expect(place).to_have_text("1 / 5")
    expect(told).to_have_text("start")
    first = film.locator("svg").first.inner_html()
    film.get_by_role("button", name="Step on").click()
    expect(place).to_have_text("2 / 5")
    expect(told).to_have_text("1 + turned")
    assert film.locator("svg").first.inner_html() != first
    film.get_by_role("button", name="Last step").click()
    expect(place).to_have_text("5 / 5")
    film.screenshot(path=tmp_path / "film.png")
    film.get_by_role("button", name="Step back").click()
    expect(place).to_have_text("4 / 5")
    film.get_by_role("button", name="First step").click()
    expect(place).to_have_text("1 / 5")
    assert film.locator("svg").first.inner_html() == first


def test_a_run_of_the_box_plays_to_its_end(opened: Opened) -> None:
    film = film_of(opened)
    film.get_by_role("button", name="Play").click()
    opened.page.clock.run_for(STEP_MS)
    expect(film.locator("output")).to_have_text("2 / 5")
    film.get_by_role("button", name="Pause").click()
    opened.page.clock.run_for(5 * STEP_MS)
    expect(film.locator("output")).to_have_text("2 / 5")
    film.get_by_role("button", name="Play").click()
    opened.page.clock.run_for(10 * STEP_MS)
    expect(film.locator("output")).to_have_text("5 / 5")
    expect(film.get_by_role("button", name="Play")).to_be_visible()


def test_a_run_of_the_box_is_played_with_the_keyboard(opened: Opened) -> None:
    film = film_of(opened)
    film.locator(".screen").focus()
    for key, place in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", 5),
        ("Home", 1),
    ):
        opened.page.keyboard.press(key)
        expect(film.locator("output")).to_have_text(f"{place} / 5")
    opened.page.keyboard.press("Space")
    opened.page.clock.run_for(2 * STEP_MS)
    expect(film.locator("output")).to_have_text("3 / 5")
    film.locator("input").focus()
    opened.page.keyboard.press("End")
    expect(film.locator("output")).to_have_text("5 / 5")


def test_a_page_is_used_with_the_keyboard_alone(opened: Opened) -> None:
    keyboard = opened.page.keyboard
    keyboard.press("/")
    keyboard.type("cedar")
    assert len(opened.shown()) == 4
    keyboard.press("Escape")
    assert len(opened.shown()) == 16
    for _ in range(3):
        keyboard.press("j")
    keyboard.press("k")
    keyboard.press("j")
    keyboard.press("Enter")
    entry = opened.entry("team-cedar/box-simulate")
    expect(entry).to_have_attribute("open", "")
    keyboard.press("Tab")  # the source, which can be scrolled
    keyboard.press("Tab")  # the first failure
    opener = entry.locator(".opener").first
    expect(opener).to_be_focused()
    keyboard.press("Enter")
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(entry.locator(".panel:visible")).to_have_count(0)


def test_a_page_can_be_walked_through_by_tabs(opened: Opened) -> None:
    opened.page.keyboard.press("Tab")
    expect(opened.page.locator(".skip")).to_be_focused()
    opened.page.keyboard.press("Enter")
    opened.page.keyboard.press("Tab")
    expect(opened.page.locator(".chip").first).to_be_focused()


def test_a_line_of_the_board_leads_to_its_submission(opened: Opened) -> None:
    opened.page.locator(".board a", has_text="team-amber").last.click()
    entry = opened.entry("team-amber/box-extract")
    expect(entry).to_have_attribute("open", "")
    expect(entry.locator("summary")).to_be_focused()
    entry.locator("summary").click()
    opened.page.locator(".board a", has_text="team-amber").last.click()
    expect(entry).to_have_attribute("open", "")


def test_a_link_to_a_submission_opens_it(opened: Opened, file: Path) -> None:
    opened.page.goto(f"{file.as_uri()}#s4")
    opened.page.reload()
    expect(opened.entry("team-elm/box-simulate")).to_have_attribute("open", "")
    opened.requests[:] = [url.partition("#")[0] for url in opened.requests]


def brightness(page: Page, path: Path) -> float:
    page.screenshot(path=path)
    with Image.open(path) as image:
        return float(ImageStat.Stat(image.convert("L")).mean[0])


@looks(color_scheme="dark")
def test_a_page_is_dark_where_that_is_asked_for(opened: Opened, tmp_path: Path) -> None:
    assert brightness(opened.page, tmp_path / "dark.png") < 60
    opened.open_all()
    opened.page.screenshot(path=tmp_path / "dark-all.png", full_page=True)


def test_a_switch_makes_a_page_dark_and_is_remembered(opened: Opened, tmp_path: Path) -> None:
    assert brightness(opened.page, tmp_path / "light.png") > 200
    switch = opened.page.get_by_role("group", name="Colours")
    switch.get_by_role("button", name="Dark").click()
    assert brightness(opened.page, tmp_path / "dark.png") < 60
    opened.page.reload()
    expect(switch.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert brightness(opened.page, tmp_path / "still-dark.png") < 60
    switch.get_by_role("button", name="Auto").click()
    assert brightness(opened.page, tmp_path / "light-again.png") > 200


CONTRASTS = """() => {
    const parts = (css) => css.match(/[\\d.]+/g).map(Number);
    const light = (css) => {
        const [r, g, b] = parts(css).map((part) => {
            part /= 255;
            return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const css = getComputedStyle(each).backgroundColor;
            if (parts(css).length < 4 || parts(css)[3] === 1) return css;
        }
        return "rgb(255, 255, 255)";
    };
    const weak = [];
    for (const element of document.querySelectorAll("body *:not(svg *, option, script)")) {
        const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (!own || !element.checkVisibility()) continue;
        const [one, other] = [light(getComputedStyle(element).color), light(behind(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (ratio < 4.5) weak.push(`${element.tagName}.${element.className}: ${ratio.toFixed(2)}`);
    }
    return [...new Set(weak)];
}"""
"""The texts with less contrast than the Web Content Accessibility Guidelines ask for (AA)."""


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_every_text_can_be_read(opened: Opened, theme: str) -> None:
    opened.page.get_by_role("button", name=theme).click()
    opened.page.locator(".chip").first.click()
    opened.page.locator(".chip").first.click()
    opened.page.locator(".chip").nth(1).click()
    opened.open_all()
    assert opened.page.evaluate(CONTRASTS) == []


@pytest.mark.parametrize("width", [390, 320])
def test_a_page_fits_on_a_phone(opened: Opened, tmp_path: Path, width: int) -> None:
    opened.page.set_viewport_size({"width": width, "height": 844})
    opened.open_all()
    widths = opened.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths == [width, width]
    beyond = opened.page.evaluate(
        """() => [...document.querySelectorAll("body *:not(pre *)")]
            .filter((each) => each.checkVisibility() && !each.closest(".scroll table"))
            .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
            .map((each) => `${each.tagName}.${each.className}`)"""
    )
    assert beyond == []
    tables = opened.page.evaluate(
        """() => [...document.querySelectorAll(".scroll")]
            .map((each) => each.scrollWidth - each.clientWidth)"""
    )
    assert max(tables) <= 1
    opened.page.screenshot(path=tmp_path / "phone.png", full_page=True)


def test_all_is_open_and_no_control_is_there_in_print(opened: Opened, tmp_path: Path) -> None:
    opened.open_entry("team-cedar/box-simulate")
    opened.page.emulate_media(media="print")
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(opened.page.locator(".entry[open]")).to_have_count(16)
    expect(opened.page.locator("button:not(.opener):visible, input:visible")).to_have_count(0)
    expect(opened.page.locator(".passed:visible")).to_have_count(18 + 18 + 14 + 1 + 1)
    expect(opened.page.locator(".below:not(:visible)")).to_have_count(0)
    opened.page.screenshot(path=tmp_path / "print.png", full_page=True)
    opened.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(opened.page.locator(".entry[open]")).to_have_count(1)


def test_a_page_prints_what_the_filters_show(opened: Opened, tmp_path: Path) -> None:
    opened.page.locator(".chip").filter(has_text="TLE").click()
    short = opened.page.pdf(path=tmp_path / "one.pdf", format="A4")
    opened.page.get_by_role("button", name="Clear").click()
    opened.page.clock.run_for(10)
    long = opened.page.pdf(path=tmp_path / "all.pdf", format="A4")
    one, every = (len(re.findall(rb"/Type\s*/Page\b", data)) for data in (short, long))
    assert one < every
    expect(opened.page.locator(".entry[open]")).to_have_count(0)


def test_without_scripts_board_and_submissions_are_there(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".entry summary").first).to_contain_text("team-amber/box-simulate")
    expect(page.locator("noscript p")).to_be_visible()
    context.close()
