"""The pages that are generated: ``python -m docs`` writes them, ``python -m docs --check`` says which are out of date."""
