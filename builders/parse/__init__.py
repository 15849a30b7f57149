"""Bytes or text in, structure plus problems out. Pure; never raises on bad content, never drops."""
