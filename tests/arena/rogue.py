"""An opponent that does what its first argument says, mostly something it shouldn't."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

WELCOME = '{"id":0,"protocol":1}\n'


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(number: int, decision: object = 0) -> str:
    return json.dumps({"id": number, "decision": decision}) + "\n"


def hang(*_: object) -> None:
    signal.pause()


def parent() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    Path(sys.argv[2]).write_text(str(child.pid))
    say(WELCOME)


def halves(number: int, _legal: object) -> None:
    line = answer(number)
    say(line[:7])
    say(line[7:])


def flood(number: int, _legal: object) -> None:
    while True:
        say(answer(number) * 1000)


def endless(*_: object) -> None:
    while True:
        say("x" * 4096)


def crash(*_: object) -> None:
    print("about to fall", file=sys.stderr, flush=True)
    sys.exit(3)


def half_and_gone(number: int, _legal: object) -> None:
    say(answer(number)[:-1])
    sys.exit()


def chatty(number: int, _legal: object) -> None:
    sys.stderr.write("thinking ...\n" * 20_000)
    say(answer(number))


def one_behind(number: int, _legal: object) -> None:
    if number > 1:
        say(answer(number - 1) + answer(number))


HELLOS: dict[str, Callable[[], None]] = {
    "other-protocol": lambda: say('{"id":0,"protocol":2}\n'),
    "no-welcome": lambda: say('{"id":0,"hello":"you"}\n'),
    "silent-at-hello": hang,
    "crash-at-hello": lambda: sys.exit("I can't find my weights\x1b[2J"),
    "parent": parent,
}
DECISIONS: dict[str, Callable[[int, list[dict[str, Any]]], None]] = {
    "index": lambda number, legal: say(answer(number, len(legal))),
    "negative": lambda number, _: say(answer(number, -1)),
    "other-seat": lambda number, legal: say(answer(number, legal[0] | {"seat": (legal[0]["seat"] + 1) % 3})),
    "not-json": lambda *_: say("bid one\n"),
    "list": lambda *_: say("[0]\n"),
    "no-id": lambda *_: say('{"decision":0}\n'),
    "deep": lambda *_: say("[" * 60_000 + "\n"),
    "no-decision": lambda number, _: say(answer(number, {"action": "resign"})),
    "true": lambda number, _: say(answer(number, True)),
    "surrogate": lambda *_: say('{"id":"\\ud800"}\n'),
    "written-out": lambda number, legal: say(answer(number, legal[-1])),
    "halves": halves,
    "twice": lambda number, _: say(answer(number) * 2),
    "flood": flood,
    "huge": lambda *_: say("x" * 70_000 + "\n"),
    "endless": endless,
    "crash": crash,
    "half-and-gone": half_and_gone,
    "chatty-stderr": chatty,
    "silent": hang,
    "one-behind": one_behind,
}

mode = sys.argv[1]
for text in sys.stdin:
    request = json.loads(text)
    if request["type"] == "hello":
        HELLOS.get(mode, lambda: say(WELCOME))()
    elif request["type"] == "decide":
        DECISIONS.get(mode, lambda number, _: say(answer(number)))(request["id"], request["legal"])
    elif mode == "stays":
        hang()
