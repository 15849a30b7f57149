"""Checks on records: schema, duplicates and leakage, personal data."""
