"""A ``Report`` made readable: terminal table, HTML. Draws and writes text, computes no score."""
