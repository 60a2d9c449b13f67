"""Sayso's engine: hears, sees, thinks, judges, acts, speaks. Runs without a display."""
