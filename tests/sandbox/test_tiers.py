"""Which tier is chosen, and what is said where one does not work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boxes_for_tests import TIER_NAMES, Scripts, opened

from judge.errors import SandboxError
from judge.models import BoxFile, Limits
from judge.sandbox import exposure, tiers
from judge.sandbox.bwrap import BwrapSandbox, bwrap_program
from judge.sandbox.plain import PlainSandbox
from judge.sandbox.tiers import TIERS, Tier, choose, strongest_sandbox, tier_named

WALLED = [tier for tier in TIER_NAMES if tier != "none"]


@pytest.fixture(autouse=True)
def _looked_into_anew() -> Iterator[None]:
    tier_named.cache_clear()
    yield
    tier_named.cache_clear()


def broken(name: str) -> Callable[[], Tier]:
    return lambda: Tier(name=name, sandbox=None, fault=f"no {name} here", remedy="buy one")


def test_the_strongest_that_works_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert strongest_sandbox().name == TIER_NAMES[0]
    for number, name in enumerate(TIER_NAMES[:-1]):
        monkeypatch.setitem(tiers.TIERS, name, broken(name))
        tier_named.cache_clear()
        assert choose().name == TIER_NAMES[number + 1]


@pytest.mark.parametrize("tier", TIER_NAMES)
def test_a_tier_can_be_asked_for(tier: str) -> None:
    assert choose(tier).name == tier


def test_a_tier_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look() -> Tier:
        looks.append(1)
        return Tier(name="bwrap", sandbox=PlainSandbox())

    monkeypatch.setitem(TIERS, "bwrap", look)
    assert choose("bwrap") is choose("bwrap")
    assert len(looks) == 1


def test_a_tier_that_does_not_work_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(TIERS, "bwrap", broken("bwrap"))
    with pytest.raises(SandboxError, match=r"bwrap does not work here: no bwrap here; buy one"):
        choose("bwrap")


def test_walls_that_are_required_and_missing_are_an_error_with_every_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("bwrap", "landlock"):
        monkeypatch.setitem(TIERS, name, broken(name))
    assert choose().name == "none"
    with pytest.raises(SandboxError, match=r"bwrap: no bwrap here; buy one; landlock: no landl"):
        choose(require=True)


def test_to_require_walls_and_to_ask_for_none_is_an_error() -> None:
    with pytest.raises(SandboxError, match="with --sandbox none"):
        choose("none", require=True)


@pytest.mark.parametrize("tier", WALLED)
def test_walls_meet_the_requirement(tier: str) -> None:
    assert choose(tier, require=True).name == tier


def test_a_machine_without_bubblewrap_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiers, "bwrap_program", lambda: None)
    with pytest.raises(SandboxError, match="apt-get install bubblewrap"):
        choose("bwrap")


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "No permissions"),
        ("exit 1", "could not be opened"),
    ],
)
def test_a_bubblewrap_that_may_not_is_told_with_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, told: str
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(tiers, "bwrap_program", lambda: str(program))
    tier = tier_named("bwrap")
    assert tier.sandbox is None
    assert told in tier.fault
    assert "kernel.unprivileged_userns_clone" in tier.remedy
    assert "--privileged" in tier.remedy


@pytest.mark.skipif("bwrap" not in TIER_NAMES, reason="bubblewrap does not work here")
def test_an_old_bubblewrap_does_with_what_it_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(
        '#!/bin/sh\nfor word; do [ "$word" = --disable-userns ] && exit 1; done\n'
        f'exec {bwrap_program()} "$@"\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(tiers, "bwrap_program", lambda: str(program))
    tier = tier_named("bwrap")
    assert isinstance(tier.sandbox, BwrapSandbox)
    assert "cannot rule out new user namespaces" in tier.fault


def test_a_kernel_without_landlock_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "landlock_abi", lambda: 0)
    with pytest.raises(SandboxError, match=r"no Landlock; a kernel from 5\.13 on"):
        choose("landlock")


@pytest.mark.parametrize("tier", WALLED)
def test_programs_see_what_an_organiser_shows_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tier: str
) -> None:
    (tmp_path / "runtime").write_text("shown")
    code = f"print(open({str(tmp_path / 'runtime')!r}).read())"
    with opened(tier=tier) as box:
        assert Scripts(box).run(code).exit_status == 1
    monkeypatch.setenv(exposure.READABLE, str(tmp_path))
    with opened(tier=tier) as box:
        assert Scripts(box).said(code) == "shown\n"


@pytest.mark.parametrize("path", ["/no/such/folder", "here"])
def test_what_an_organiser_shows_has_to_be_there(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setenv(exposure.READABLE, path)
    with pytest.raises(SandboxError, match=f"names {path}, which is not there"):
        exposure.shown_trees()


@pytest.mark.parametrize("tier", WALLED)
def test_the_judge_is_hidden_where_it_lies_among_what_is_shown(
    monkeypatch: pytest.MonkeyPatch, tier: str
) -> None:
    """A judge that is installed for all, or in a folder that is shown."""
    _, _, checkout, above, *_ = Path(exposure.__file__).parents
    monkeypatch.setenv(exposure.READABLE, str(checkout if above == Path("/") else above))
    with opened(tier=tier) as box:
        code = f"print(open({exposure.__file__!r}).read())"
        run = Scripts(box).run(code)
        assert run.exit_status == 1
        assert b"Error: [Errno" in run.stderr


@pytest.mark.parametrize("tier", WALLED)
@pytest.mark.parametrize("folder", ["/tmp", "/var/tmp"])
def test_a_folder_for_temporary_files_can_be_shown(
    monkeypatch: pytest.MonkeyPatch, tier: str, folder: str
) -> None:
    monkeypatch.setenv(exposure.READABLE, folder)
    with opened(tier=tier) as box:
        code = "import tempfile; print(tempfile.TemporaryFile().write(b'x'))"
        assert Scripts(box).run(code).stdout == b"1\n"


def test_not_everything_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(exposure.READABLE, "/")
    with pytest.raises(SandboxError, match="names / itself"):
        exposure.shown_trees()


@pytest.mark.parametrize("tier", WALLED)
def test_many_files_can_be_laid_in(tier: str) -> None:
    files = {f"build/{number}.class": BoxFile(data=b"x" * number) for number in range(300)}
    with opened(files, tier) as box:
        listed = box.run(["ls", box.path("build")], b"", Limits())
        assert len(listed.stdout.split()) == 300
