"""Input that puts an order together: figure, verb, target, details; and the key that confirms."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import ANSWER, WEAPON, Order, Verb
from skirmish.presentation.odds.hint_kinds import BetterAttack, Hint
from skirmish.presentation.odds.hint_words import hint_words, own_risk_words
from skirmish.presentation.odds.target_chances import Stance, enemies_near
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import explain_verb_refusal
from skirmish.presentation.orders.throw_range import out_of_range
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.wording import action_words
from skirmish.session import aiming, order_draft, proposals
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.offered_hint import hint_change_words, no_hint_words, offered_hint
from skirmish.session.repeat import draft_of
from skirmish.session.verb_defaults import FIRE, default_draft


def choose_numbered(controller: Controller, place: int) -> None:
    """Choose an own figure by its place in the roster, from 1."""
    view = controller.legal.view
    names = [one.id for one in view.state.figures.values() if one.who.side == view.side]
    if place > len(names):
        controller.notice = f"your list has {len(names)} figures"
    else:
        choose_listed(controller, names[place - 1])


def choose_listed(controller: Controller, figure: str) -> None:
    """Choose an own figure of the roster, or say why it takes no orders."""
    if figure in controller.legal.own_figures():
        controller.choose(figure)
    else:
        # Choose it even so: the next key must not act on another figure.
        controller.draft = order_draft.select(figure)
        controller.notice = controller.absence(figure)


def next_choice(controller: Controller, by: int) -> None:
    """Go to the next or previous figure, target or line; in look mode, to any figure in sight."""
    legal = controller.legal
    if controller.look:
        _look_on(controller, by)
    elif order_draft.in_list(legal, controller.draft):
        controller.draft = order_draft.move_in_list(legal, controller.draft, by)
    elif controller.mode is not Mode.TARGET:
        controller.choose_next(by)
    elif marks := legal.candidate_tiles(controller.draft.figure, controller.draft.verb):
        at = marks.index(controller.cursor) + by if controller.cursor in marks else min(by - 1, 0)
        controller.cursor = marks[at % len(marks)]
        aiming.aim(controller, controller.cursor)
    elif legal.listed_targets(controller.draft.figure, controller.draft.verb):
        controller.draft = order_draft.with_next_target(legal, controller.draft, by)
        controller.cursor = legal.position(controller.draft.target) or controller.cursor
    else:
        verb = controller.draft.verb
        if controller.choose_next(by, verb):
            begin(controller, verb)


def _look_on(controller: Controller, by: int) -> None:
    """Move the cursor to the next enemy in sight, then to the own figures, the chosen one last."""
    view, cursor = controller.legal.view, controller.cursor
    own = sorted(view.own(), key=lambda one: one.id == controller.draft.figure)
    figures = (one.at for one in (*view.enemies(), *own))
    tiles = list(dict.fromkeys(tile for tile in figures if tile is not None))
    if tiles:
        at = tiles.index(cursor) + by if cursor in tiles else min(by - 1, 0)
        controller.cursor = tiles[at % len(tiles)]


def menu(controller: Controller) -> None:
    """Open the list of the figure's orders; begin the order if there is only one."""
    if not controller.take_figure():
        return
    controller.draft = order_draft.menu(controller.draft)
    names = order_draft.menu_verbs(controller.legal, controller.draft)
    if len(names) == 1:
        begin(controller, names[0])
    elif not names:
        controller.draft = order_draft.select(controller.draft.figure)
        controller.notice = controller.idle_words(controller.draft.figure)


def verb(controller: Controller, name: str) -> Order | None:
    """Begin an order of the figure; return it if nothing is left to choose.

    If the end of a move has been chosen, the order waits to be confirmed: it would replace that
    move and be carried out where the figure stands now.
    """
    moving = controller.drafting and bool(controller.draft.target)
    moving = moving and controller.legal.target_shape(controller.draft.verb) is Shape.PATH
    begin(controller, name)
    return None if moving or controller.draft.target else at_once(controller)


def at_once(controller: Controller) -> Order | None:
    """The order in hand if it leaves no choice and can certainly be undone."""
    whole = controller.drafting and order_draft.is_settled(controller.legal, controller.draft)
    return (
        controller.draft.order
        if whole and controller.can_be_taken_back(controller.draft.order)
        else None
    )


