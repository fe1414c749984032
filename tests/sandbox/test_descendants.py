"""Finding the processes below this one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest

from judge.sandbox.supervisor import descendants


@pytest.mark.parametrize("way", [descendants.by_lists, descendants.by_parents])
def test_children_and_their_children_are_found(way: Callable[[], list[int]]) -> None:
    script = "sleep 20 & (sleep 20 & echo $!; wait) & echo $!; wait"
    with subprocess.Popen(
        ["bash", "-c", script], stdout=subprocess.PIPE, start_new_session=True
    ) as shell:
        assert shell.stdout is not None
        told = {int(shell.stdout.readline()) for _ in range(2)}
        found = way()
        os.killpg(shell.pid, 9)
    assert {shell.pid, *told} <= set(found)
    assert found.index(shell.pid) < min(found.index(pid) for pid in told)


def test_a_process_that_is_gone_is_no_descendant_and_has_no_time() -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert gone.pid not in descendants.descendants()
    assert descendants.Household(0).used_cpu_s([gone.pid]) == 0.0


def test_the_cpu_time_of_a_process_is_known_while_it_runs() -> None:
    before = descendants.Household(0).used_cpu_s([os.getpid()])
    for _ in range(100_000):
        pass
    assert descendants.Household(0).used_cpu_s([os.getpid()]) > before > 0
