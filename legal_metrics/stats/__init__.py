"""Statistics over per-sample figures: seeded, independent of chunking and order of summation."""
