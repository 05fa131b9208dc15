"""`.ci/audit` tells clean, vulnerable and skipped apart, whatever pip-audit makes of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PINNED = re.findall(r"^([a-z0-9-]+)==(\S+) \\$", (ROOT / ".ci/requirements-test.txt").read_text(), re.MULTILINE)
CLEAN = [{"name": name, "version": version, "vulns": []} for name, version in PINNED]
UNKNOWN = [{"name": name, "skip_reason": "could not be audited"} for name, _ in PINNED]
BAD = {"name": "pillow", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": []}]}


def audit(folder: Path, out: str | None, error: str = "", code: int = 0) -> tuple[int, list[str]]:
    """Audit with a pip-audit that says this; return the exit code and the lines."""
    if out is not None:
        (folder / "out").write_text(out)
        (folder / "pip-audit").write_text(f"#!/bin/sh\ncat '{folder}/out'\necho '{error}' >&2\nexit {code}\n")
        (folder / "pip-audit").chmod(0o700)
    path = f"{folder}:{os.defpath}" if out is not None else str(folder)
    done = subprocess.run(
        [sys.executable, ROOT / ".ci/audit"], env={"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def listed(*found: dict[str, Any]) -> str:
    return json.dumps({"dependencies": found, "fixes": []})


def test_clean(tmp_path: Path) -> None:
    assert audit(tmp_path, listed(*CLEAN)) == (0, [f"clean: nothing known of {len(PINNED)} packages"])


def test_vulnerable_even_where_the_rest_was_skipped(tmp_path: Path) -> None:
    code, said = audit(tmp_path, listed(BAD, *UNKNOWN), code=1)
    assert (code, said) == (1, ["pillow 1.0: CVE-1", "vulnerable: 1 known in 1 packages"])


@pytest.mark.parametrize("found", [UNKNOWN, UNKNOWN[:1] + CLEAN[1:], CLEAN[1:], []])
def test_what_could_not_be_looked_up_is_not_clean(tmp_path: Path, found: list[dict[str, Any]]) -> None:
    code, [said] = audit(tmp_path, listed(*found), "No known vulnerabilities found")
    assert code == 3
    assert said.startswith("skipped: ")
    assert f"of {len(PINNED)} packages couldn't be looked up" in said


@pytest.mark.parametrize("out", ["", "not JSON", "[]", "{}"])
def test_a_source_out_of_reach_is_not_clean(tmp_path: Path, out: str) -> None:
    code, [said] = audit(tmp_path, out, "ConnectionError: no route", code=1)
    assert (code, said) == (3, "skipped: pip-audit couldn't do it: ConnectionError: no route")


def test_no_pip_audit_is_not_clean(tmp_path: Path) -> None:
    code, [said] = audit(tmp_path, None)
    assert (code, said.split(":")[0]) == (3, "skipped")
