"""Records in, a dataset release out: Arrow schema, Parquet, manifest, card."""

from builders.release.parquet import write_splits

__all__ = ["write_splits"]
