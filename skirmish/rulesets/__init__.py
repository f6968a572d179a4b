"""The rules.

What every ruleset answers (`protocol`), how an order is carried out (`carry`), what rulesets
share (`common`), and the rulesets themselves, which do not import each other.
"""
