"""The commands of line mode, such as `look` and `odds`, and their replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, field, frozen

from skirmish.core.codec import Shape
from skirmish.core.orders import ANSWER, READY, RESIGN, Order, Refusal, usage
from skirmish.core.sanitize import escaped
from skirmish.errors import OrderRefused
from skirmish.line import battle_text, figure_text, map_text, order_text, rules_text, turn_text
from skirmish.line.order_parser import parse_typed_order
from skirmish.line.phrases import join_words
from skirmish.line.references import (
    find_figure,
    find_own_figure,
    find_tile,
    match_order,
    match_word,
    parse_direction,
    parse_exact_tile,
    require_figure,
)
from skirmish.presentation.glossary import find_terms, term_words
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.orders.family_words import verb_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import explain_verb_refusal, typed_refusal
from skirmish.presentation.reasons.advice import ADVISERS
from skirmish.presentation.setup.game_setup import player_options
from skirmish.presentation.wording import action_words, humanize
from skirmish.record import PLAYER, UNDO

QUIT = "quit"
ADVISE = "advise"
TOGETHER = "together"
_NO_NUMBERS = "Exact odds are off in your settings."
_TILE_HELP = "A tile is 12,7 (column, row), a figure such as r3, or a direction and distance: ne3."
_PATH_HELP = (
    "A path is a tile (the cheapest path there), legs such as 'e3 ne2', 'towards r3', or every"
    " corner, as in 3,4>8,4. Without face= a figure faces the way it went; a move on the screen"
    " faces the nearest known enemy instead."
)
_ANSWER_HELP = (
    "Type the number of an answer, or the answer as it is shown: its words before the colon are"
    " enough, with or without 'answer' before them."
)
_GENERAL_HELP = (
    "You can shorten words while they stay unique. An id alone chooses the figure. An empty line"
    " shows the situation. 'help words' explains the words of the game."
)
HELP = "help"
WORDS = "words"
"""The word after `help` that lists the words of the game."""


@frozen
class LineContext:
    """The context of a line: the side's legal orders and view, and its active figure.

    `show_odds`: whether exact odds are shown.
    """

    legal: LegalOrders
    figure: str = ""
    show_odds: bool = True


@frozen
class Reply:
    """The reply to a line: text, and an order or a control word for the caller to carry out.

    `control` is `quit`, `undo`, `advise`, `together` or `player`. `player`: the new player.
    `level`: the level to ask for advice, "" for the usual one; `about`: the figure that it comes
    first for, "" for any. `group`: the figures that move together. `figure`: the new active figure.
    `refused`: the refusal whose lines come first.
    """

    lines: tuple[str, ...] = ()
    order: Order | None = None
    control: str = ""
    player: str = ""
    level: str = ""
    about: str = ""
    group: tuple[str, ...] = ()
    figure: str = ""
    refused: Refusal | None = None


Handler = Callable[[LineContext, Sequence[str]], Reply]


@frozen
class Command:
    """A command: its name, usage line, help text and handler."""

    name: str
    usage: str
    text: str
    handler: Handler = field(repr=False)


def refusal_reply(legal: LegalOrders, refused: Refusal, *more: str) -> Reply:
    """A refusal with its rule, and the lines that follow it."""
    return Reply((*order_text.refusal_lines(legal, refused), *more), refused=refused)


def reply_lines(legal: LegalOrders, reply: Reply, quoted: list[str]) -> Sequence[str]:
    """The lines of a reply; the text of a rule only once, after which its id is in `quoted`."""
    refused = reply.refused
    if refused is None or refused.rule not in legal.ruleset.statements:
        return reply.lines
    if refused.rule in quoted:
        # The first line is the refusal, the second the text of its rule.
        return (order_text.refusal_line(refused, rule=True), *reply.lines[2:])
    quoted.append(refused.rule)
    return reply.lines


def current_verbs(legal: LegalOrders) -> tuple[str, ...]:
    """The verbs of the current phase first, then those of the battle."""
    part = {True: (READY.name, RESIGN.name)}.get(legal.mustering or legal.deploying)
    if part is None:
        return tuple(name for name, verb in legal.known_verbs.items() if not verb.muster)
    known = legal.known_verbs.values()
    figures = [v.name for v in known if v.muster] if legal.mustering else ["deploy"]
    # Verbs of the battle stay known, so that they are refused instead of misread.
    others = [verb.name for verb in known if legal.mustering or not verb.muster]
    return tuple(dict.fromkeys((*figures, *part, *others)))


def _order_asked_about(context: LineContext, words: Sequence[str]) -> Order:
    """The order in a question; verb and figure may come in either order."""
    if len(words) > 1 and words[0] not in context.legal.known_verbs:
        name = find_own_figure(context.legal, words[0])
        words = (words[1], name, *words[2:]) if name else words
    known = match_order(words[0].casefold(), current_verbs(context.legal))
    return parse_typed_order(
        context.legal, context.figure, context.legal.known_verbs[known], words[1:]
    )


def _odds(context: LineContext, words: Sequence[str]) -> Reply:
    """Odds and forecast of an order, or of all attacks of a figure if no order is named."""
    legal = context.legal
    if not context.show_odds:
        return Reply((_NO_NUMBERS,))
    name = find_own_figure(legal, words[0]) if len(words) == 1 else "" if words else context.figure
    if name:
        return Reply(tuple(order_text.attack_lines(legal, name)))
    if not words:
        raise OrderRefused("odds of what?", remedy="add an order, as in 'odds fire r3'")
    order = _order_asked_about(context, words)
    if refused := typed_refusal(legal, order):
        reason, lines = order_text.refused_odds(legal, order, refused)
        return refusal_reply(legal, reason, *lines, *order_text.alternative_lines(legal, order))
    told = forecast_order(legal.ruleset, legal.view, order) if legal.has_forecast(order) else None
    return Reply(tuple(order_text.odds_lines(legal, order, told)))


def _threats(context: LineContext, words: Sequence[str]) -> Reply:
    """Attacks that visible enemies can make on a figure, on its tile or another one."""
    legal, figure, tile = context.legal, context.figure, None
    if not context.show_odds:
        return Reply((_NO_NUMBERS,))
    for word in words:
        if name := find_own_figure(legal, word):
            figure = name
        else:
            tile = find_tile(legal, figure, [word])
    if tile is not None and not legal.board.inside(tile):
        raise OrderRefused("that is off the map", remedy="'map' shows its size")
    return Reply(tuple(order_text.threat_lines(legal, figure, tile)))


def _why(context: LineContext, words: Sequence[str]) -> Reply:
    """Why an order, or any order on a tile, is refused; or that it is allowed."""
    legal, figure = context.legal, context.figure
    if not words:
        raise OrderRefused("why what?", remedy="add an order or a tile, as in 'why fire r3'")
    if len(words) == 1 and (tile := parse_exact_tile(words[0])) is not None:
        return Reply(tuple(order_text.why_tile_lines(legal, figure, tile)))
    if len(words) == 1 and (name := find_figure(legal, words[0])):
        at = legal.position(name)
        if at is None:
            return Reply((f"{name} is not on the map, as far as you know.",))
        return Reply(tuple(order_text.why_tile_lines(legal, figure, at)))
    if len(words) > 1 and find_own_figure(legal, words[0]):
        return _why_order(legal, _order_asked_about(context, words))
    name = match_order(words[0].casefold(), current_verbs(legal))
    verb = legal.known_verbs[name]
    needs = verb.target is not None and not verb.target_optional
    if verb.figure and needs and not words[1:] and figure:
        return _why_verb(legal, figure, name)
    return _why_order(legal, _order_asked_about(context, words))


def _why_order(legal: LegalOrders, order: Order) -> Reply:
    """Why an order is refused, or that it is allowed."""
    if refused := typed_refusal(legal, order):
        return refusal_reply(legal, refused)
    return Reply((f"'{order}' is allowed.",))


def _why_verb(legal: LegalOrders, figure: str, verb: str) -> Reply:
    """Why a figure cannot be given a verb, judged on likely targets."""
    if verb in legal.verbs(figure):
        does = action_words(legal.view.state.figures.get(figure), verb)
        return Reply((f"{figure} can {does} now: 'orders {verb}' lists the targets.",))
    return refusal_reply(legal, explain_verb_refusal(legal, figure, verb))


def known_words(legal: LegalOrders) -> tuple[str, ...]:
    """Every word that a line can begin with, current verbs first."""
    return (*current_verbs(legal), *(command.name for command in COMMANDS))


def select_figure(context: LineContext, name: str) -> Reply:
    """Make one of the side's own figures active, and describe it."""
    figure = context.legal.view.state.figures[name]
    return Reply((figure_text.own_words(context.legal, figure),), figure=name)


