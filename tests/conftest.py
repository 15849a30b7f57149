"""Shared test setting: no network, no shared caches, reproducible property tests."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# `datasets` reads these once, at its import: they must stand before any test module is collected.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ.setdefault("HF_HOME", tempfile.mkdtemp(prefix="hf-home-"))

settings.register_profile("default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def _is_local(address: Any) -> bool:
    return not isinstance(address, tuple) or str(address[0]) in {"127.0.0.1", "::1", "localhost"}


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that reaches for another machine fails here, with the address in its message."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if not _is_local(address):
            raise RuntimeError(f"a test tried to reach the network: {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files beside the checkout; the test is skipped, and says so, where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"real files are not here: {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def real_records(shared: Path) -> list[dict[str, Any]]:
    """Records of ljp, made from every real judgment that is at hand and has facts, in the order of the file names."""
    pytest.importorskip("pyarrow")
    from builders.pipeline import Drop
    from builders.profiles import Profile
    from builders.sources import SourceItem
    from builders.tasks import ljp

    everything = Profile("everything", years=None, allow_merged=True, min_main_text=1, min_facts=1, min_reasons=1)
    judgments = shared / "corpora" / "tw" / "judgments"
    records = []
    for path in sorted([*judgments.glob("jrf/**/*.json"), *judgments.glob("modern/*.json")]):
        read = ljp.read(SourceItem(path.name, path.read_bytes()))
        chosen = read if isinstance(read, Drop) else ljp.select(read, everything)
        made = chosen if isinstance(chosen, Drop) else ljp.make_record(chosen, everything, source_id="real", canary="")
        if not isinstance(made, Drop):
            records.append(made)
    return records