def begin(controller: Controller, name: str) -> None:
    """Begin an order of the figure."""
    legal = controller.legal
    # A verb chosen from the list, or in place of another draft, means just that verb.
    chosen = controller.mode is not Mode.SELECT
    if controller.mode not in (Mode.SELECT, Mode.MENU):
        controller.draft = order_draft.select(controller.draft.figure)
    if not controller.take_figure():
        return
    if controller.at_news:
        # The cursor showed an enemy's action; the player did not aim at that enemy.
        controller.cursor = legal.position(controller.draft.figure) or controller.cursor
    if name in legal.verbs(controller.draft.figure):
        controller.look = False
        put_together = partial(_begin_known, controller, name, any_attack=not chosen)
        meant = _attacked(controller, name)
        if meant:
            controller.draft = order_draft.select(controller.draft.figure)
        controller.awaited.begin(legal, controller.draft.figure, name, meant, put_together)
    else:
        controller.explain(
            explain_verb_refusal(legal, controller.draft.figure, name, controller.cursor)
        )
        controller.notice += _other_attack_words(controller) if name == FIRE else ""


def _other_attack_words(controller: Controller) -> str:
    """The possible attacks of a figure that cannot fire at an enemy; "" for none."""
    legal, figure = controller.legal, controller.draft.figure
    able = [name for name in legal.verbs(figure) if _is_attack(legal.known_verbs[name])]
    who = legal.view.state.figures.get(figure)
    told = [f"{action_words(who, name)} ({controller.verb_key(name)})" for name in able]
    return f". Possible now: {', '.join(told)}" if told else ""


def _is_attack(verb: Verb) -> bool:
    """Whether an order attacks an enemy or ground."""
    strikes = verb.target is Shape.FIGURE and verb.dice and verb.purpose is None
    return strikes or proposals.is_ground_fire(verb)


def _attacked(controller: Controller, verb: str, *, there: bool = False) -> tuple[str, ...]:
    """The enemies that an attack may be meant for: at the cursor, else all unless `there`."""
    legal = controller.legal
    if legal.target_shape(verb) is not Shape.FIGURE or not legal.known_verbs[verb].dice:
        return ()
    near = enemies_near(legal.view, controller.draft.figure)
    own = legal.own_figure_at(controller.cursor)
    here = () if own else tuple(legal.figures_at(controller.cursor))
    return tuple(name for name in near if name in here) or (() if there else near)


def _begin_known(controller: Controller, name: str, *, any_attack: bool) -> None:
    """Begin an order of the chosen figure, with the best variant and target known.

    The fire key with the cursor at an enemy acts like a click on that enemy.
    """
    legal = controller.legal
    if any_attack and name == FIRE and _attacked(controller, name, there=True):
        figure, tile = controller.draft.figure, controller.cursor
        aiming.propose(controller, tile, aiming.proposal_at(controller, figure, tile))
        return
    last = controller.given.aims(controller.draft.figure).get(name)
    # With the cursor at an enemy the best attack on it is proposed, not the best of all.
    free = not _attacked(controller, name, there=True)
    controller.draft, controller.cursor = default_draft(
        legal, controller.draft, name, controller.cursor, last, any_attack=any_attack
    )
    controller.draft = controller.given.in_last_way(legal, controller.draft)
    before = controller.given.note_proposed(legal, controller.draft.order) if free else ""
    if before and not _is_better_attacked(legal, controller.draft.order, before):
        controller.notice = f"{controller.draft.target} promises most now, no longer {before}"
    at_tile = legal.target_shape(controller.draft.verb) is Shape.TILE
    controller.begun_at = controller.draft.order if at_tile else None
    if (short := out_of_range(legal, controller.draft.figure, name)) is not None:
        controller.notice = short.words


def _is_better_attacked(legal: LegalOrders, order: Order, enemy: str) -> bool:
    """Whether another order of the figure gains more at this enemy, as a hint then says."""
    known = legal.target_chances.get(Stance(order.figure), {})
    here, there = known.get(order.target), known.get(enemy)
    return here is not None and there is not None and there.gain > here.gain


def take_hint(controller: Controller) -> None:
    """Draft the order of the first hint and say why; or say why there is none."""
    legal = controller.legal
    hint = offered_hint(legal, controller.draft, controller.preferences)
    if hint is None or hint.order is None:
        controller.notice = no_hint_words(legal, controller.draft, controller.preferences)
        return
    before, order = controller.draft, hint.order
    # A hint taken is the player's choice, not a proposal that another may replace.
    controller.draft = evolve(draft_of(legal, order, before.figure), proposal=None)
    controller.unhinted = (controller.draft, before, controller.cursor)
    controller.cursor = order_draft.aimed_tile(legal, controller.draft.order) or controller.cursor
    change = hint_change_words(legal, before.order, order)
    controller.notice = _taken_words(controller, hint, change)


def _taken_words(controller: Controller, hint: Hint, change: str) -> str:
    """What a hint changes and why, preceded by own figures that it may hit."""
    numbers = controller.preferences.odds == EXACT
    keys, risk = f"{controller.key('back')}: as before", ""
    if isinstance(hint, BetterAttack) and hint.order is not None:
        figure = controller.legal.view.state.figures.get(hint.order.figure)
        does = action_words(figure, hint.order.verb, hint.order.get(WEAPON))
        once = " once" if hint.times > 1 else ""
        keys = f"{controller.key('confirm')}: {does}{once}, {keys}"
        risk = f"{own_risk_words(hint, numbers=numbers)}! " if hint.risks else ""
        hint = evolve(hint, risks=())
    why = hint_words(hint, controller.order_name, numbers=numbers)
    return f"{risk}hint taken: {change} ({keys}). {why}"


