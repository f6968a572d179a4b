"""Generator of scenarios: a map of a named place, forces of equal cost, fair for both sides."""

from skirmish.generator.generation import generate
from skirmish.generator.options import PLACES, VERSION, Options, size_of_text

__all__ = ["PLACES", "VERSION", "Options", "generate", "size_of_text"]
