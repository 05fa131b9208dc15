"""The deals of a record as text, computed again, with what they follow from."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Deal, DrawDealer
from engine.cards import codes
from engine.dealing import commitment
from engine.fairness import Check, checks
from engine.record import Record


def deals(record: Record) -> str:
    """Return the commitment, what is behind it, and a line or two for each thing chance did."""
    seed = record.seed
    shares = " ".join(map(ascii, seed.contributions)) or "none"
    head = [
        f"  commitment     {commitment(seed.secret)}",
        f"  secret         {seed.secret.hex()}",
        f"  contributions  {shares}",
    ]
    return "\n".join([*head, *(line for check in checks(record) for line in _lines(check))])


def _lines(check: Check) -> Iterator[str]:
    verdict = "as recorded" if check.is_equal else "NOT as recorded"
    made = check.recomputed
    yield f"  {check.label}, {_dealt(made)}: {verdict}"
    hands = made.hands if isinstance(made, Deal) else ()
    for seat, hand in enumerate(hands):
        yield f"    seat {seat}: {codes(hand)}"
    draws = made.draws if isinstance(made, DrawDealer) else ()
    for number, draw in enumerate(draws, 1):
        yield f"    draw {number}: {' '.join('-' if face is None else face.code for face in draw)}"


def _dealt(made: DrawDealer | Deal) -> str:
    if isinstance(made, DrawDealer):
        return f"seat {made.dealer} deals first"
    turned = "nothing" if made.upcard is None else made.upcard.code
    spare = "" if made.spare is None else f", {made.spare.code} turned over to be copied"
    return f"{turned} turned up{spare}"
