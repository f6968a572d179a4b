"""Skills under a d100: margins, firing modes, scatter, shock, grips, suppression, surprise."""
