"""The rules.

What every ruleset answers (`ruleset`), how an order is carried out (`engine`), what rulesets
share (`common`), and the rulesets themselves, which do not import each other.
"""
