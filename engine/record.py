"""A whole game as JSON Lines: a header, then one line per action; the reader re-plays and verifies.

Versions 1 and 2 are read. Version 2 also says what a league has to know of the people at the end: `Finish`. Where there
is nothing of that to say, as in games of AI players alone, version 1 is written. Who somebody is stands in the header
alone, with the seats and the handovers; everything else means people by their seats.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

from engine import options as opts
from engine import rules
from engine.actions import Action, Deal, DrawDealer, IllegalAction, Seat
from engine.dealing import SECRET_BYTES, Seed, chance, commitment
from engine.game import apply, new_game, phase, replay
from engine.notation import UnreadableAction, from_plain, to_plain
from engine.options import InvalidOptions, Options
from engine.state import Game, Phase

FORMAT: Final = "wizard-record"
_WITHOUT_FINISH: Final = 1
_WITH_FINISH: Final = 2
_VERSIONS: Final = (_WITHOUT_FINISH, _WITH_FINISH)
AI: Final = "ai"
"""The account of every AI player."""
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
"""JSON can spell half of a surrogate pair, which no file can hold."""
_HEADER_KEYS: Final = ("format", "version", "rules", "options", "seats", "dealing")
_LEVEL: Final = "level"
"""An AI player's seat has this key too where its level is known."""
_HANDOVERS: Final = "handovers"
"""A header has this key too where a seat changed hands."""
_FINISH: Final = "finish"
"""A header of version 2 has this key too."""
_HINTS: Final = "hints"
"""What is under that has this key too where people could ask for hints, with the value true."""


class RecordError(ValueError):
    """A record that can't be trusted: the number of its first bad line (from 1), and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who sat at a seat: an account (``"ai"`` for an AI player), the name shown, and of an AI player its level."""

    player: str
    name: str
    level: str | None = None
    """In one word; None where nobody has said, as in all records from before there were levels."""

    @property
    def is_ai(self) -> bool:
        """Return whether it is an AI player."""
        return self.player == AI


@dataclass(frozen=True, slots=True)
class Handover:
    """Who took a seat over, and how many actions there were before."""

    since: int
    seat: Seat
    holder: SeatHolder


