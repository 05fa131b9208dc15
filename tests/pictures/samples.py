"""Tables whose pictures are looked at, compared and measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.pictures.board import leaderboard, podium
from bot.pictures.canvas import Picture
from bot.pictures.hand import hand as hand_picture
from bot.pictures.pad import pad
from bot.pictures.race import race
from bot.pictures.stats import special_cards, stats
from bot.pictures.table import table as table_picture
from bot.pictures.trick import last_trick
from bot.table import Occupant, Stage, Table
from bot.tableview import TableView, public_view, seat_view
from engine.ai import adept
from engine.game import phase, sizes, to_act
from engine.options import SPECIAL_CARDS, Bidding, Bomb, Labels, Length, Options
from engine.specials import CardExchanged
from engine.state import Game, Phase, Trick
from tests.engine.playing import steps, whole_game
from tests.pictures.boards import BOARDS, FINALS
from tests.pictures.profiles import PROFILES, SPECIAL_CARDS_HELD

PEOPLE: Final = ("Ada", "Bartholomew", "Cleo", "Łukasz", "Zoë", "Finn the Third")
HOSTILE: Final = (
    "\u202eevil\u202c",
    "Z\u0338\u0322\u031b\u0347\u032a\u033a\u0308\u0344\u0351a\u0335\u035a\u034d\u0340lgo",
    "احمد العربي",
    "漢字の名前",
    "👩‍👩‍👧 Team <b>&amp;",
    "\u200b\u2066\n",
)
LONG: Final = ("W" * 60, "i" * 60, "a b " * 20, "Ж" * 40, "**bold** @everyone", "https://example.org/x")
ALL: Final = Options(length=Length.FIVE, special_cards=frozenset(SPECIAL_CARDS))
LARGEST: Final = Options(length=Length.FIVE)

When = Callable[[Game], bool]


def table(game: Game, names: tuple[str, ...] = PEOPLE) -> Table:
    """Return a table of people with this game; the last seat is an AI's."""
    last = game.players - 1
    seats = tuple(Occupant(at + 1 if at < last else None, names[at]) for at in range(game.players))
    nothing = (None,) * game.players
    over = game.round is None and game.scores and len(game.scores) == len(sizes(game))
    stage = Stage.FINISHED if over else Stage.PLAYING
    return Table(1, 1, 1, game.options, b"secret", 1, seats, stage, game, decided=(0,) * game.players, chosen=nothing)


def first(options: Options, players: int, number: int, when: When) -> Game:
    """Return the first state of a game, played sensibly, that is like this."""
    return next(game for game, _ in steps(options, players, number, (adept,)) if when(game))


def bidding(size: int, given: int = 0) -> When:
    """Return whether so many have bid in a round of this size."""
    return lambda game: (
        game.round is not None
        and game.round.size == size
        and game.round.chooser is None
        and sum(bid is not None for bid in game.round.bids) == given
    )


def playing(size: int, tricks: int, cards: int) -> When:
    """Return whether so many tricks are finished and so many cards lie in the next one."""
    return lambda game: (
        game.round is not None
        and game.round.size == size
        and None not in game.round.bids
        and not game.round.asks
        and len(game.round.tricks) == tricks
        and len(game.round.trick.cards) == cards
    )


def spoiled(game: Game) -> bool:
    """Return whether nobody gets the running trick."""
    return game.round is not None and any(face.code == "BOMB" for face in game.round.trick.cards)


def cancelled(game: Game) -> bool:
    """Return whether the bids are cancelled."""
    return game.round is not None and game.round.cancelled and len(game.round.trick.cards) == 1


def last_of(game: Game) -> Trick | None:
    """Return the last finished trick of the running round."""
    return game.round.tricks[-1] if game.round is not None and game.round.tricks else None


def blown_up(game: Game) -> bool:
    """Return whether nobody got the last trick."""
    trick = last_of(game)
    return trick is not None and trick.winner is None


def just_happened(kind: type) -> When:
    """Return whether this has just come of the last trick."""
    return lambda game: (trick := last_of(game)) is not None and any(isinstance(it, kind) for it in trick.after)


def asked(code: str) -> When:
    """Return whether this special card asks for something."""
    return lambda game: game.round is not None and bool(game.round.asks) and game.round.asks[0].special == code


def mine(game: Game, names: tuple[str, ...] = PEOPLE) -> TableView:
    """Return the view of whoever is to act."""
    return seat_view(table(game, names), max(0, to_act(game)[0]))


def channel(game: Game, names: tuple[str, ...] = PEOPLE) -> TableView:
    """Return the view of everybody."""
    return public_view(table(game, names))


def chosen(view: TableView) -> TableView:
    """Return a view whose viewer has chosen their last card, another one's turn."""
    game = view.playing
    assert view.game is not None
    assert view.game.round is not None
    hand = view.game.round.hand
    return replace(view, game=replace(game, legal=(), to_act=((view.seat or 0) + 1,)), chosen=hand[-1], choosable=hand)


