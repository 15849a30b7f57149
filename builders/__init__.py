"""Builders: official sources in, versioned dataset releases out (``python -m builders``). Run from a checkout, never in the wheel."""
