"""Bytes: folders, archives and single files of official sources."""
