"""What somebody might send: every kind of interaction, honest, stale, forged and impossible."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction

from tests.fuzz import odd
from tests.fuzz.hall import Hall, Server, Sight

Payload = dict[str, Any]
_COMMAND, _COMPONENT, _AUTOCOMPLETE, _MODAL = 2, 3, 4, 5
_BUTTON, _SELECTS = 2, (3, 5, 6, 7, 8)
_STRING = 3


@dataclass(frozen=True)
class Attempt:
    """An interaction that is sent. ``idle``: whatever the bot makes of it, it may change no table."""

    kind: str
    record: Interaction
    payload: Payload
    idle: bool = False

    @property
    def sender(self) -> tuple[int, int]:
        """Return who sent it, and in which server; 0 for none."""
        return self.record.user_id, int(self.payload.get("guild_id", 0))


class Attempts:
    """Makes attempts at random of what there is in the hall."""

    def __init__(self, hall: Hall, rng: Random) -> None:
        self._hall, self._rng = hall, rng
        self._backend = hall.env.backend
        self._commands = [
            (root, path, leaf)
            for root in self._backend.commands[None].values()
            for path, leaf in interactions.command_leaves(root)
        ]
        presses = hall.servers[0].world.bot.presses
        self._ops = tuple(sorted({*presses._lobby, *presses._panel, "nothing", "card"}))
        self._kinds: Final[Sequence[tuple[float, Callable[[], Attempt]]]] = (
            (30, self._honest),
            (10, self._foreign),
            (20, self._forged),
            (6, self._garbage),
            (5, self._never_offered),
            (14, self._command),
            (4, self._bent_command),
            (4, self._autocomplete),
            (3, self._modal),
            (4, self._elsewhere),
        )

    def any(self) -> Attempt:
        """Return the next attempt."""
        weights, makers = zip(*self._kinds, strict=True)
        (make,) = self._rng.choices(makers, weights)
        return make()

    # --- buttons and selects --------------------------------------------------------------------

    def use(self, sight: Sight, control: Payload) -> Attempt:
        """Return somebody's honest use of what they see."""
        return self._press("honest", sight, control["custom_id"], control["type"], self._values(control))

    def _honest(self) -> Attempt:
        sight, control = self._control()
        return self.use(sight, control)

    def _foreign(self) -> Attempt:
        """Somebody uses what another one sees, or on a message of theirs a custom id they have heard of."""
        sight, control = self._control()
        if self._rng.random() < 0.5:
            server = next(it for it in self._hall.servers if it.world.guild.id == sight.guild_id)
            own = sight.of(self._rng.choice(server.people).id)
        else:
            own, its = self._control()
            own = self._showing(own, its, control["custom_id"])
        return self._press("foreign", own, control["custom_id"], control["type"], self._values(control))

    def _forged(self) -> Attempt:
        """Somebody changes parts of a custom id; their message shows it, or does not."""
        sight, control = self._control()
        tables = tuple(it.id for it in self._hall.servers[0].world.bot.tables.all)
        custom_id = odd.forged(self._rng, control["custom_id"], self._ops, tables)
        return self._press(
            "forged", self._showing(sight, control, custom_id), custom_id, control["type"], self._values(control)
        )

    def _garbage(self) -> Attempt:
        sight, control = self._control()
        custom_id = odd.garbage(self._rng)
        shown = self._showing(sight, control, custom_id)
        return self._press("garbage", shown, custom_id, control["type"], self._values(control), idle=True)

    def _never_offered(self) -> Attempt:
        """Somebody picks in a select, or in what is none, values that were never offered."""
        selects = [(s, part) for s in self._hall.sights for part in s.controls if part["type"] in _SELECTS]
        sight, control = self._rng.choice(selects) if selects and self._rng.random() < 0.8 else self._control()
        made = (odd.text, lambda rng: rng.choice(odd.NUMBERS), lambda rng: f"{rng.choice(self._ops)}~{odd.text(rng)}")
        values = [self._rng.choice(made)(self._rng)[:100] for _ in range(self._rng.choice((0, 1, 1, 2, 25)))]
        kind = self._rng.choice(_SELECTS) if self._rng.random() < 0.2 else control["type"]
        return self._press("never offered", sight, control["custom_id"], kind, values)

    def _control(self) -> tuple[Sight, Payload]:
        sight = self._rng.choice(self._hall.sights)
        return sight, self._rng.choice(sight.controls)

    def _values(self, control: Payload) -> list[str] | None:
        """Return what is honestly picked in a select; None for a button."""
        if control["type"] == _BUTTON:
            return None
        if control["type"] == 3:
            offered = [option["value"] for option in control["options"]]
            least, most = control.get("min_values", 1), min(control.get("max_values", 1), len(offered))
            return self._rng.sample(offered, self._rng.randint(min(least, most), most))
        server = self._hall.servers[0]
        there = (
            [it.id for it in server.places()]
            if control["type"] == 8
            else [it.id for it in server.world.guild.roles.values()]
        )
        return [str(it) for it in self._rng.sample(there, self._rng.randint(0, 1))]

    def _showing(self, sight: Sight, control: Payload, custom_id: str) -> Sight:
        """Return the sight, half of the time with the custom id on the control in the place of its own."""
        if self._rng.random() < 0.5:
            return sight
        message = copy.deepcopy(sight.message)
        for part in Sight(0, 0, 0, message).controls:
            if part["custom_id"] == control["custom_id"]:
                part["custom_id"] = custom_id
        return Sight(sight.user_id, sight.guild_id, sight.channel_id, message)

    def _press(
        self, kind: str, sight: Sight, custom_id: str, of: int, values: list[str] | None, *, idle: bool = False
    ) -> Attempt:
        data: Payload = {"custom_id": custom_id, "component_type": of}
        if values is not None:
            data["values"] = values
        record, payload = self._base(_COMPONENT, sight.user_id, sight.guild_id, sight.channel_id, data)
        payload["message"] = sight.message
        record.source_message_id = int(sight.message["id"])
        return Attempt(kind, record, payload, idle)

    # --- commands -------------------------------------------------------------------------------

    def _command(self) -> Attempt:
        """Somebody uses a command with options at their edges."""
        root, path, leaf = self._rng.choice(self._commands)
        resolved: Payload = {}
        given = [
            self._option(option, resolved)
            for option in leaf.get("options", ())
            if option.get("required") or self._rng.random() < 0.6
        ]
        return self._sent_command("command", root, path, given, resolved)

    def _bent_command(self) -> Attempt:
        """A command as this version of the bot doesn't have it: other options, values, types or names."""
        root, path, leaf = self._rng.choice(self._commands)
        resolved: Payload = {}
        given = [self._option(option, resolved) for option in leaf.get("options", ()) if self._rng.random() < 0.7]
        bend = self._rng.randrange(4)
        if bend == 0:
            given.append({"name": "unknown", "type": _STRING, "value": odd.text(self._rng)})
        elif bend == 1 and (texts := [it for it in given if it["type"] == _STRING]):
            self._rng.choice(texts)["value"] = odd.text(self._rng)
        elif bend == 2:
            path = [*path[:-1], self._rng.choice(("nothing", "new", "", "WIZARD"))]
        attempt = self._sent_command("bent command", root, path, given, resolved, leafless=bend == 2)
        if bend == 3:
            attempt.payload["data"] |= self._rng.choice(
                ({"name": "other"}, {"type": 3, "target_id": "1"}, {"options": []})
            )
        return attempt

    def _autocomplete(self) -> Attempt:
        offering = [it for it in self._commands if any("autocomplete" in o for o in it[2].get("options", ()))]
        root, path, leaf = self._rng.choice(offering)
        option = next(o for o in leaf["options"] if "autocomplete" in o)
        typed = {"name": option["name"], "type": _STRING, "value": odd.text(self._rng), "focused": True}
        return self._sent_command("autocomplete", root, path, [typed], {}, of=_AUTOCOMPLETE, idle=True)

    def _sent_command(
        self,
        kind: str,
        root: Payload,
        path: list[str],
        given: list[Payload],
        resolved: Payload,
        *,
        of: int = _COMMAND,
        leafless: bool = False,
        idle: bool = False,
    ) -> Attempt:
        server = self._rng.choice(self._hall.servers)
        person, channel = self._rng.choice(server.people), self._rng.choice(server.places())
        if leafless:
            nested = given
            for name in reversed(path[1:]):
                nested = [{"name": name, "type": 1, "options": nested}]
        else:
            nested = interactions.nest_options(root, path[1:], given)
        data = {"id": str(root["id"]), "name": root["name"], "type": 1, "options": nested}
        if resolved:
            data["resolved"] = resolved
        record, payload = self._base(of, person.id, server.world.guild.id, channel.id, data)
        return Attempt(kind, record, payload, idle)

    def _option(self, option: Payload, resolved: Payload) -> Payload:
        """Return an option with a value at an edge."""
        rng = self._rng
        value: Any
        match option["type"]:
            case 3:
                choices = [it["value"] for it in option.get("choices", ())]
                value = rng.choice(choices) if choices and rng.random() < 0.8 else odd.text(rng)
            case 4:
                value = rng.choice((option.get("min_value", 0), option.get("max_value", 99), *odd.INTEGERS))
            case 5:
                value = rng.random() < 0.5
            case 6:
                value = self._user(resolved)
            case 11:
                value = self._attachment(resolved)
            case other:
                raise NotImplementedError(f"a value for an option of type {other}")
        return {"name": option["name"], "type": option["type"], "value": value}

    def _user(self, resolved: Payload) -> str:
        """Return somebody's id, with what Discord tells of them: a member, the bot, or somebody who is not there."""
        if self._rng.random() < 0.3:
            user_id = str(self._rng.choice(odd.IDS))
            name = odd.text(self._rng)[:32]
            user = {"id": user_id, "username": name, "global_name": name, "discriminator": "0", "avatar": None}
        else:
            there = [it.id for it in self._rng.choice(self._hall.servers).people]
            user = dict(
                serializers.user_payload(self._backend.users[self._rng.choice([*there, self._backend.bot_user.id])])
            )
            user_id = user["id"]
        resolved.setdefault("users", {})[user_id] = user
        return user_id

    def _attachment(self, resolved: Payload) -> str:
        """Return the id of a file: what it is called and what is in it make no sense."""
        content = self._rng.choice((b"", b"{}", b"[]", b"\xff\xfe", odd.text(self._rng).encode(), b"[" * 5000))
        channel = self._rng.choice(self._hall.servers[0].places())
        name = self._rng.choice(("record.json", "x", "\u202etxt.exe", "a" * 200 + ".jsonl"))
        return interactions.store_interaction_attachment(self._backend, channel.id, name, content, resolved)

    def open_hand(self, server: Server, user_id: int, channel_id: int) -> Attempt:
        """Return somebody's ``/wizard hand``."""
        root = next(root for root, path, _ in self._commands if path == ["wizard", "hand"])
        data = {"id": str(root["id"]), "name": root["name"], "type": 1, "options": [{"name": "hand", "type": 1}]}
        record, payload = self._base(_COMMAND, user_id, server.world.guild.id, channel_id, data)
        return Attempt("command", record, payload)

    # --- what this bot never asked for ----------------------------------------------------------

    def _modal(self) -> Attempt:
        """A form is sent in; this bot has none, an older or a newer one may have had."""
        sight, control = self._control()
        custom_id = self._rng.choice((control["custom_id"], odd.garbage(self._rng)))
        field = {"type": 4, "id": 1, "custom_id": odd.garbage(self._rng), "value": odd.text(self._rng)[:4000]}
        components = self._rng.choice(
            ([], [{"type": 1, "id": 1, "components": [field]}], [{"type": 18, "id": 1, "component": field}] * 5)
        )
        data = {"custom_id": custom_id, "components": components}
        record, payload = self._base(_MODAL, sight.user_id, sight.guild_id, sight.channel_id, data)
        if self._rng.random() < 0.7:
            payload["message"] = sight.message
            record.source_message_id = int(sight.message["id"])
        return Attempt("modal", record, payload, idle=True)

    def _elsewhere(self) -> Attempt:
        """Any of it in a DM, or in a server the bot has never heard of."""
        attempt = self._rng.choice((self._honest, self._forged, self._command))()
        payload = attempt.payload
        member = payload.pop("member")
        payload |= {"channel_id": "7", "channel": payload["channel"] | {"id": "7"}}
        if self._rng.random() < 0.5:
            del payload["guild_id"], payload["guild_locale"]
            payload |= {"user": member["user"], "context": self._rng.choice((1, 2))}
            payload["channel"] = {"id": "7", "type": 1, "recipients": []}
        else:
            payload |= {"guild_id": str(self._rng.choice(odd.IDS[1:])), "member": member}
        return replace(attempt, kind="elsewhere")

    def _base(
        self, of: int, user_id: int, guild_id: int, channel_id: int, data: Payload
    ) -> tuple[Interaction, Payload]:
        record, payload = interactions.base_payload(
            self._backend, type=of, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
        )
        payload["locale"] = self._rng.choice(("en-US", "de", "fr", "ja", "xx", ""))
        return record, payload
