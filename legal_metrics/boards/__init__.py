"""Parts of a leaderboard: which columns its tables have, their figures, ranks, and totals of examinations."""
