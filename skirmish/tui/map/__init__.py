"""The map: from a view to cells, from cells to strips, from strips to the screen."""
