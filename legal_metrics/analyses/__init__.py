"""What many models' outputs say together: items, languages, years, recital, errors, judges, and the paper that holds it all."""
