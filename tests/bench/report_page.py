"""How large a report page of a whole class is, and how soon it opens: bytes and milliseconds.

    python tests/bench/report_page.py [--submissions N] [--cases N] [--json FILE]

Half of the class is right; the others fail one case in three, each in its own way. The page is
opened in Debian's chromium, without a window, five times; the median counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from playwright.sync_api import Page, sync_playwright

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "report")]

from page_samples import PYTHON, Class, answered  # noqa: E402 - the path to it is set above
from report_samples import submission  # noqa: E402

from judge.models import Case  # noqa: E402
from judge.report.html import html_report  # noqa: E402
from judge_plugins.box.simulate import Simulate  # noqa: E402

CHROMIUM = "/usr/bin/chromium"
ROUNDS = 5


def drawn_cases(group: Class, count: int) -> list[Case]:
    """Return random cases of box/simulate."""
    random, task = Random(1), Simulate()
    return [
        group.case("box/simulate", f"random-{number:03}", task.generate(random, {}))
        for number in range(count)
    ]


def whole_class(submissions: int, cases: int) -> Class:
    """Return a class of which every second one is wrong in a third of the cases."""
    random, group = Random(2), Class()
    asked = drawn_cases(group, cases)
    for number in range(submissions):
        source = PYTHON + f"# {random.random()}\n".encode() * 3
        entry = submission(f"contestant-{number:03}/box-simulate.py", source=source)
        wrong = number % 2 == 1
        printed = [
            "".join(random.choices(".ox@", k=29))
            if wrong and random.random() < 1 / 3
            else case.problem.answer
            for case in asked
        ]
        answers = zip(asked, printed, strict=True)
        group.hand_in(
            entry, [answered(entry, case, each, random.random()) for case, each in answers]
        )
    return group


def opened_ms(page: Page, path: Path) -> tuple[float, float]:
    """Return how long it takes until the page is loaded, and until a filter has been applied."""
    begun = time.perf_counter()
    page.goto(path.as_uri(), wait_until="load")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    loaded = time.perf_counter()
    page.fill("[type=search]", "contestant-1")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return 1000 * (loaded - begun), 1000 * (time.perf_counter() - loaded)


def main() -> None:
    """Write the page of a class, open it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    submissions, cases = options.submissions, options.cases
    group = whole_class(submissions, cases)
    begun = time.perf_counter()
    text = "".join(html_report(group.report(), group.subjects()))
    made_s = time.perf_counter() - begun
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "report.html")
        path.write_text(text, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        times = [opened_ms(browser.new_page(), path) for _ in range(ROUNDS)]
        browser.close()
        size = path.stat().st_size
    loaded, filtered = (statistics.median(each) for each in zip(*times, strict=True))
    print(
        f"{submissions} submissions × {cases} cases: {size / 1e6:.1f} MB, made in {made_s:.1f} s, "
        f"opened in {loaded:.0f} ms, first search in {filtered:.0f} ms"
    )
    if options.json:
        figures = {
            "submissions": submissions,
            "cases": cases,
            "bytes": size,
            "made_s": round(made_s, 2),
            "opened_ms": round(loaded),
            "first_search_ms": round(filtered),
        }
        options.json.write_text(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
