"""Bytes or text in, structure plus problems out. Pure; never raises on bad content, never drops."""

from builders.parse.exam_text import clean_page_text

__all__ = ["clean_page_text"]
