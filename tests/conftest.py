"""What holds for every test."""

from hypothesis import settings

# The same examples in every run and on every machine; no clock decides whether a test passes.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")
