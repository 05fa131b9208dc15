"""The pinned versions: all that `pyproject.toml` asks for, each with hashes, none with an address; README says why."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
NEEDED = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
RUN, TEST = ".ci/requirements.txt", ".ci/requirements-test.txt"

_PIN = re.compile(r"([a-z0-9-]+)==(\S+)(?: ; [^\\]+)? \\(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+(?:\n    #.*)*\n")


def pins(file: str) -> dict[str, str]:
    """Return every name with its version; fail on anything in the file that is not a pin with hashes."""
    text = (ROOT / file).read_text()
    assert _PIN.sub("", text) == ""
    return dict(_PIN.findall(text))


@pytest.mark.parametrize(
    ("file", "needed"),
    [
        (RUN, [*NEEDED, *EXTRAS["postgres"]]),
        (TEST, [*NEEDED, *(each for extra in EXTRAS.values() for each in extra)]),
    ],
)
def test_all_that_is_needed_is_pinned_in_range(file: str, needed: list[str]) -> None:
    pinned = pins(file)
    for wanted in map(Requirement, needed):
        if wanted.name == PROJECT["project"]["name"]:
            continue  # an extra made of other extras
        version = pinned.get(canonicalize_name(wanted.name))
        assert version in wanted.specifier, f"{wanted} is not what {file} pins: run .ci/lock"


def test_what_is_tested_is_what_runs() -> None:
    assert pins(RUN).items() <= pins(TEST).items()


@pytest.mark.parametrize("file", [RUN, TEST])
def test_no_address_is_written_down(file: str) -> None:
    assert not re.search(r"://|--(?:extra-)?index|--find-links|\.(?:org|com|io)\b", (ROOT / file).read_text())


def test_readme_says_what_each_is_for() -> None:
    table = (ROOT / "README.md").read_text().partition("## What it is built on")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w.-]+)`", table))
    direct = [Requirement(each).name for each in [*NEEDED, *(one for extra in EXTRAS.values() for one in extra)]]
    assert {canonicalize_name(name) for name in direct} - {"wizard-for-discord"} <= set(map(canonicalize_name, named))
