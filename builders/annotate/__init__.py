"""Law labels: which laws a question is about, by whom it was said, and what two annotators agree on. Facts only, never a question's text."""
