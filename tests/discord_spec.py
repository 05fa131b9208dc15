"""Checks recorded requests against Discord's own OpenAPI description, where that is at hand."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

import jsonschema_rs

FOLDER = Path(os.environ.get("WIZARD_DISCORD_SPEC", Path(__file__).resolve().parents[2] / "shared" / "discord-spec"))

Request = tuple[str, str, Any]
"""Method, path, body."""


class Checker:
    """Discord's description with two readers: a fast one for everything, a slow one that explains."""

    def __init__(self) -> None:
        spec = importlib.util.spec_from_file_location("spec_check", FOLDER / "spec_check.py")
        assert spec is not None
        assert spec.loader is not None
        self.module: ModuleType = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        document = json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8"))
        self._slow = self.module.Spec(document)
        self._registry = jsonschema_rs.Registry([("urn:discord", document)], draft=jsonschema_rs.Draft202012)
        self._validators: dict[tuple[str, str], jsonschema_rs.Draft202012Validator] = {}

    def faults(self, request: Request) -> list[str]:
        """Return what Discord would refuse of a request."""
        method, path, body = request
        if self._passes(request):
            found = list(self.module.rules(method, path, body)) if body is not None else []
        else:
            found = self.slow_faults(request)
        if path.endswith("/threads"):  # a thread made from a message is no message itself, though its path has one
            found = [fault for fault in found if fault[1] != "empty message"]
        return [f"{method} {path.split('/')[1]} …: {where} {what}" for where, what in found]

    def slow_faults(self, request: Request) -> list[tuple[str, str]]:
        """Return the same by the slow reader alone."""
        return list(self.module.check(self._slow, *request))

    def _passes(self, request: Request) -> bool:
        method, path, body = request
        template = self._template(method, path)
        if template is None or body is None:
            return False
        return self._validator(template, method.lower()).is_valid(body)

    def _template(self, method: str, path: str) -> str | None:
        bare = self.module.bare(path)
        fits = [template for pattern, template in self._slow.routes if pattern.match(bare)]
        return next((it for it in fits if "requestBody" in self._slow.paths[it].get(method.lower(), {})), None)

    def _validator(self, template: str, method: str) -> jsonschema_rs.Draft202012Validator:
        key = (template, method)
        if key not in self._validators:
            content = self._slow.paths[template][method]["requestBody"]["content"]
            media = next(kind for kind in ("application/json", "multipart/form-data") if kind in content)
            way = ("paths", template, method, "requestBody", "content", media, "schema")
            pointer = "/".join(quote(step.replace("~", "~0").replace("/", "~1")) for step in way)
            schema = {"$ref": f"urn:discord#/{pointer}"}
            self._validators[key] = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
        return self._validators[key]


@cache
def checker() -> Checker | None:
    """Return the checker; None where Discord's description is not at hand."""
    return Checker() if (FOLDER / "openapi.json").is_file() else None


def violations(requests: Iterable[Request]) -> list[str]:
    """Return what Discord would refuse of these requests; nothing where that can't be told."""
    found = checker()
    return [] if found is None else [fault for request in requests for fault in found.faults(_with_text_ids(request))]


def _with_text_ids(request: Request) -> Request:
    """Return the request with ids of people and files as text: discord.py sends numbers, which Discord takes."""
    method, path, body = request
    if not isinstance(body, dict):
        return request
    if "recipient_id" in body:
        body = body | {"recipient_id": str(body["recipient_id"])}
    if body.get("attachments"):
        body = body | {"attachments": [it | {"id": str(it["id"])} for it in body["attachments"]]}
    data = body.get("data")
    if isinstance(data, dict) and data.get("attachments"):
        data = data | {"attachments": [it | {"id": str(it["id"])} for it in data["attachments"]]}
        body = body | {"data": data}
    if "users" in (body.get("allowed_mentions") or {}):
        mentions = body["allowed_mentions"]
        body = body | {"allowed_mentions": mentions | {"users": [str(user) for user in mentions["users"]]}}
    return method, path, body
