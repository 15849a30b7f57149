"""Structured outputs (Excel, Markdown, JSON) read as elements: cells, headings, keys."""

from __future__ import annotations
