"""An opponent for `wizard-bot arena --seats "exec:python3 tests/arena/example_bot.py",adept,adept`.

How it is talked to is written at the top of bot/arena/protocol.py.
"""

import json
import sys


def strength(card: str, trump: str | None) -> int:
    """Return a card's worth: Wizards, trumps, then by rank; Jesters and special cards at the bottom."""
    if card == "W":
        return 40
    if not card[1:].isdigit():
        return 0
    return int(card[1:]) + (20 if card[0] == trump else 0)


def decide(view: dict, legal: list[dict]) -> dict:
    here, kind = view["round"], legal[0]["action"]
    if kind == "bid":  # what is nearly sure: Wizards, trumps and the highest cards
        wanted = sum(strength(card, here["trump"]) >= 13 for card in here["hand"])
        return min(legal, key=lambda bid: abs(bid["tricks"] - wanted))
    if kind == "play":  # the highest card while tricks are missing, else the lowest
        missing = (here["bids"][view["seat"]] or 0) - here["taken"][view["seat"]]
        return (max if missing > 0 else min)(legal, key=lambda play: strength(play["card"], here["trump"]))
    return legal[0]


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        print(json.dumps({"id": request["id"], "protocol": 1}), flush=True)
    elif request["type"] == "decide":
        print(json.dumps({"id": request["id"], "decision": decide(request["view"], request["legal"])}), flush=True)
