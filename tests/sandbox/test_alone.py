"""Taking turns on the machine, across threads and processes."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from judge.errors import SandboxError
from judge.sandbox import alone as turns
from judge.sandbox.alone import Turns, alone, beside_others, only_one, private_folder

PATIENCE = 20.0


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Give each test turns of its own."""
    monkeypatch.setattr(turns, "cache_folder", lambda: tmp_path)
    private_folder.cache_clear()
    yield tmp_path
    private_folder.cache_clear()


class Guest:
    """A thread that takes a turn and holds it until it is asked to leave."""

    def __init__(self, turn: AbstractContextManager[None]) -> None:
        self.is_in = threading.Event()
        self._leave = threading.Event()
        self._turn = turn
        self._thread = threading.Thread(target=self._stay, daemon=True)
        self._thread.start()

    def _stay(self) -> None:
        with self._turn:
            self.is_in.set()
            self._leave.wait(PATIENCE)

    def comes_in(self) -> bool:
        return self.is_in.wait(PATIENCE)

    def leaves(self) -> None:
        self._leave.set()
        self._thread.join(PATIENCE)


def waits(guest: Guest) -> bool:
    """Return whether a guest has not come in after a time in which it could have."""
    return not guest.is_in.wait(0.1)


def test_those_beside_others_share_the_room() -> None:
    one, two = Guest(beside_others()), Guest(beside_others())
    assert one.comes_in()
    assert two.comes_in()
    one.leaves()
    two.leaves()


def test_one_who_is_alone_keeps_everyone_out() -> None:
    first = Guest(alone())
    assert first.comes_in()
    others = [Guest(beside_others()), Guest(alone())]
    assert all(map(waits, others))
    first.leaves()
    while others:
        inside = next(guest for guest in others if not waits(guest))
        inside.leaves()
        others.remove(inside)


def test_one_who_wants_to_be_alone_waits_and_newcomers_queue_up_behind() -> None:
    first = Guest(beside_others())
    assert first.comes_in()
    alone_one = Guest(alone())
    assert waits(alone_one)
    newcomer = Guest(beside_others())
    assert waits(newcomer)
    first.leaves()
    assert alone_one.comes_in()
    assert waits(newcomer)
    alone_one.leaves()
    assert newcomer.comes_in()
    newcomer.leaves()


def test_an_error_inside_gives_the_turn_back() -> None:
    for turn in (alone, beside_others):
        with pytest.raises(KeyError), turn():
            raise KeyError
    with alone():
        pass


def test_turns_hold_between_processes(cache: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from judge.sandbox import alone as turns
turns.cache_folder = lambda: Path({str(cache)!r})
with turns.beside_others():
    print("in", flush=True)
    sys.stdin.read()
"""
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"in\n"
        guest = Guest(alone())
        assert waits(guest)
        other.kill()
    assert guest.comes_in()
    guest.leaves()


def test_a_lock_file_admits_one_at_a_time(tmp_path: Path) -> None:
    first = Guest(only_one(tmp_path / "lock"))
    assert first.comes_in()
    second = Guest(only_one(tmp_path / "lock"))
    assert waits(second)
    first.leaves()
    assert second.comes_in()
    second.leaves()


def test_no_descriptor_is_left_open() -> None:
    before = set(os.listdir("/proc/self/fd"))
    with beside_others():
        pass
    with alone():
        pass
    assert set(os.listdir("/proc/self/fd")) == before


def test_a_worker_s_turns_share_the_room_and_wait_for_who_is_alone() -> None:
    turns_of_one, turns_of_another = Turns(), Turns()
    for _ in range(2):
        one, other = Guest(turns_of_one.beside_others()), Guest(turns_of_another.beside_others())
        assert one.comes_in()
        assert other.comes_in()
        alone_one = Guest(alone())
        assert waits(alone_one)
        one.leaves()
        other.leaves()
        assert alone_one.comes_in()
        newcomer = Guest(turns_of_one.beside_others())
        assert waits(newcomer)
        alone_one.leaves()
        assert newcomer.comes_in()
        newcomer.leaves()
    turns_of_one.close()
    turns_of_another.close()


def test_a_worker_s_turns_notice_that_the_locks_are_others_now(cache: Path) -> None:
    worker = Turns()
    with worker.beside_others():
        pass
    for name in ("turnstile", "room"):
        (cache / "turns" / name).unlink()
    with alone():
        guest = Guest(worker.beside_others())
        assert waits(guest)
    assert guest.comes_in()
    guest.leaves()
    worker.close()


def test_a_worker_s_turns_are_closed_for_good(cache: Path) -> None:
    before = set(os.listdir("/proc/self/fd"))
    worker = Turns()
    with pytest.raises(KeyError), worker.beside_others():
        raise KeyError
    worker.close()
    assert set(os.listdir("/proc/self/fd")) == before
    (cache / "turns" / "room").unlink()
    (cache / "turns" / "room").symlink_to(cache / "victim")
    with pytest.raises(SandboxError, match="cannot open the lock"), worker.beside_others():
        pass
    assert set(os.listdir("/proc/self/fd")) == before


def test_the_folder_is_ours_alone_and_made_so_again(cache: Path) -> None:
    (cache / "turns").mkdir(mode=0o777)
    (cache / "turns").chmod(0o777)
    folder = private_folder("turns")
    assert folder == cache / "turns"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_link_in_place_of_the_folder_is_not_followed(
    cache: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setenv("TMPDIR", str(tmp_path_factory.mktemp("temporary")))
    monkeypatch.setattr("tempfile.tempdir", None)
    (cache / "turns").symlink_to(elsewhere)
    with alone():
        assert os.listdir(elsewhere) == []


def test_a_link_in_place_of_a_lock_is_refused(cache: Path) -> None:
    folder = private_folder("turns")
    (folder / "turnstile").symlink_to(cache / "victim")
    with pytest.raises(SandboxError, match="cannot open the lock"), alone():
        pass
    assert not (cache / "victim").exists()
