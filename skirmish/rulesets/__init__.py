"""The rules.

The interface of a ruleset (`ruleset`), carrying out an order (`engine`), parts that rulesets share
(`common`), and the rulesets themselves, which do not import each other.
"""
