"""The numbered rules of trait die in our own words, each with where it applies in the game.

Numbers with an A are readings: how the game understands a rule that could mean two things. Those
with an F, in `fills`, say what the numbered rules leave open.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from skirmish.rulesets.ruleset import Statement
from skirmish.rulesets.trait_die.fills import FILLS

_SAID = (
    Statement(
        "AMMO-01",
        "Cartridges are not counted. What a weapon with a magazine holds is kept in tokens.",
        "weapons with a `magazine`; the card",
    ),
    Statement("AMMO-02", "A magazine of up to 10 rounds is one token.", "weapons: `magazine`"),
    Statement("AMMO-03", "One of 11 to 40 rounds is two tokens.", "weapons: `magazine`"),
    Statement(
        "AMMO-04",
        "A larger one is a token for every 20 rounds or part of 20.",
        "weapons: `magazine`",
    ),
    Statement(
        "AMMO-05",
        "Nearly any weapon can be had with a longer magazine. That makes it half as dear and half "
        "as heavy again.",
        "buy extended",
    ),
    Statement(
        "AMMO-06",
        "A longer magazine holds half as many rounds again; its tokens are worked out from that "
        "number.",
        "buy extended",
    ),
    Statement(
        "AMMO-07",
        "What is thrown away or bursts, grenades and rockets above all, is counted piece by piece "
        "and has no tokens.",
        "weapons with a `count`; bombard",
    ),
    Statement(
        "AMMO-08",
        "A shooting die that shows a face within the range of the mode costs the weapon a token. "
        "The face counts as it lies, before anything is added.",
        "fire, suppress",
    ),
    Statement("AMMO-09", "A single shot costs one on a 1.", "fire mode=single"),
    Statement("AMMO-10", "A double tap costs one on 1 or 2.", "fire mode=double"),
    Statement("AMMO-11", "A burst of three costs one on 1 to 3.", "fire mode=burst"),
    Statement(
        "AMMO-12",
        "In automatic fire every trait die that shows 1 to 3 costs one; the Wild Die never does.",
        "fire mode=auto",
    ),
    Statement(
        "AMMO-13",
        "A rapid attack costs as automatic fire does. It has two shots for each token in the "
        "weapon, and never more than six.",
        "fire mode=rapid",
    ),
    Statement(
        "AMMO-14",
        "A figure that owns a gun with ammunition sold by fifties has standard rounds for life.",
        "muster: standard rounds need no purchase",
    ),
    Statement(
        "AMMO-15",
        "Rounds of another kind for life need a purchase roll for that kind.",
        "buy",
    ),
    Statement(
        "AMMO-16",
        "Ammunition sold by fifties goes by the price of fifty. It is no important purchase.",
        "buy, for weapons with a magazine",
    ),
    Statement(
        "AMMO-17",
        "What is sold piece by piece goes by the price of one. That is an important purchase: a "
        "figure rolls for each such thing once in a battle.",
        "buy, for weapons with a count, and extended magazines",
    ),
    Statement(
        "AMMO-18",
        "Fifty rounds are Cheap (+2) up to 100, Average (0) up to 500, Expensive (-2) up to 2500 "
        "and Costly (-4) beyond. A single piece is Average up to 400, Expensive up to 1000, "
        "Costly up to 2500 and Very Costly (-6) beyond.",
        "buy",
    ),
    Statement("AMMO-19", "Enough for a month counts one price level lower.", "buy supply=month"),
    Statement(
        "AMMO-20", "Enough for a single mission counts two levels lower.", "buy supply=mission"
    ),
    Statement(
        "AMMO-21",
        "After the roll a figure may still settle for a shorter supply that the roll is good for.",
        "buy shorter=take|ask|leave",
    ),
    Statement(
        "AMMO-22",
        "One Significant Item (SI) holds four tokens, or all those of one magazine where these are "
        "more.",
        "carry; what a figure carries",
    ),
    Statement(
        "AMMO-23",
        "Some ammunition is lighter: caseless rounds weigh half, so that two tokens are a quarter "
        "of an SI.",
        "buy caseless, carry",
    ),
    Statement(
        "AMMO-A1",
        "Half a round in a longer magazine is dropped: 7 becomes 10.",
        "buy extended",
    ),
    Statement(
        "AMMO-A2",
        "The face that counts is the first one of the trait die. One that is rolled again was too "
        "high to cost anything.",
        "fire, suppress",
    ),
    Statement(
        "AMMO-A3",
        "An attack costs one token at most, but automatic and rapid fire one for each die.",
        "fire",
    ),
    Statement(
        "AMMO-A4",
        "The shot that takes the last token is still fired. Where dice would take more tokens "
        "than there are, all are gone and no more.",
        "fire, suppress",
    ),
    Statement(
        "AMMO-A5",
        "The shots of a rapid attack go by the tokens in the weapon as it is declared.",
        "fire mode=rapid",
    ),
    Statement(
        "AMMO-A6",
        "The prices of a level are upper limits, the limit itself included.",
        "buy",
    ),
    Statement(
        "AMMO-A7",
        "A single piece is never Cheap by its price, but a shorter supply of it may be. Nothing "
        "is better than Cheap.",
        "buy",
    ),
    Statement(
        "AMMO-A8",
        "A magazine of more than four tokens is one SI as a whole: 10 tokens, not 4.",
        "carry",
    ),
    Statement(
        "AMMO-A9",
        "Two standard tokens are half an SI, so two caseless ones are a quarter: the two ways to "
        "reckon agree.",
        "carry",
    ),
    Statement(
        "AMMO-A10",
        "Reloading fills a weapon to what it holds. What limits a figure is the weight of what it "
        "carries.",
        "reload",
    ),
)

STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {statement.id: statement for statement in (*_SAID, *FILLS)}
)