def _untake_hint(controller: Controller) -> bool:
    """Restore the order that a hint replaced, if the draft is still the hint's."""
    hinted = controller.unhinted
    if hinted is None or controller.draft != hinted[0]:
        return False
    _, controller.draft, controller.cursor = hinted
    controller.unhinted = None
    controller.notice = "as before the hint"
    return True


def options(controller: Controller) -> None:
    """Open the details of the order."""
    legal = controller.legal
    if order_draft.details(legal, controller.draft):
        controller.draft = order_draft.with_details_open(legal, controller.draft)
    else:
        controller.notice = "there is no other choice"


def share(controller: Controller, by: int) -> None:
    """Change the share of the marked line, or take another variant.

    The variants of a throw at an enemy are followed by the best attack that throws nothing.
    """
    legal = controller.legal
    before, controller.draft = (
        controller.draft,
        order_draft.with_more_share(legal, controller.draft, by),
    )
    around = controller.draft == before or (controller.draft.as_proposed and not before.field)
    if controller.mode is Mode.TARGET and around:
        controller.draft = proposals.other_attack(legal, controller.draft) or controller.draft
        controller.cursor = (
            order_draft.aimed_tile(legal, controller.draft.order) or controller.cursor
        )
    if controller.draft == before:
        ways = f"{controller.key('west')} and {controller.key('east')} change it"
        one = "there are no other options"
        if order_draft.details(legal, controller.draft):
            one = f"{controller.key('options')}: its options, one by one"
        controller.notice = one if controller.mode is Mode.TARGET else ways


def row(controller: Controller, number: int, by: int = 1) -> Order | None:
    """Handle a click on a line: mark it, or take it if it was marked; a value changes by `by`."""
    legal = controller.legal
    if words := order_draft.listed_words(legal, controller.draft):
        if words[number] == controller.draft.target:
            return confirm(controller)
        controller.draft = order_draft.with_target(legal, controller.draft, words[number])
        return at_once(controller)
    again = controller.draft.row == number
    controller.draft = evolve(controller.draft, row=number)
    if controller.mode is Mode.FIELDS:
        controller.draft = order_draft.with_next_detail_value(legal, controller.draft, by)
        return None
    return confirm(controller) if again or controller.mode is Mode.MENU else None


def confirm(controller: Controller) -> Order | None:
    """Handle the confirm key. Returns an order if the draft is complete."""
    legal = controller.legal
    if controller.look:
        controller.stop_looking()
        return None
    question = legal.view.question
    match controller.mode:
        case Mode.ANSWER if question is not None:
            return Order.of(ANSWER.name, target=question.options[controller.draft.row])
        case Mode.MENU:
            return verb(
                controller, order_draft.menu_verbs(legal, controller.draft)[controller.draft.row]
            )
        case Mode.SELECT if not controller.draft.verb:
            choose_at(controller, controller.focus)
        case Mode.TARGET | Mode.FIELDS | Mode.SELECT:
            return _confirm_order(controller)
        case _:
            pass
    return None


def _confirm_order(controller: Controller) -> Order | None:
    legal = controller.legal
    if not order_draft.complete(legal, controller.draft):
        controller.say_why(controller.draft, controller.focus)
        return None
    done = order_draft.confirmed(legal, controller.draft)
    if isinstance(done, Order):
        return done
    controller.draft = done
    return None


def choose_at(controller: Controller, tile: Tile) -> None:
    """Choose the own figure on a tile or open its menu; else propose an order there."""
    here = controller.legal.own_figure_at(tile)
    if here and here != controller.draft.figure:
        controller.choose(here)
    elif here:
        menu(controller)
    elif figure := controller.draft.figure or controller.next_able:
        aiming.when_proposed(controller, figure, tile, aiming.propose)


def back(controller: Controller) -> None:
    """Go one step back."""
    legal = controller.legal
    if controller.look:
        controller.stop_looking()
    elif controller.mode is Mode.ANSWER:
        controller.notice = "answer this first"
    elif not _untake_hint(controller):
        here = controller.mode is Mode.SELECT and not controller.draft.verb
        away = here and controller.cursor != legal.position(controller.draft.figure)
        if not (controller.draft.figure and away):
            controller.draft = order_draft.back(controller.draft)
        controller.pinned = None
        if controller.mode is Mode.SELECT and controller.draft.figure:
            controller.cursor = legal.position(controller.draft.figure) or controller.cursor
