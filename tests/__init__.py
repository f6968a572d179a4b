"""The tests, in folders that mirror the package; run them from the top of the checkout."""
