"""What hosts the bot: the image is made of files that are there, and systemd takes the unit of the README."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_what_the_image_copies_is_there_and_let_in() -> None:
    let_in = re.findall(r"(?m)^!(.+)$", (ROOT / ".dockerignore").read_text())
    copied = re.findall(r"(?m)^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text())
    sources = [source for line in copied for source in line.split()]
    assert {"bot", "engine", ".ci/requirements.txt"} <= set(sources) <= set(let_in)
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """A unit may only name programs that are there."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd on this machine")
    found = re.search(r"```ini\n(\[Unit\]\n.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert found is not None
    unit = tmp_path / "wizard-bot.service"
    unit.write_text(re.sub(r"/opt/\S+/wizard-bot\b", sys.executable, found[1]))
    done = subprocess.run([analyze, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, [line for line in done.stderr.splitlines() if unit.name in line]) == (
        0,
        "",
        [],
    )
