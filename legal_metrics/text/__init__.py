"""Text: white space, normalisation, Chinese numerals, tokens. Knows nothing of law."""
