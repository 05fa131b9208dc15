"""Every screen of the bot, by its name; the pictures are numbered in this order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.browser.screens import fairness, leaving, lobby, playing, specials
from tests.browser.screens.stage import Screen

_RULES: Final[Mapping[str, int]] = {"game": 1, "bids": 3, "points": 5, "special-cards": 6, "vampire": 15}
_FIRST_ROUND: Final = ("", "1", "G3")
_SECOND_ROUND: Final = ("", "1", "W", "J")
_LAST_ROUND: Final = ("", "0", "J", "Y11", "B2")
_LESSON: Final[Mapping[str, Sequence[str]]] = {
    "welcome": (),
    "bid": _FIRST_ROUND[:1],
    "play": (*_FIRST_ROUND, *_SECOND_ROUND[:2]),
    "result": _FIRST_ROUND,
    "end": (*_FIRST_ROUND, *_SECOND_ROUND, *_LAST_ROUND, ""),
}

SCREENS: Final[Mapping[str, Screen]] = {
    "lobby": lobby.lobby,
    "lobby-of-specials": lobby.lobby_of_specials,
    "lobby-of-ai": lobby.lobby_of_ai,
    "ai-players": lobby.ai_players,
    "first-ai-player": lobby.first_ai_player,
    "rematch": lobby.rematch,
    **{f"options-{page}": lobby.options_page(page) for page in ("game", "bids", "deal", "cards", "table")},
    "special-cards-chosen": lobby.special_cards_chosen,
    "options-refused": lobby.options_refused,
    "options-overview": lobby.overview,
    **{f"rules-{name}": lobby.rules_page(number) for name, number in _RULES.items()},
    **{f"lesson-{name}": lobby.lesson(*moves) for name, moves in _LESSON.items()},
    "lesson-offered": lobby.lesson_offered,
    "help": lobby.help_,
    "me": lobby.me,
    **{f"admin-{page}": lobby.admin_page(page) for page in ("start", "tables", "server")},
    "audit": lobby.audit,
    "audit-empty": lobby.audit_empty,
    "export": lobby.export,
    "refusals": lobby.refusals,
    "trump": playing.trump,
    "bidding": playing.bidding,
    "bidding-ten": playing.bidding_ten,
    "bidding-select": playing.bidding_select,
    "hidden-bids": playing.hidden_bids,
    "forehead": playing.forehead,
    "hand": playing.hand,
    "hand-out-of-turn": playing.hand_out_of_turn,
    "hand-of-six": playing.hand_of_six,
    "largest-hand": playing.largest_hand,
    "pre-move": playing.pre_move,
    "juggler": specials.juggler,
    "shapeshifter": specials.shapeshifter,
    "vampire": specials.vampire,
    "cloud": specials.cloud,
    "juggler-pass": specials.juggler_pass,
    "witch-give": specials.witch_give,
    "witch-take": specials.witch_take,
    "werewolf": specials.werewolf,
    "bomb": specials.bomb,
    "all-in-hand": specials.all_in_hand,
    "table": playing.table,
    "table-of-ai": playing.table_of_ai,
    "table-of-six": playing.table_of_six,
    "trick-posts": playing.trick_posts,
    "leave-question": leaving.leave_question,
    "away": leaving.away,
    "take-seat": leaving.take_seat,
    "too-few": leaving.too_few,
    "nudge": leaving.nudge,
    "direct-message": leaving.direct_message,
    "last-trick": playing.last_trick,
    "this-round": playing.this_round,
    "score-sheet": playing.sheet,
    "round-result": playing.round_result,
    "final": playing.final,
    "ended": playing.ended,
    "leaderboard": playing.leaderboard,
    "empty-leaderboard": playing.empty_leaderboard,
    "fair": fairness.fair,
    "fair-dealer": fairness.deal(1),
    "fair-deal": fairness.deal(2),
    "unfair": fairness.unfair,
}
