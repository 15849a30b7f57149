"""Text in, typed value or None out. Nothing here knows how a value is scored."""
