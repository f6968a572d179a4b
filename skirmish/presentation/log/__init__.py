"""What a side saw happen: as sentences of the log and as timed effects on the map."""
