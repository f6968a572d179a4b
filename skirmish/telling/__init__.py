"""What screen and line mode share: what is told and offered to a player; no screen at all."""