@dataclass(frozen=True, slots=True)
class Finish:
    """What the actions don't tell of the people at the end, by which a game counts and they are ranked.

    `needed`: how many of them must have acted for the game to count. Seats in their order: `acted` are those whose
    holder at the end has made a decision there, in time; `away` those that an AI kept for their person. `hints`: people
    could have themselves told the best decision, for which no game counts.
    """

    needed: int
    acted: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    hints: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its options to its last action, with what its deals follow from.

    ``seats`` are those who sat down; ``handovers`` who took over from them, in the order of the actions. ``finish`` is
    None in an older record, and where it says nothing.
    """

    options: Options
    seats: tuple[SeatHolder, ...]
    seed: Seed
    actions: tuple[Action, ...]
    handovers: tuple[Handover, ...] = ()
    finish: Finish | None = None

    @property
    def final_seats(self) -> tuple[SeatHolder, ...]:
        """Return who held each seat at the end."""
        last = {handover.seat: handover.holder for handover in self.handovers}
        return tuple(last.get(at, holder) for at, holder in enumerate(self.seats))

    def holders(self, before: int) -> tuple[SeatHolder, ...]:
        """Return who held each seat when the action was taken before which there were so many."""
        there = {handover.seat: handover.holder for handover in self.handovers if handover.since <= before}
        return tuple(there.get(at, holder) for at, holder in enumerate(self.seats))

    def game(self) -> Game:
        """Return the state after the last action."""
        return replay(new_game(self.options, len(self.seats)), self.actions)


def dump(record: Record) -> str:
    """Return the record as text: equal records give equal bytes."""
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": _WITHOUT_FINISH if record.finish is None else _WITH_FINISH,
        "rules": rules.VERSION,
        "options": opts.to_json(record.options),
        "seats": list(map(_plain_holder, record.seats)),
        "dealing": {
            "commitment": commitment(record.seed.secret),
            "secret": record.seed.secret.hex(),
            "contributions": list(record.seed.contributions),
        },
    }
    if record.handovers:
        header[_HANDOVERS] = [{"from": it.since, "seat": it.seat} | _plain_holder(it.holder) for it in record.handovers]
    if record.finish is not None:
        plain = asdict(record.finish)
        header[_FINISH] = plain if plain[_HINTS] else {key: it for key, it in plain.items() if key != _HINTS}
    lines = [header, *map(to_plain, record.actions)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def _plain_holder(holder: SeatHolder) -> dict[str, str]:
    level = {} if holder.level is None else {_LEVEL: holder.level}
    return {"player": holder.player, "name": holder.name} | level


def _holder(plain: dict[str, str]) -> SeatHolder:
    return SeatHolder(plain["player"], plain["name"], plain.get(_LEVEL))


def load(text: str) -> Record:
    """Read a finished game and verify every line of it.

    The game is re-played, its deals are recomputed from the secret, and the secret is checked against
    the commitment. Raise `RecordError` with the first line that is wrong.
    """
    lines = text.removesuffix("\n").split("\n")
    header = _header(_json(lines[0], 1))
    options, seats, seed = _options(header["options"]), _seats(header["seats"]), _seed(header["dealing"])
    handovers = _handovers(header, len(seats), len(lines) - 1)
    finish = _finish(header, Record(options, seats, seed, (), handovers).final_seats)
    try:
        game = new_game(options, len(seats))
    except InvalidOptions as error:
        raise RecordError(1, str(error)) from None
    actions = []
    for number, line in enumerate(lines[1:], 2):
        action = _action(line, number)
        game = _checked(game, action, seed, number)
        actions.append(action)
    if phase(game) is not Phase.OVER:
        raise RecordError(len(lines) + 1, "the record stops before the game is over")
    return Record(options, seats, seed, tuple(actions), handovers, finish)


def _action(line: str, number: int) -> Action:
    plain = _json(line, number)
    try:
        action = from_plain(plain)
    except UnreadableAction as error:
        raise RecordError(number, str(error)) from None
    if to_plain(action) != plain:
        raise RecordError(number, "an action says nothing that it doesn't need to say")
    return action


def _checked(game: Game, action: Action, seed: Seed, number: int) -> Game:
    try:
        after, _ = apply(game, action)
    except IllegalAction as error:
        raise RecordError(number, f"illegal: {error.reason}") from None
    if isinstance(action, DrawDealer | Deal) and action != chance(game, seed):
        raise RecordError(number, "this is not what the secret deals")
    return after


def _json(line: str, number: int) -> Any:  # noqa: ANN401 - what JSON holds is checked by the callers
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError(number, "not a line of JSON") from None


def _header(plain: object) -> dict[str, Any]:
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise RecordError(1, f"not a {FORMAT}")
    version = plain.get("version")
    if not any(_is_number(version, it) for it in _VERSIONS) or not _is_number(plain.get("rules"), rules.VERSION):
        raise RecordError(1, "written by another version of the format or the rules")
    wanted = (*_HEADER_KEYS, *([_FINISH] if version == _WITH_FINISH else []))
    if plain.keys() - {_HANDOVERS} != set(wanted):
        keys = ", ".join(wanted)
        raise RecordError(1, f"the header has exactly the keys {keys}, and {_HANDOVERS} where a seat changed hands")
    return plain


def _options(plain: object) -> Options:
    try:
        return opts.from_json(plain)
    except InvalidOptions as error:
        raise RecordError(1, str(error)) from None


def _is_number(plain: object, wanted: int) -> bool:
    return type(plain) is int and plain == wanted


def _seats(plain: object) -> tuple[SeatHolder, ...]:
    if not isinstance(plain, list) or not all(map(_is_seat, plain)):
        raise RecordError(1, "seats is a list of objects with the texts player and name, of an AI player perhaps level")
    return tuple(map(_holder, plain))


def _handovers(header: dict[str, Any], players: int, actions: int) -> tuple[Handover, ...]:
    """Read who took seats over: a list with something in it, each seat at most once between two actions."""
    if _HANDOVERS not in header:
        return ()
    plain = header[_HANDOVERS]
    if not isinstance(plain, list) or not plain or not all(_is_handover(it, players, actions) for it in plain):
        why = f"{_HANDOVERS} is a list of objects with the texts player and name, a seat, and an action it is held from"
        raise RecordError(1, why)
    read = [Handover(it["from"], it["seat"], _holder(it)) for it in plain]
    places = [(it.since, it.seat) for it in read]
    if any(first >= second for first, second in pairwise(places)):
        raise RecordError(1, f"{_HANDOVERS} are in the order of the actions, then of the seats")
    return tuple(read)


def _is_handover(plain: object, players: int, actions: int) -> bool:
    match plain:
        case {"from": since, "seat": seat, **holder}:
            return _is_index(since, actions) and _is_index(seat, players) and _is_seat(holder)
    return False


def _finish(header: dict[str, Any], holders: Sequence[SeatHolder]) -> Finish | None:
    """Read what is said of the people at the end: their seats in order, each at most once."""
    if _FINISH not in header:
        return None
    match header[_FINISH]:
        case {"needed": int(needed), "acted": list(acted), "away": list(away), **rest} if (
            needed in range(1, opts.MAX_PLAYERS + 1) and not isinstance(needed, bool) and _are_hints(rest)
        ):
            if _are_of_people(acted, holders) and _are_of_people(away, holders):
                return Finish(needed, tuple(acted), tuple(away), bool(rest))
    why = "has exactly a number needed, of people the seats that acted and are away, and hints only where it is true"
    raise RecordError(1, f"{_FINISH} {why}")


def _are_hints(rest: Mapping[object, object]) -> bool:
    """Return whether this says that there were hints, or nothing."""
    return not rest or (rest.keys() == {_HINTS} and rest[_HINTS] is True)


def _are_of_people(seats: Sequence[object], holders: Sequence[SeatHolder]) -> bool:
    people = [at for at, holder in enumerate(holders) if not holder.is_ai]
    return all(type(seat) is int for seat in seats) and list(seats) == [at for at in people if at in seats]


def _is_index(plain: object, end: int) -> bool:
    return type(plain) is int and 0 <= plain < end


def _is_seat(plain: object) -> bool:
    if not isinstance(plain, dict) or not _texts(plain.values()):
        return False
    return plain.keys() - ({_LEVEL} if plain.get("player") == AI else set()) == {"player", "name"}


def _texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) and not _HALF_CHARACTER.search(value) for value in values)


def _seed(plain: object) -> Seed:
    match plain:
        case {"commitment": str(shown), "secret": str(revealed), "contributions": list(given), **rest} if (
            _texts(given) and not rest
        ):
            return _checked_seed(_secret(shown, revealed), tuple(given))
    raise RecordError(1, "dealing has exactly a commitment, a secret and a list of contributions")


def _checked_seed(secret: bytes, contributions: tuple[str, ...]) -> Seed:
    try:
        return Seed(secret, contributions)
    except ValueError as error:
        raise RecordError(1, str(error)) from None


def _secret(shown: str, revealed: str) -> bytes:
    try:
        secret = bytes.fromhex(revealed)
    except ValueError:
        raise RecordError(1, "the secret is not written in hex") from None
    if len(secret) != SECRET_BYTES or commitment(secret) != shown:
        raise RecordError(1, "the secret is not the one that was committed to")
    return secret


def summary(record: Record) -> tuple[tuple[str, int, int], ...]:
    """Return name, points and place of who held each seat at the end, in seat order; two may share a name."""
    game = record.game()
    names = (holder.name for holder in record.final_seats)
    return tuple(zip(names, game.totals, rules.ranking(game), strict=True))
