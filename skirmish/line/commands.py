"""The commands: words that are no orders, and what each answers."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from skirmish.core.orders import usage
from skirmish.core.text import Shape
from skirmish.errors import OrderRefused
from skirmish.line import chances, people, recap, reports, terrain
from skirmish.line.bearings import direction
from skirmish.line.fold import listed
from skirmish.line.reply import ADVISE, QUIT, Command, Reply, Talk
from skirmish.line.spot import (
    figure_named,
    figure_or_refusal,
    one_of,
    own_named,
    tile_of,
)
from skirmish.line.verbs import verbs_now
from skirmish.line.weighing import odds, threats, why
from skirmish.presentation.advice import ADVISERS
from skirmish.presentation.family_words import verb_words
from skirmish.presentation.game_setup import player_options
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.wording import humanize
from skirmish.record import PLAYER, UNDO


def known_words(offers: LegalOrders) -> tuple[str, ...]:
    """Every word that a line can begin with: orders that there are now come first."""
    return (*verbs_now(offers), *(command.name for command in COMMANDS))


def choose(talk: Talk, name: str) -> Reply:
    """Makes an own figure the active one, and tells how it stands."""
    figure = talk.offers.view.state.figures[name]
    return Reply((people.own_words(talk.offers, figure),), figure=name)


# The commands.


def state_words(offers: LegalOrders, figure: str) -> str:
    """Where the battle stands, in a sentence: whose bound, and who can act."""
    if offers.view.question is not None:
        return "A question is open: type one of its answers."
    if not offers.my_bound:
        return "It is not your bound."
    if offers.deploying:
        return "Deployment: 'deploy' puts the figure on a tile, 'ready' ends it."
    if offers.mustering:
        return "Muster: 'orders' tells what can be loaded, 'ready' ends it."
    able = offers.able()
    if not able:
        return "Nobody can act any more: 'end' ends the bound."
    doing = (
        f"{figure} {people.can_words(offers, figure)}" if figure in able else f"{figure} is done"
    )
    rest = [name for name in able if name != figure]
    more = f"; {listed(rest)} can act too" if rest and figure in able else ""
    if rest and figure not in able:
        more = f"; 'next' for {rest[0]} ({len(rest)} can act)"
    return f"{doing if figure else 'Choose a figure'}{more}."


def look(talk: Talk, words: Sequence[str]) -> Reply:
    """What is around the active figure, or at a place, or about a figure."""
    offers, figure = talk.offers, talk.figure
    if not words:
        return Reply(tuple(reports.around(offers, figure)))
    start = offers.place(figure)
    if len(words) == 1 and (facing := direction(words[0])) is not None and start is not None:
        return Reply(tuple(terrain.in_sector(offers, start, facing)))
    name = figure_named(offers, words[0]) if len(words) == 1 else ""
    there = offers.view.state.figures.get(name)
    if there is not None:
        return Reply(tuple(people.card(offers, there, figure)))
    return Reply(tuple(people.place_words(offers, figure, tile_of(offers, figure, words))))


def _figures(talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply(tuple(people.figures(talk.offers, talk.figure)))


def _who(talk: Talk, words: Sequence[str]) -> Reply:
    name = figure_or_refusal(talk.offers, words[0]) if words else talk.figure
    figure = talk.offers.view.state.figures.get(name)
    if figure is None:
        there = people.remembered(talk.offers, talk.figure)
        told = [line for line in there if line.startswith(f"{name} ")]
        return Reply(tuple(told) or ("Choose a figure by its id first.",))
    return Reply(tuple(people.card(talk.offers, figure, talk.figure)))


def _foes(talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply(tuple(people.foes(talk.offers, talk.figure)))


def _map(talk: Talk, words: Sequence[str]) -> Reply:
    return Reply(tuple(reports.map_words(talk.offers, talk.figure, words)))


def _orders(talk: Talk, words: Sequence[str]) -> Reply:
    offers, figure, verb = talk.offers, talk.figure, ""
    for word in words:
        if name := own_named(offers, word):
            figure = name
        else:
            verb = one_of(word.casefold(), verbs_now(offers), "order")
    if not figure:
        raise OrderRefused("no figure is chosen", remedy="name one, as in 'orders b1'")
    verbs = [name for name in offers.verbs(figure) if verb in ("", name)]
    if not verbs and verb:
        return Reply(tuple(chances.why_verb(offers, figure, verb)))
    lines = [verb_words(offers, figure, name) for name in verbs]
    if not lines:
        lines = [f"{figure} can do nothing now."]
    elif barred := [humanize(name) for name in offers.barred_verbs(figure)]:
        lines.append(f"Not now: {listed(barred)}. 'why {barred[0]}' tells why.")
    return Reply((f"{figure}:", *lines) if figure != talk.figure else tuple(lines))


def _next(talk: Talk, words: Sequence[str]) -> Reply:
    able = talk.offers.able() or talk.offers.mine()
    if not able:
        return Reply(("None of your figures is on the table.",))
    back = bool(words) and words[0].casefold().startswith("b")
    if talk.figure in able:
        name = able[(able.index(talk.figure) + (-1 if back else 1)) % len(able)]
    else:
        name = able[-1 if back else 0]
    told = choose(talk, name)
    if not talk.offers.able() and talk.offers.my_bound:
        return evolve(told, lines=(*told.lines, state_words(talk.offers, name)))
    return told


def _log(talk: Talk, words: Sequence[str]) -> Reply:
    return Reply(tuple(reports.log(talk.offers, words)))


def _recap(talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply(tuple(recap.at_length(talk.offers)))


def _goals(talk: Talk, words: Sequence[str]) -> Reply:
    if place := [word for word in words if word not in ("far", "objective", "objectives")]:
        tile = tile_of(talk.offers, talk.figure, place)
        return Reply(tuple(terrain.way_off(talk.offers, talk.figure, tile)))
    return Reply(tuple(terrain.objectives(talk.offers, talk.figure)))


def _score(talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply((*reports.score(talk.offers), *reports.losses(talk.offers)))


def _briefing(talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply(tuple(reports.briefing(talk.offers)))


def _rules(talk: Talk, words: Sequence[str]) -> Reply:
    return Reply(tuple(reports.rules(talk.offers, words)))


def _help(talk: Talk, words: Sequence[str]) -> Reply:
    if not words:
        return Reply(tuple(_help_lines(talk.offers)))
    name = one_of(words[0].casefold(), known_words(talk.offers), "order or command")
    command = next((command for command in COMMANDS if command.name == name), None)
    if command is not None:
        return Reply((f"{command.usage}: {command.text}.",))
    verb = talk.offers.known_verbs[name]
    lines = [f"{verb.name}: {verb.text}.", f"{usage(verb).capitalize()}."]
    for known in verb.fields:
        options = f": {listed(list(known.options), 'or')}" if known.options else ""
        default = f" (else {known.default})" if known.default else ""
        lines.append(f"  {known.name}=: {known.text}{options}{default}")
    if verb.target is Shape.PATH:
        lines.append(_PATHS)
    elif verb.target is Shape.TILE:
        lines.append(_TILES)
    return Reply(tuple(lines))


def _help_lines(offers: LegalOrders) -> list[str]:
    verbs = verbs_now(offers)
    lines = ["Commands:"]
    lines += [f"  {command.usage}: {command.text}." for command in COMMANDS]
    lines += ["Orders (the active figure is meant where none is named):"]
    lines += [f"  {name}: {offers.known_verbs[name].text}." for name in verbs]
    return [*lines, _TILES, _PATHS, _SHORT]


_TILES = "A tile is 12,7 (column, row), a figure such as r3, or a way from where one stands: ne3."
_PATHS = (
    "A way is a tile (the cheapest way there), legs such as 'e3 ne2', 'towards r3', or in full as"
    " in 3,4>8,4."
)
_SHORT = (
    "Words may be cut short while they are clear. An id alone chooses the figure. An empty line"
    " tells where things stand."
)
HELP = "help"


def _undo(_talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply(deed=UNDO)


def _quit(_talk: Talk, _words: Sequence[str]) -> Reply:
    return Reply(deed=QUIT)


def _player(_talk: Talk, words: Sequence[str]) -> Reply:
    if not words:
        raise OrderRefused("'player' without a player", remedy="such as 'player regular'")
    return Reply(deed=f"{PLAYER} {one_of(words[0].casefold(), player_options(), 'player')}")


def _advise(talk: Talk, words: Sequence[str]) -> Reply:
    if not talk.offers.my_bound and talk.offers.view.question is None:
        raise OrderRefused("advice is given in your own bound", remedy="wait for it")
    level = one_of(words[0].casefold(), ADVISERS, "adviser") if words else ""
    return Reply(deed=f"{ADVISE} {level}".strip())


COMMANDS: tuple[Command, ...] = (
    Command("look", "look [TILE|FIGURE|DIRECTION]", "what is around, or there", look),
    Command("figures", "figures", "your own, with what each can still do", _figures),
    Command("who", "who [FIGURE]", "all that is known of a figure", _who),
    Command("foes", "foes", "the enemies that you know of", _foes),
    Command(
        "map",
        "map [NAME|DIRECTION|TILE|AREA]",
        "the ground from the figure; the nearest of a kind; an area such as 3,4,9,8",
        _map,
    ),
    Command(
        "orders", "orders [FIGURE] [ORDER]", "what can be ordered now, with every detail", _orders
    ),
    Command(
        "odds", "odds [ORDER|FIGURE]", "what comes of an order; of all attacks of a figure", odds
    ),
    Command(
        "threats",
        "threats [FIGURE] [TILE]",
        "what enemies in sight can do to it here or there",
        threats,
    ),
    Command("why", "why ORDER|TILE|FIGURE", "why something is not allowed", why),
    Command(
        "advise",
        "advise [LEVEL]",
        "what the computer would do next for your side, and why",
        _advise,
    ),
    Command("next", "next [back]", "the next figure that can act", _next),
    Command("recap", "recap", "all that happened since your last bound", _recap),
    Command("log", "log [NUMBER|all|turn NUMBER]", "what you learnt, the newest last", _log),
    Command(
        "objectives", "objectives [PLACE]", "what is to be done where; how far that is", _goals
    ),
    Command("score", "score", "turn, points and objectives", _score),
    Command("briefing", "briefing", "what the battle is about", _briefing),
    Command("rules", "rules [ID|WORDS]", "a numbered rule, or those with these words", _rules),
    Command("help", "help [WORD]", "this, or more about an order or a command", _help),
    Command("undo", "undo", "takes your newest order back, where nothing came of it", _undo),
    Command("player", "player WHO", "hands your side over: human or a level", _player),
    Command("quit", "quit", "leaves the battle; its record is kept", _quit),
)
