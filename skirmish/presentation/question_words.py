"""Questions to a player, what happened before them, and their answers, in words."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from skirmish.core.events import LOST, Bound, Moved
from skirmish.core.geometry import Tile, facing_towards, tile_text
from skirmish.core.orders import Order, Question, Verb, parse_order
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.ground_words import distance_words
from skirmish.presentation.odds.attack_gain import own_risks
from skirmish.presentation.odds.attack_hints import own_blast
from skirmish.presentation.odds.hint_kinds import FriendlyFire
from skirmish.presentation.odds.hint_words import risk_words
from skirmish.presentation.wording import figure_words, humanize, order_words, value_words
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.ruleset import Ruleset

_QUESTIONS: Mapping[str, tuple[str, str]] = {
    "event": (
        "The scenario lets your side choose what happens now.",
        "which of these shall happen? The one chosen happens at once",
    ),
    "reaction": (
        "{other}{where} is about to move or act, or stops there.{way}",
        "attack now, or keep waiting?",
    ),
    "redirect": (
        "A shot at {figure} into its close combat went astray, at another figure there.",
        "which figure does it go at? New dice are rolled against the one chosen",
    ),
    "extra": (
        "A burst has hit {figure}, and more of its rounds can.",
        "how many extra hits? Each does the base damage, less armour",
    ),
    "wild_die": (
        "The automatic fire of {figure} is rolled, and its Wild Die with it.",
        "which die does the Wild Die replace? It takes the target of that die",
    ),
    "shorter_supply": (
        "The roll of {figure} is not enough for the supply that was wanted.",
        "take the smaller supply that it is enough for? If not, nothing is bought",
    ),
}
"""What happened and the question, by its id; `other` is the target of the first option."""


_EXPLAINED: Mapping[str, str] = {
    "reaction": "A figure that waits with reply=ask lets you choose at each step and each action "
    "of an enemy that it may attack. It does not ask below the chance in the option 'when' of the "
    "order with which it began to wait: there it holds its fire by itself. An attack is rolled "
    "before the enemy goes on.",
}
"""Further help on a question."""


_OPTIONS: Mapping[tuple[str, str], str] = {
    ("reaction", "hold"): "hold fire, keep watching",
    ("extra", "0"): "none",
    ("wild_die", "none"): "none of them",
    ("shorter_supply", "leave"): "no, leave it",
}
"""Options by question and id."""


_NUMBERED_OPTIONS: Mapping[str, str] = {"extra": "{} more", "wild_die": "die {}"}
"""Templates of options that begin with a number, by question."""


@frozen
class AnswerOption:
    """An option of a question: its text, words, order and tile."""

    text: str
    words: str
    order: Order | None = None
    tile: Tile | None = None


def question_words(question: Question) -> str:
    """The question, and the meaning of its options, in words."""
    _, asked = _QUESTIONS.get(question.what, ("", humanize(question.what)))
    return asked


def call_words(view: View) -> str:
    """The call to the player of a side, with whether an order or an answer is wanted."""
    asked = "your turn" if view.question is None else "a question for you"
    return f"{view.state.setup.sides[view.side].name}: {asked}"


def question_explained(question: Question) -> str:
    """When a question is asked and what its answers do; "" if `question_words` says it."""
    return _EXPLAINED.get(question.what, "")


def question_situation(view: View, verbs: Mapping[str, Verb], question: Question) -> str:
    """What happened before a question, as a sentence; "" if unknown."""
    happened, _ = _QUESTIONS.get(question.what, ("", ""))
    orders = (_answer(view, verbs, question, option).order for option in question.options)
    target = next((order.target for order in orders if order), "")
    return happened.format(
        figure=figure_words(view, question.figure),
        other=figure_words(view, target),
        where=_where(view, question.figure, target),
        way=_way(view, target),
    )


def _where(view: View, figure: str, target: str) -> str:
    """The tile of a target and how far it is from a figure: ` at 9,1, 4 tiles from b1,`."""
    asked, met = (view.state.figures.get(name) for name in (figure, target))
    if asked is None or met is None or asked.at is None or met.at is None:
        return ""
    far = distance_words(asked.at, met.at)
    return f" at {tile_text(met.at)}, {far} from {figure},"


def _way(view: View, target: str) -> str:
    """How far a figure was seen to move in the bound, and the direction of its last step."""
    way: list[Tile] = []
    for news in reversed(view.news):
        match news.event:
            case Bound():
                break
            case Moved(figure=name, path=path, how=how) if name == target and how != LOST:
                way = [*path, *way]
            case _:
                pass
    if not way:
        return ""
    heading = f", heading {facing_towards(*way[-2:]).name}" if way[1:] else ""
    return f" You saw it move {pluralize(len(way), 'tile')}{heading}."


def own_risk(ruleset: Ruleset, view: View, order: Order, *, numbers: bool = True) -> str:
    """A warning of own figures that an attack in answer to a question may hit; "" for none."""
    plan = ruleset.attack(view.state, order)
    if plan is None:
        return ""
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    risks, thrower = own_risks(ruleset, view, odds), own_blast(ruleset, view, order, odds)
    return risk_words(FriendlyFire(risks, thrower=thrower), numbers=numbers) if risks else ""


def answer_options(view: View, verbs: Mapping[str, Verb]) -> tuple[AnswerOption, ...]:
    """The options of the question that the view's side must answer."""
    question = view.question
    if question is None:
        return ()
    return tuple(_answer(view, verbs, question, option) for option in question.options)


def _answer(view: View, verbs: Mapping[str, Verb], question: Question, option: str) -> AnswerOption:
    figure = view.state.figures.get(option)
    if figure is not None:
        whose = "yours" if figure.side == view.side else "an enemy"
        return AnswerOption(option, f"{figure_words(view, option)} ({whose})", tile=figure.at)
    if " " in option and option.split(" ", 1)[0] in verbs:
        try:
            order = parse_order(option, verbs)
        except SkirmishError:
            return AnswerOption(option, humanize(option))
        target = view.state.figures.get(order.target)
        words = order_words(view, verbs[order.verb], order)
        return AnswerOption(option, words, order, target.at if target is not None else None)
    if question.what == "event":
        text = " ".join(view.state.script.text_of(option).split())
        return AnswerOption(option, f"{humanize(option)}: {text}" if text else humanize(option))
    if said := _OPTIONS.get((question.what, option)):
        return AnswerOption(option, said)
    if option[:1].isdigit() and question.what in _NUMBERED_OPTIONS:
        return AnswerOption(option, _NUMBERED_OPTIONS[question.what].format(humanize(option)))
    asking = view.state.figures.get(question.figure)
    return AnswerOption(option, value_words(asking, option))
