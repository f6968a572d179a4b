"""The expected results of an order: odds, forecasts, chances against enemies, hints."""
