"""Records in, a dataset release out: Arrow schema, Parquet, manifest, card."""
