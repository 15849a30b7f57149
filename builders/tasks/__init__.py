"""Structure in, records of one config out."""
