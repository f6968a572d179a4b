"""A battle as one player meets it, without a screen: seat, cursor, draft order, background work."""
