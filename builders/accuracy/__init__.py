"""How exact the parsers are, measured against labels and against what other collections say of the same judgments."""