HANDS: Final[dict[str, Callable[[], TableView]]] = {
    "hand-1-of-6": lambda: mine(first(Options(), 6, 1, playing(1, 0, 4))),
    "hand-7-of-4": lambda: mine(first(Options(), 4, 2, playing(7, 0, 2))),
    "hand-10-of-6": lambda: mine(first(LARGEST, 6, 3, playing(10, 0, 3))),
    "hand-20-of-3": lambda: mine(first(LARGEST, 3, 4, playing(20, 0, 2))),
    "hand-20-bidding": lambda: mine(first(LARGEST, 3, 5, bidding(20, 1)), LONG),
    "hand-faces": lambda: mine(first(replace(LARGEST, labels=Labels.FACES), 5, 6, playing(12, 2, 1)), HOSTILE),
    "hand-specials": lambda: mine(first(ALL, 4, 7, playing(15, 3, 3))),
    "hand-witch": lambda: mine(first(ALL, 3, 9, asked("WITCH"))),
    "hand-juggler": lambda: mine(first(ALL, 6, 10, asked("JUGGLER")), HOSTILE),
    "hand-chosen": lambda: chosen(mine(first(LARGEST, 5, 11, playing(12, 0, 2)))),
    "hand-forehead": lambda: mine(first(Options(forehead=True), 4, 12, playing(1, 0, 1))),
    "hand-secret": lambda: mine(first(replace(ALL, bidding=Bidding.SECRET), 6, 13, playing(10, 4, 2)), LONG),
    "hand-last-card": lambda: mine(first(Options(), 3, 14, playing(5, 4, 1))),
}

TABLES: Final[dict[str, Callable[[], TableView]]] = {
    "table-3": lambda: channel(first(Options(), 3, 21, playing(8, 3, 2))),
    "table-4": lambda: channel(first(ALL, 4, 22, playing(15, 3, 3)), HOSTILE),
    "table-5": lambda: channel(first(LARGEST, 5, 23, bidding(12, 3))),
    "table-6": lambda: channel(first(LARGEST, 6, 24, playing(10, 2, 4)), LONG),
    "table-hidden": lambda: channel(first(replace(ALL, bidding=Bidding.HIDDEN), 6, 25, bidding(10, 3))),
    "table-bomb": lambda: channel(first(ALL, 6, 26, spoiled)),
    "table-cancelled": lambda: channel(first(replace(ALL, bomb=Bomb.BIDS), 3, 27, cancelled)),
    "table-trump": lambda: channel(first(ALL, 4, 28, lambda game: phase(game) is Phase.TRUMP)),
}

TRICKS: Final[dict[str, Callable[[], TableView]]] = {
    "trick-3": lambda: channel(first(Options(), 3, 31, playing(5, 2, 0))),
    "trick-6": lambda: channel(first(ALL, 6, 32, playing(10, 4, 0)), LONG),
    "trick-witch": lambda: channel(first(ALL, 4, 33, just_happened(CardExchanged))),
    "trick-bomb": lambda: channel(first(ALL, 5, 34, blown_up), HOSTILE),
}
PADS: Final[dict[str, Callable[[], TableView]]] = {
    "pad-3-rounds": lambda: channel(first(Options(), 4, 41, playing(4, 1, 0))),
    "pad-6-of-10": lambda: channel(whole_game(Options(), 6, 42, (adept,)), LONG),
    "pad-3-of-20": lambda: channel(whole_game(Options(), 3, 43, (adept,))),
    "pad-6-of-19": lambda: channel(whole_game(Options(length=Length.UPDOWN), 6, 44), HOSTILE),
    "pad-secret": lambda: channel(first(Options(bidding=Bidding.SECRET), 5, 45, playing(5, 1, 0))),
}
RACES: Final[dict[str, Callable[[], TableView]]] = {
    "race-3-of-20": lambda: channel(whole_game(Options(), 3, 51, (adept,))),
    "race-6-of-10": lambda: channel(whole_game(Options(), 6, 52, (adept,)), LONG),
    "race-4-of-5": lambda: channel(whole_game(LARGEST, 4, 53, (adept,)), HOSTILE),
    "race-1-round": lambda: channel(whole_game(Options(max_rounds=1), 5, 54, (adept,))),
    "race-3-of-39": lambda: channel(whole_game(Options(length=Length.UPDOWN), 3, 55, (adept,))),
}
KINDS: Final = (
    (HANDS, hand_picture),
    (TABLES, table_picture),
    (TRICKS, last_trick),
    (PADS, pad),
    (RACES, race),
    (PROFILES, stats),
    (SPECIAL_CARDS_HELD, special_cards),
    (BOARDS, leaderboard),
    (FINALS, podium),
)
SAMPLES: Final = {name: (make, draw) for made, draw in KINDS for name, make in made.items()}


def drawn(name: str) -> Picture:
    """Return the picture of a sample."""
    make, draw = SAMPLES[name]
    picture = draw(make())
    assert picture is not None
    return picture
