"""Text, forecasts, reports and legal orders shared by screen and line mode; no screen code."""
