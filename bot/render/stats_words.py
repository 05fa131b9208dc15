"""Somebody's statistics in words, for a message and for the text that stands for the picture of them."""

from __future__ import annotations

from typing import NamedTuple

from bot import names
from bot.languages import _, n_
from bot.profile import Duel, Profile, SpecialCard
from bot.render import faces, words
from bot.render.standings import plain_season_name
from bot.store import Form, Streak


class Section(NamedTuple):
    """A line: what it is about, and what is to be said of it."""

    about: str
    said: str


def period(profile: Profile) -> str:
    """Return the time the statistics are about, with signs as they are."""
    return _("All time") if profile.all_time else plain_season_name(profile.season, profile.seasons)


def sections(profile: Profile) -> list[Section]:
    """Return everything but the special cards and the other person, in plain text."""
    return [
        Section(_("Games"), _games(profile)),
        Section(_("Exact bids"), _exact(profile)),
        Section(_("Other bids"), _missed(profile)),
        Section(_("Exact bids in % by number of cards"), by_size(profile)),
        *_favourite(profile),
        *_best_round(profile),
        Section(_("Exact bids in a row"), streak(profile.stats.exact)),
        Section(_("Wins in a row"), streak(profile.stats.won)),
        *_form(profile),
    ]


def _games(profile: Profile) -> str:
    games = profile.games
    if not games.count:
        return _("none played to the end yet")
    return _(
        # L10N: like “12 games, 5 wins (42 %); 1240 points in all, 210 points in the best one”
        "{games}, {wins} ({share}); {points} in all, {best} in the best one",
        games=n_("{count} game", "{count} games", games.count),
        wins=n_("{count} win", "{count} wins", games.hits),
        share=profile.wins.percent,
        points=words.scored(games.points),
        best=words.scored(games.best),
    )


def _exact(profile: Profile) -> str:
    rounds = n_("{count} round", "{count} rounds", profile.exact.of)
    # L10N: like “61 % in 180 rounds”
    return _("{share} in {rounds}", share=profile.exact.percent, rounds=rounds)


def _missed(profile: Profile) -> str:
    shares = _("{over} too high, {under} too low", over=profile.over.percent, under=profile.under.percent)
    if profile.net == 0:
        return shares
    off = (
        n_("{count} trick more bid than taken", "{count} tricks more bid than taken", profile.net)
        if profile.net > 0
        else n_("{count} trick more taken than bid", "{count} tricks more taken than bid", -profile.net)
    )
    # L10N: like “22 % too high, 17 % too low; in all 9 tricks more bid than taken”
    return _("{shares}; in all {off}", shares=shares, off=off)


def by_size(profile: Profile) -> str:
    """Return the share of exact bids for each number of cards, in per cent: ``1: 80, 2: 67``."""
    return ", ".join(f"{size}: {share.whole}" for size, share in profile.by_size)


def _favourite(profile: Profile) -> list[Section]:
    bid = profile.favourite
    if bid is None:
        return []
    # L10N: a bid, like “2 in 40 rounds, exact in 25 of them”
    said = _(
        "{bid} in {rounds}, exact in {exact} of them",
        bid=bid.key,
        rounds=n_("{count} round", "{count} rounds", bid.count),
        exact=bid.hits,
    )
    return [Section(_("Favourite bid"), said)]


def _best_round(profile: Profile) -> list[Section]:
    if profile.best_round is None:
        return []
    points, size = profile.best_round
    cards = n_("{count} card", "{count} cards", size)
    # L10N: like “120 points with 15 cards”
    return [Section(_("Best round"), _("{points} with {cards}", points=words.scored(points), cards=cards))]


def streak(run: Streak) -> str:
    """Return how many in a row there are now, and how many there ever were."""
    # L10N: how often in a row, like “4 now, 9 at best”
    return _("{now} now, {best} at best", now=run.tail, best=run.best)


def _form(profile: Profile) -> list[Section]:
    games = profile.stats.form
    if not games:
        return []
    said = _(
        # L10N: {places} is like “1/4, 3/5”: first of four, third of five
        "{places} (place/players, the latest first)",
        places=", ".join(map(form, games)),
    )
    return [Section(_("Last games"), said)]


def form(game: Form) -> str:
    """Return a game as the place in it of how many players: ``1/4``."""
    return f"{game.place}/{game.players}"


def special(card: SpecialCard) -> str:
    """Return how somebody fares with a special card, without its name."""
    return _("held {held}, played {played}, tricks won with it {won}", held=card.held, played=card.played, won=card.won)


def duel(games: Duel) -> str:
    """Return how two people compare."""
    if not games.games:
        return _("no game finished together yet")
    return _(
        # L10N: like “5 games together: ahead in 3, behind in 1, level in 1; difference +230 points”
        "{games} together: ahead in {ahead}, behind in {behind}, level in {level}; difference {points} points",
        games=n_("{count} game", "{count} games", games.games),
        ahead=games.ahead,
        behind=games.behind,
        level=games.level,
        points=words.signed(games.points),
    )


def duel_in_short(games: Duel) -> str:
    """Return how two people compare, in few letters."""
    if not games.games:
        return duel(games)
    # L10N: games of two people in few letters, like “ahead 3 · level 1 · behind 1 · +230 points”
    return _(
        "ahead {ahead} · level {level} · behind {behind} · {points} points",
        ahead=games.ahead,
        level=games.level,
        behind=games.behind,
        points=words.signed(games.points),
    )


def against(name: str) -> str:
    """Return the heading of what is said of two people; the name as it is to be shown."""
    return _("Against {name}", name=name)


def alt(profile: Profile) -> list[str]:
    """Return all but the special cards in plain sentences, for who can't see the picture: it has to fit."""
    name = names.isolated(names.cleaned(profile.name))
    said = [_("Statistics of {name}, {period}.", name=name, period=period(profile))]
    lines = sections(profile)
    if profile.duel is not None:
        lines.append(Section(against(names.isolated(names.cleaned(profile.rival))), duel_in_short(profile.duel)))
    return [*said, *(_("{about}: {said}.", about=about, said=text) for about, text in lines)]


def alt_of_specials(profile: Profile) -> list[str]:
    """Return how somebody fares with special cards in plain sentences, for who can't see the picture of that."""
    name = names.isolated(names.cleaned(profile.name))
    return [
        _("Special cards of {name}, {period}.", name=name, period=period(profile)),
        *(_("{about}: {said}.", about=faces.name(card.code), said=special(card)) for card in profile.specials),
    ]
