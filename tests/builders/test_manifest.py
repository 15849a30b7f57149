"""builders.release.manifest: what a release says of itself, the same wherever it is built."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import BuildError
from builders.release import manifest as m

DIGEST = st.text(alphabet="0123456789abcdef", min_size=64, max_size=64)


@given(st.lists(st.tuples(DIGEST, st.integers(0, 9))), st.randoms(use_true_random=False))
def test_source_digest_depends_on_the_files_alone(files: list[tuple[str, int]], random: object) -> None:
    shuffled = list(files)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    digest = m.source_digest("x", files)
    assert m.source_digest("x", shuffled) == digest
    assert (digest.files, digest.bytes) == (len(files), sum(size for _, size in files))


def test_source_digest_is_what_a_shell_gives() -> None:
    """printf '%s\\n' aa…a bb…b | sha256sum (64 letters each), by coreutils."""
    assert m.source_digest("x", [("b" * 64, 1), ("a" * 64, 1)]).sha256.startswith("913f9338fb6c1725")


def test_the_whole_says_what_all_configs_share() -> None:
    one, two = {"kind": "bundled", "version": "0.1.0"}, {"kind": "rebuilt", "version": "0.10.0"}
    assert m.new_manifest("tw-legalbench", {"a": one})["kind"] == "bundled"
    both = m.new_manifest("tw-legalbench", {"b": two, "a": one})
    assert (both["kind"], both["version"], list(both["configs"])) == ("mixed", "0.10.0", ["a", "b"])


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "1.0.0-rc1", "", "1..0", "１.0.0"])
def test_versions_that_datasets_rejects(version: str) -> None:
    with pytest.raises(BuildError, match="allowed three numbers"):
        m.version_key(version)


def test_every_dataset_has_what_cards_need() -> None:
    for facts in m.datasets().values():
        assert str(UUID(facts["canary"])) == facts["canary"]
        assert set(facts["license"]) == set(m.STATEMENTS)
        for version in facts["versions"].values():
            m.version_key(version)
    assert len({facts["canary"] for facts in m.datasets().values()}) == len(m.datasets())


def test_kinds_of_release_never_share_a_version() -> None:
    """The bundled release must never be taken for one from official sources, nor one with merged sections for one without."""
    versions = m.datasets()["tw-legalbench"]["versions"].values()
    assert len(set(versions)) == len(versions)


def test_code_digest_is_stable_within_a_run_and_knows_no_commit() -> None:
    assert m.code_sha256() == m.code_sha256()
    assert set(m.builder_facts()) == {"package", "code_sha256"}


def test_text_is_readable_and_ends_with_a_line_break() -> None:
    text = m.to_json({"dataset": "法"})
    assert text == '{\n "dataset": "法"\n}\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file"),
        (b"{", "no readable JSON"),
        (b"\xff", "no readable JSON"),
        (b"[]", "another shape"),
        (b'{"dataset": "x"}', "another shape"),
    ],
)
def test_what_is_no_manifest(tmp_path: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / m.NAME).write_bytes(content)
    with pytest.raises(BuildError, match=message):
        m.read_manifest(tmp_path)


def test_a_split_without_digest_is_refused(tmp_path: Path) -> None:
    config = {"splits": {"train": {"file": "x", "rows": 1}}}
    (tmp_path / m.NAME).write_text(json.dumps({"dataset": "x", "kind": "x", "version": "1.0.0", "configs": {"ljp": config}}), encoding="utf-8")
    with pytest.raises(BuildError, match="config 'ljp', split 'train': allowed file, rows and rows_sha256"):
        m.read_manifest(tmp_path)
