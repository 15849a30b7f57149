"""Rubrics: ``forms`` reads and writes the files that they come in, ``marks`` the points that stand in their texts."""
