"""What a config of a maze may say, and how a faulty one is told."""

from __future__ import annotations

import pytest

from judge.errors import CaseError
from judge_plugins.maze.config import KEYS, config_text, coordinates, parse_config

RIGHT = {
    "WIDTH": "12",
    "HEIGHT": "9",
    "ENTRY": "0,8",
    "EXIT": "11,0",
    "PERFECT": "False",
    "SEED": "42",
}


def config_with(**changed: str) -> str:
    return config_text({**RIGHT, **changed})


def test_a_config_is_read() -> None:
    config = parse_config(config_with())
    assert (config.width, config.height, config.perfect, config.seed) == (12, 9, False, 42)
    assert (config.entry, config.exit) == ((8, 0), (0, 11))
    assert coordinates(config.exit) == "11,0"


def test_order_remarks_and_empty_lines_do_not_matter() -> None:
    lines = [f"{key}={value}" for key, value in reversed(RIGHT.items())]
    text = "\n".join(["# a remark", "", *lines[:3], "#WIDTH=3", "#", *lines[3:], ""])
    assert parse_config(text).width == 12
    assert parse_config(text).text == text


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_needed(key: str) -> None:
    text = config_text({name: value for name, value in RIGHT.items() if name != key})
    with pytest.raises(CaseError, match=f"{key} is missing; a config has WIDTH, ") as caught:
        parse_config(text)
    assert (caught.value.key, caught.value.offset) == ("config", 4)


@pytest.mark.parametrize("key", KEYS)
def test_no_key_is_there_twice(key: str) -> None:
    text = config_with() + f"\n{key}={RIGHT[key]}"
    with pytest.raises(CaseError, match=f"{key} is here for the second time, first in") as caught:
        parse_config(text)
    assert caught.value.offset == 6


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("WIDTH", "0", "WIDTH is a whole number from 1 to 1000"),
        ("WIDTH", "1001", "WIDTH is a whole number from 1 to 1000"),
        ("WIDTH", "", "WIDTH is a whole number"),
        ("HEIGHT", "-9", "HEIGHT is a whole number"),
        ("HEIGHT", "09", "HEIGHT is a whole number"),
        ("HEIGHT", "9.0", "HEIGHT is a whole number"),
        ("HEIGHT", "9" * 5000, "HEIGHT is a whole number"),
        ("HEIGHT", "٣", "HEIGHT is a whole number"),
        ("ENTRY", "0", "ENTRY is a column and a row, from 0, with a comma"),
        ("ENTRY", "(0,0)", "ENTRY is a column and a row"),
        ("ENTRY", "0,0,0", "ENTRY is a column and a row"),
        ("EXIT", "-1,0", "EXIT is a column and a row"),
        ("EXIT", "12,0", "EXIT=12,0 is outside of the maze, which has the columns 0 to 11"),
        ("EXIT", "0,9", "EXIT=0,9 is outside of the maze"),
        ("EXIT", "0,8", "EXIT is the cell of ENTRY; they have to be two cells"),
        ("ENTRY", "2,2", "ENTRY=2,2 is a cell of the `42`"),
        ("EXIT", "8,6", "EXIT=8,6 is a cell of the `42`"),
        ("PERFECT", "true", 'write PERFECT=True or PERFECT=False, not "true"'),
        ("PERFECT", "1", "write PERFECT=True or PERFECT=False"),
        ("PERFECT", "", "write PERFECT=True or PERFECT=False"),
        ("SEED", "", "SEED is a whole number"),
        ("SEED", "abc", 'SEED is a whole number of 18 digits at most, not "abc"'),
        ("SEED", "1" * 19, "SEED is a whole number"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(key: str, value: str, message: str) -> None:
    with pytest.raises(CaseError) as caught:
        parse_config(config_with(**{key: value}))
    assert caught.value.message.startswith(message)
    assert (caught.value.key, caught.value.offset) == ("config", KEYS.index(key))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("SIZE=3", 'no config has a key "SIZE"; there are WIDTH, HEIGHT, '),
        ("WITDH=3", 'no config has a key "WITDH"; did you mean WIDTH?'),
        ("seed=3", 'no config has a key "seed"; did you mean SEED?'),
        ("=3", 'no config has a key ""'),
        ("SEED", '"SEED" is neither KEY=VALUE nor a remark'),
        ("SEED = 3", '"SEED = 3" has blanks; write KEY=VALUE without any'),
        (" SEED=3", '" SEED=3" has blanks'),
        ("SEED=3 ", '"SEED=3 " has blanks'),
        ("SEED=3 # why not", '"SEED=3 # why not" has blanks; write KEY=VALUE without any (a rem'),
        ("  # a remark", '"  # a remark" has blanks'),
    ],
)
def test_a_line_that_is_none_is_named(line: str, message: str) -> None:
    with pytest.raises(CaseError) as caught:
        parse_config(f"# a maze\n{line}\n{config_with()}")
    assert caught.value.message.startswith(message)
    assert (caught.value.key, caught.value.offset) == ("config", 1)


@pytest.mark.parametrize(("width", "height"), [("8", "7"), ("9", "6"), ("7", "5")])
def test_where_the_42_may_be_left_out_its_cells_can_be_entry_and_exit(
    width: str, height: str
) -> None:
    corner = f"{(int(width) - 7) // 2},{(int(height) - 5) // 2}"
    text = config_with(WIDTH=width, HEIGHT=height, ENTRY=corner, EXIT="3,0")
    assert coordinates(parse_config(text).entry) == corner


def test_a_cell_between_the_digits_is_none_of_the_42() -> None:
    assert parse_config(config_with(ENTRY="5,4", EXIT="3,3")).entry == (4, 5)


@pytest.mark.parametrize("seed", ["0", "-7", "999999999999999999"])
def test_any_whole_number_is_a_seed(seed: str) -> None:
    assert parse_config(config_with(SEED=seed)).seed == int(seed)
