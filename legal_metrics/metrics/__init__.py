"""Typed values in, ``Score`` out. Nothing here reads raw model text (token overlap apart)."""
