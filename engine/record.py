"""A whole game as JSON Lines: a header, then one line per action; the reader re-plays and verifies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine import options as opts
from engine import rules
from engine.actions import Action, Deal, DrawDealer, IllegalAction
from engine.dealing import SECRET_BYTES, Seed, chance, commitment
from engine.game import apply, new_game, phase, replay
from engine.notation import UnreadableAction, from_plain, to_plain
from engine.options import InvalidOptions, Options
from engine.state import Game, Phase

FORMAT: Final = "wizard-record"
FORMAT_VERSION: Final = 1
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
"""JSON can spell half of a surrogate pair, which no file can hold."""
_HEADER_KEYS: Final = ("format", "version", "rules", "options", "seats", "dealing")


class RecordError(ValueError):
    """A record that can't be trusted: the number of its first bad line (from 1), and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who sat at a seat: an account (``"ai"`` for an AI player) and the name shown."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its options to its last action, with what its deals follow from."""

    options: Options
    seats: tuple[SeatHolder, ...]
    seed: Seed
    actions: tuple[Action, ...]

    def game(self) -> Game:
        """Return the state after the last action."""
        return replay(new_game(self.options, len(self.seats)), self.actions)


def dump(record: Record) -> str:
    """Return the record as text: equal records give equal bytes."""
    header = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "rules": rules.VERSION,
        "options": opts.to_json(record.options),
        "seats": [{"player": seat.player, "name": seat.name} for seat in record.seats],
        "dealing": {
            "commitment": commitment(record.seed.secret),
            "secret": record.seed.secret.hex(),
            "contributions": list(record.seed.contributions),
        },
    }
    lines = [header, *map(to_plain, record.actions)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def load(text: str) -> Record:
    """Read a finished game and verify every line of it.

    The game is re-played, its deals are recomputed from the secret, and the secret is checked against
    the commitment. Raise `RecordError` with the first line that is wrong.
    """
    lines = text.removesuffix("\n").split("\n")
    options, seats, seed = _header(_json(lines[0], 1))
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
    return Record(options, seats, seed, tuple(actions))


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


def _header(plain: object) -> tuple[Options, tuple[SeatHolder, ...], Seed]:
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise RecordError(1, f"not a {FORMAT}")
    if not _is_number(plain.get("version"), FORMAT_VERSION) or not _is_number(plain.get("rules"), rules.VERSION):
        raise RecordError(1, "written by another version of the format or the rules")
    if plain.keys() != set(_HEADER_KEYS):
        raise RecordError(1, f"the header has exactly the keys {', '.join(_HEADER_KEYS)}")
    try:
        options = opts.from_json(plain["options"])
    except InvalidOptions as error:
        raise RecordError(1, str(error)) from None
    return options, _seats(plain["seats"]), _seed(plain["dealing"])


def _is_number(plain: object, wanted: int) -> bool:
    return type(plain) is int and plain == wanted


def _seats(plain: object) -> tuple[SeatHolder, ...]:
    if not isinstance(plain, list) or not all(map(_is_seat, plain)):
        raise RecordError(1, "seats is a list of objects with the texts player and name")
    return tuple(SeatHolder(seat["player"], seat["name"]) for seat in plain)


def _is_seat(plain: object) -> bool:
    return isinstance(plain, dict) and plain.keys() == {"player", "name"} and _texts(plain.values())


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
    """Return name, points and place of each seat, in seat order; two seats may share a name."""
    game = record.game()
    names = (holder.name for holder in record.seats)
    return tuple(zip(names, game.totals, rules.ranking(game), strict=True))