def look(context: LineContext, words: Sequence[str]) -> Reply:
    """Surroundings of the active figure, or a description of a direction, tile or figure."""
    legal, figure = context.legal, context.figure
    if not words:
        return Reply(tuple(map_text.surroundings(legal, figure)))
    start = legal.position(figure)
    if len(words) == 1 and (facing := parse_direction(words[0])) is not None and start is not None:
        return Reply(tuple(map_text.sector_lines(legal, start, facing)))
    name = find_figure(legal, words[0]) if len(words) == 1 else ""
    there = legal.view.state.figures.get(name)
    if there is not None:
        return Reply(tuple(figure_text.card_lines(legal, there, figure)))
    return Reply(tuple(map_text.tile_lines(legal, figure, find_tile(legal, figure, words))))


def _figures(context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply(tuple(figure_text.own_lines(context.legal, context.figure)))


def _who(context: LineContext, words: Sequence[str]) -> Reply:
    name = require_figure(context.legal, words[0]) if words else context.figure
    figure = context.legal.view.state.figures.get(name)
    if figure is None:
        lines = figure_text.out_of_sight_lines(context.legal, [name], context.figure)
        return Reply(tuple(lines) or ("Choose a figure by its id first.",))
    return Reply(tuple(figure_text.card_lines(context.legal, figure, context.figure)))


def _foes(context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply(tuple(figure_text.enemy_lines(context.legal, context.figure)))


def _map(context: LineContext, words: Sequence[str]) -> Reply:
    return Reply(tuple(map_text.map_lines(context.legal, context.figure, words)))


def _orders(context: LineContext, words: Sequence[str]) -> Reply:
    legal, figure, verb = context.legal, context.figure, ""
    for word in words:
        if name := find_own_figure(legal, word):
            figure = name
        else:
            verb = match_order(word.casefold(), current_verbs(legal))
    if not figure:
        raise OrderRefused("no figure is chosen", remedy="name one, as in 'orders b1'")
    verbs = [name for name in legal.verbs(figure) if verb in ("", name)]
    if not verbs and verb:
        return _why_verb(legal, figure, verb)
    lines = [verb_words(legal, figure, name) for name in verbs]
    if not lines:
        lines = [f"{figure} can do nothing now."]
    elif barred := [humanize(name) for name in legal.unavailable_verbs(figure)]:
        lines.append(f"Not now: {join_words(barred)}. Type 'why {barred[0]}' for the reason.")
    return Reply((f"{figure}:", *lines) if figure != context.figure else tuple(lines))


def _next(context: LineContext, words: Sequence[str]) -> Reply:
    able = context.legal.active_figures() or context.legal.own_figures()
    if not able:
        return Reply(("None of your figures is on the map.",))
    back = bool(words) and words[0].casefold().startswith("b")
    if context.figure in able:
        name = able[(able.index(context.figure) + (-1 if back else 1)) % len(able)]
    else:
        name = able[-1 if back else 0]
    reply = select_figure(context, name)
    if not context.legal.active_figures() and context.legal.can_act:
        idle = turn_text.status_words(context.legal, name, show_odds=context.show_odds)
        return evolve(reply, lines=(*reply.lines, idle))
    return reply


def _log(context: LineContext, words: Sequence[str]) -> Reply:
    return Reply(tuple(battle_text.log_lines(context.legal, words)))


def _recap(context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply(tuple(turn_text.full_recap_lines(context.legal)))


def _objectives(context: LineContext, words: Sequence[str]) -> Reply:
    place = [word for word in words if word not in ("far", "objective", "objectives")]
    own = find_own_figure(context.legal, place[0]) if len(place) == 1 else ""
    if own and "far" not in words:
        return Reply(tuple(map_text.objective_lines(context.legal, own)))
    if place:
        tile = find_tile(context.legal, context.figure, place)
        return Reply(tuple(map_text.distance_lines(context.legal, context.figure, tile)))
    return Reply(tuple(map_text.objective_lines(context.legal, context.figure)))


def _score(context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply((*battle_text.score_lines(context.legal), *battle_text.loss_lines(context.legal)))


def _briefing(context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply(tuple(battle_text.briefing_lines(context.legal)))


def _rules(context: LineContext, words: Sequence[str]) -> Reply:
    return Reply(tuple(rules_text.rule_lines(context.legal, words)))


def _help(context: LineContext, words: Sequence[str]) -> Reply:
    if not words:
        return Reply(tuple(_help_lines(context.legal)))
    if words[0].casefold() == WORDS:
        return Reply(_word_lines(context.legal, " ".join(words[1:])))
    try:
        name = match_order(words[0].casefold(), known_words(context.legal), "order or command")
    except OrderRefused:
        if terms := find_terms(context.legal.ruleset, " ".join(words)):
            return Reply(tuple(map(term_words, terms)))
        raise
    command = next((command for command in COMMANDS if command.name == name), None)
    if command is not None:
        return Reply((f"{command.usage}: {command.text}.",))
    verb = context.legal.known_verbs[name]
    how = _ANSWER_HELP if name == ANSWER.name else f"{usage(verb)[:1].upper()}{usage(verb)[1:]}"
    lines = [f"{verb.name}: {verb.text}.", how]
    for known in verb.fields:
        options = f": {join_words(list(known.options), 'or')}" if known.options else ""
        default = f" (default {known.default})" if known.default else ""
        lines.append(f"  {known.name}=: {known.help}{options}{default}")
    if verb.target is Shape.PATH:
        lines.append(_PATH_HELP)
    elif verb.target is Shape.TILE:
        lines.append(_TILE_HELP)
    return Reply(tuple(lines))


def _word_lines(legal: LegalOrders, words: str) -> tuple[str, ...]:
    """The words of the game that contain these words; all if `words` is "".

    Raises:
        OrderRefused: There is none.
    """
    found = find_terms(legal.ruleset, words)
    if not found:
        raise OrderRefused(f"no word '{escaped(words)}'", remedy="'help words' lists all")
    return tuple(term_words(term) for term in found)


def _help_lines(legal: LegalOrders) -> list[str]:
    verbs = current_verbs(legal)
    lines = ["Commands:"]
    lines += [f"  {command.usage}: {command.text}." for command in COMMANDS]
    lines += ["Orders (without an id: for the active figure):"]
    lines += [f"  {name}: {legal.known_verbs[name].text}." for name in verbs]
    return [*lines, _TILE_HELP, _PATH_HELP, _GENERAL_HELP]


def _undo(_context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply(control=UNDO)


def _quit(_context: LineContext, _words: Sequence[str]) -> Reply:
    return Reply(control=QUIT)


def _player(_context: LineContext, words: Sequence[str]) -> Reply:
    if not words:
        raise OrderRefused("'player' needs a player", remedy="such as 'player regular'")
    player = match_word(words[0].casefold(), player_options(), "player")
    return Reply(control=PLAYER, player=player)


def _together(context: LineContext, words: Sequence[str]) -> Reply:
    """Mark the figures that move together; without names, no figures do."""
    names = [find_own_figure(context.legal, word) for word in words]
    if "" in names:
        what = f"'{words[names.index('')]}' is not one of your figures"
        raise OrderRefused(what, remedy="such as 'together b1 b2'")
    return Reply(control=TOGETHER, group=tuple(dict.fromkeys(names)))


def _advise(context: LineContext, words: Sequence[str]) -> Reply:
    if not context.legal.can_act and context.legal.view.question is None:
        raise OrderRefused("advice is only given when you can give orders", remedy="wait for it")
    level = about = ""
    for word in words:
        if name := find_own_figure(context.legal, word):
            about = name
        else:
            level = match_word(word.casefold(), ADVISERS, "adviser")
    return Reply(control=ADVISE, level=level, about=about)


COMMANDS: tuple[Command, ...] = (
    Command("look", "look [TILE|FIGURE|DIRECTION]", "the surroundings, or those of a place", look),
    Command("figures", "figures", "your figures, and what each can still do", _figures),
    Command("who", "who [FIGURE]", "everything known about a figure", _who),
    Command("foes", "foes", "the known enemies", _foes),
    Command(
        "map",
        "map [NAME|DIRECTION|TILE|AREA]",
        "the terrain around the figure; the nearest of a kind; an area such as 3,4,9,8",
        _map,
    ),
    Command("orders", "orders [FIGURE] [ORDER]", "all legal orders with their details", _orders),
    Command(
        "odds", "odds [ORDER|FIGURE]", "the odds of an order, or of all attacks of a figure", _odds
    ),
    Command(
        "threats",
        "threats [FIGURE] [TILE]",
        "what enemies in sight can do to a figure, here or there",
        _threats,
    ),
    Command("why", "why ORDER|TILE|FIGURE", "why an order is not allowed", _why),
    Command(
        "advise",
        "advise [FIGURE] [LEVEL]",
        "orders that the computer suggests, and why; those of a figure first",
        _advise,
    ),
    Command(
        "together",
        "together [FIGURE ...]",
        "these figures move together from now on; 'together' alone ends that",
        _together,
    ),
    Command("next", "next [back]", "the next figure that can act", _next),
    Command("recap", "recap", "everything that happened since your last orders", _recap),
    Command("log", "log [NUMBER|all|turn NUMBER]", "the news, the newest last", _log),
    Command(
        "objectives",
        "objectives [FIGURE|PLACE]",
        "the objectives and how far they are from a figure; how far a place is",
        _objectives,
    ),
    Command("score", "score", "turn, points and objectives", _score),
    Command("briefing", "briefing", "what the battle is about", _briefing),
    Command("rules", "rules [ID|WORDS]", "a numbered rule, or all rules with these words", _rules),
    Command("help", "help [WORD|words]", "this list, an order or a word of the game", _help),
    Command(
        "undo",
        "undo",
        "takes back your last order, if it rolled no dice and revealed nothing",
        _undo,
    ),
    Command("player", "player WHO", "hands your side over to human or a level", _player),
    Command("quit", "quit", "leaves the battle, which is saved", _quit),
)
