"""Scenes as SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from judge.draw import (
    BLUE,
    RED,
    Anchor,
    Circle,
    Lines,
    Polygon,
    Rectangle,
    Scene,
    Shape,
    Text,
)
from judge.drawing.svg import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(*shapes: Shape, title: str = "", width: float = 4, height: float = 2) -> ET.Element:
    return ET.fromstring(svg(Scene(width=width, height=height, shapes=shapes, title=title)))


def only(root: ET.Element, name: str) -> ET.Element:
    [found] = root.findall(f"{NAMESPACE}{name}")
    return found


def test_the_size_is_that_of_the_scene_in_pixels_and_its_units_are_kept() -> None:
    root = drawn()
    assert root.attrib["viewBox"] == "0 0 4 2"
    assert (root.attrib["width"], root.attrib["height"]) == ("160", "80")


def test_a_huge_scene_is_shown_smaller() -> None:
    assert drawn(width=100_000, height=10).attrib["width"] == "4096"


def test_there_is_white_paper_below_everything() -> None:
    paper = only(drawn(), "rect")
    assert (paper.attrib["width"], paper.attrib["fill"]) == ("100%", "#ffffff")


def test_every_shape_becomes_an_element_in_their_order() -> None:
    root = drawn(
        Rectangle(x=0.5, y=1, width=1, height=0.25, fill=RED),
        Polygon(points=((0, 0), (1, 0), (1, 1)), fill=BLUE),
        Circle(x=1, y=1, radius=0.5, fill=RED),
        Lines(segments=((0, 0, 2, 0), (1, 0, 1, 2), (0, 0, 1, 1)), width=0.1, colour=BLUE),
        Text(x=1, y=1, text="a", size=0.5, anchor=Anchor.LEFT),
    )
    names = [element.tag.removeprefix(NAMESPACE) for element in root]
    assert names == ["rect", "rect", "polygon", "circle", "path", "text"]
    rectangle = root[1].attrib
    assert [rectangle[key] for key in ("x", "y", "width", "height")] == ["0.5", "1", "1", "0.25"]
    assert only(root, "polygon").attrib["points"] == "0,0 1,0 1,1"
    assert only(root, "circle").attrib["r"] == "0.5"
    assert only(root, "text").attrib["text-anchor"] == "start"


def test_all_lines_of_a_look_are_one_path() -> None:
    lines = Lines(segments=((0, 0, 2, 0), (1, 0, 1, 2), (0, 0, 1, 1)), width=0.1, colour=BLUE)
    path = only(drawn(lines), "path").attrib
    assert path["d"] == "M0 0H2M1 0V2M0 0L1 1"
    assert path["stroke-linecap"] == "square"
    assert path["stroke"] == "#2563eb"


def test_round_ends_are_round() -> None:
    lines = Lines(segments=((0, 0, 2, 0),), width=0.1, colour=BLUE, round=True)
    assert only(drawn(lines), "path").attrib["stroke-linecap"] == "round"


def test_what_xml_means_something_by_is_only_text() -> None:
    nasty = "<b>\"&amp;'"
    root = drawn(Text(x=1, y=1, text=nasty, size=1), title=nasty)
    assert only(root, "text").text == nasty
    assert only(root, "title").text == nasty
    assert root.attrib["aria-label"] == nasty


def test_numbers_are_short() -> None:
    root = drawn(Circle(x=1 / 3, y=-0.00001, radius=2.0, fill=RED))
    circle = only(root, "circle").attrib
    assert (circle["cx"], circle["cy"], circle["r"]) == ("0.333", "0", "2")
