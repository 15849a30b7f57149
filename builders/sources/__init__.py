"""Bytes: folders, archives and single files of official sources."""

from builders.sources.items import MAX_FILE_BYTES, SourceError, SourceItem
from builders.sources.opening import ARCHIVE_SUFFIXES, open_part, open_source, source_parts

__all__ = ["ARCHIVE_SUFFIXES", "MAX_FILE_BYTES", "SourceError", "SourceItem", "open_part", "open_source", "source_parts"]
