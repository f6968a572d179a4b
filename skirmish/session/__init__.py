"""A battle as one player meets it: seat, cursor, draft order, background work; no screen."""
