"""The open protocol of the arena: how a program in any language sits at a table.

``exec:COMMAND`` starts the command once for each game and talks to it in JSON Lines: one JSON object a line, in UTF-8,
requests on its stdin, answers on its stdout. Write each answer as one line and flush it. What it writes to stderr is
shown only when something goes wrong. Every request has an ``id``, and its answer repeats it.

**hello** begins the game::

    {"type":"hello","id":0,"protocol":1,"seat":2,"names":["archmage","adept","exec:./mybot","adept"],
     "options":{…},"seed":123,"ms":50,"deals":null,"patience_ms":10000}

Seats count clockwise from 0; ``names`` are by seat. ``options`` are those of the table, as in a record. ``seed`` is for
the program's own random numbers: who uses no others plays the same again under the same ``--seed``. ``ms`` is how long
AI players think about a decision; where they are given a number of deals instead, ``ms`` is null and ``deals`` is that
number. The answer says which protocol is spoken::

    {"id":0,"protocol":1}

**decide** asks for a decision::

    {"type":"decide","id":7,"ms":50,"deals":null,"view":{…},"legal":[{"action":"bid","seat":2,"tricks":0},…]}

``legal`` is never empty. The answer is one of it, by its index or as it is written there, which is how records write
it::

    {"id":7,"decision":0}
    {"id":7,"decision":{"action":"bid","seat":2,"tricks":0}}

Decisions: ``trump`` (``suit``: a letter, null for no trump), ``bid``, ``play`` (``card``), ``play_blind`` (the card
before the own forehead), ``pass`` (Juggler), ``move_bid`` (Cloud, ``by``: 1 or -1), ``exchange`` (Witch, ``give`` and
``take``; both null to keep the hand).

**end** closes the game; nothing is answered. Then stdin is closed, and the program has a second to end::

    {"type":"end","totals":[310,-20,250,80],"places":[1,4,2,3]}

**The view** is what the seat may know and no more. Cards are texts: ``R13`` (suits R, Y, G, B), ``W``, ``J``, the codes
of the special cards, and ``JUGGLER:B`` for one that was played with something said.

- ``seat``, ``players``, ``options``, ``sizes`` (cards a player, round by round), ``phase`` (``trump``, ``bidding``,
  ``play``, ``special``), ``to_act`` (seats), ``totals``, ``places``, ``forbidden_bid`` (by a sum rule, or null),
  ``draws`` (for the first deal: draw by draw a card or null for each seat).
- ``scores``: the finished rounds: ``number``, ``size``, ``dealer``, ``upcard``, ``trump``, ``bids``, ``taken``,
  ``points`` (by seat), ``tricks``, ``spare``, ``swap``, ``cancelled``.
- ``round``: the running one: ``number``, ``size``, ``dealer``, ``upcard``, ``trump`` (a letter or null), ``chooser``
  (who has yet to name it), ``bids`` (null where there is none, or none the seat may know), ``has_bid``, ``taken``,
  ``left`` (cards in each hand), ``hand`` (the own), ``tricks`` (finished), ``trick`` (running), ``spare`` (turned over
  to be copied), ``swap`` (Werewolf: its ``seat``, and the ``card`` it got), ``copied`` (what the Vampire is),
  ``cancelled`` (whether a Bomb has cancelled the bids), ``ask`` (what a special card wants settled: ``special``,
  ``player``, ``seats``, ``waiting``, ``mine``), ``forehead``, ``others`` (in a forehead round the others' cards).
- a trick: ``leader``, ``cards`` in the order they were played, ``winner`` (null while it runs, or when a Bomb spoiled
  it), ``next_leader``, ``after`` (what special cards did: ``kind`` is ``CardsPassed`` with ``given`` by seat,
  ``BidMoved`` with ``seat`` and ``by``, or ``CardExchanged`` with ``seat``, ``gave`` and ``took``; null is what the
  seat may not know).

**What goes wrong** is counted in the report. Where an answer is illegal, late (``--patience`` seconds, also for hello)
or unreadable, an Adept decides instead and the game goes on; what comes in later for that request is skipped. A program
that ends, writes a line of more than 65,536 bytes, is late three times in a row, or writes more than a thousand answers
that nobody waits for, is ended with its whole process group, and an Adept plays the rest of its game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from bot.arena.faults import Breach, Fault
from bot.arena.pace import Pace
from engine import options as opts
from engine.actions import Decision, Seat
from engine.notation import UnreadableAction, from_plain, to_plain
from engine.options import Options

VERSION: Final = 1
LONGEST_LINE: Final = 1 << 16
"""Bytes of an answer, its line feed not counted."""
HELLO: Final = 0
"""The number of the first request."""


def hello(seat: Seat, names: Sequence[str], options: Options, seed: int, pace: Pace, patience: float) -> bytes:
    """Return the line that begins a game; `patience` in seconds."""
    return _line(
        {
            "type": "hello",
            "id": HELLO,
            "protocol": VERSION,
            "seat": seat,
            "names": list(names),
            "options": opts.to_json(options),
            "seed": seed,
            **pace.plain(),
            "patience_ms": round(patience * 1000),
        }
    )


def decide(number: int, pace: Pace, view: dict[str, Any], legal: Sequence[Decision]) -> bytes:
    """Return the line that asks for a decision."""
    listed = [to_plain(decision) for decision in legal]
    return _line({"type": "decide", "id": number, **pace.plain(), "view": view, "legal": listed})


def end(totals: Sequence[int], places: Sequence[int]) -> bytes:
    """Return the line that closes a game."""
    return _line({"type": "end", "totals": list(totals), "places": list(places)})


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def answer(line: bytes) -> dict[str, Any]:
    """Read a line that a program wrote; raise `Breach` unless it is an object with a whole number as `id`."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        raise Breach(Fault.UNREADABLE, "wrote a line that is not JSON") from None
    if not isinstance(read, dict) or type(read.get("id")) is not int:
        raise Breach(Fault.UNREADABLE, "wrote a line that is no answer: a JSON object with the id of the request")
    return read


def require_welcome(read: dict[str, Any]) -> None:
    """Raise `Breach` unless this is the answer to `hello`."""
    if read["id"] != HELLO or type(read.get("protocol")) is not int:
        raise Breach(Fault.GREETING, f'answered with something else than {{"id":0,"protocol":{VERSION}}}')
    if read["protocol"] != VERSION:
        raise Breach(Fault.GREETING, f"speaks another protocol than {VERSION}")


def decision(read: dict[str, Any], legal: Sequence[Decision]) -> Decision:
    """Return the decision in an answer; raise `Breach` for one that isn't open, or that is none."""
    said = read.get("decision")
    if type(said) is int:
        if not 0 <= said < len(legal):
            raise Breach(Fault.ILLEGAL, "answered with an index that is not in legal")
        return legal[said]
    try:
        action = from_plain(said)
    except UnreadableAction as error:
        raise Breach(Fault.UNREADABLE, f"answered with no decision: {error}") from None
    if action not in legal:
        raise Breach(Fault.ILLEGAL, "answered with a decision that is not in legal")
    return next(decision for decision in legal if decision == action)
