"""The file of models: what it may hold, and that nothing else is taken."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.model_facts import ACCESS, ModelFactsError, read_model_facts

json_values = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


def test_every_field_may_be_left_out() -> None:
    models = read_model_facts('{"a": {}, "b": {"decoding": "greedy", "access": null}}', source="m")
    assert (models["a"].access, models["a"].training_cutoff, models["a"].settings, models["a"].cutoff_year) == (None, None, "", None)
    assert models["b"].settings == "greedy"


def test_settings_stand_in_one_line() -> None:
    text = '{"a": {"decoding": {"temperature": 1, "reasoning_effort": "high", "seed": null, "greedy": false}}}'
    assert read_model_facts(text, source="m")["a"].settings == "temperature=1, reasoning_effort=high, seed=null, greedy=false"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "m: found a list, allowed an object of models"),
        ("{", "m: found broken JSON"),
        ('{"a": {}, "a": {}}', "m: field 'a': found it twice, allowed each name once"),
        ('{"a": {"access": NaN}}', "m: found NaN, allowed finite numbers"),
        ('{"a": []}', "m: field 'a': found a list, allowed an object with title, family"),
        ('{" ": {}}', "found a blank name"),
        ('{"a": {"acces": "open"}}', "m: field 'a.acces': found an unknown field, allowed title, family, access"),
        ('{"a": {"access": "public"}}', "m: field 'a.access': found 'public', allowed 'closed', 'open' or null"),
        ('{"a": {"training_cutoff": "2023-13"}}', "found '2023-13', allowed YYYY, YYYY-MM, YYYY-MM-DD or null"),
        ('{"a": {"training_cutoff": 2023}}', "found 2023, allowed YYYY"),
        *((f'{{"a": {{"training_cutoff": "{day}"}}}}', f"found '{day}', allowed YYYY") for day in ("2024-02-30", "2023-02-29", "2023-04-31", "2023-00", "2023-01-00", "2023-1", "3023", "2023-")),
        ('{"a": {"title": "A"}, "b": {"title": "A"}}', "field 'b.title': found 'A', which a is called too, allowed a title for one model"),
        ('{"a": {}, "b": {"title": "a"}}', "field 'b.title': found 'a', which a is called too"),
        ('{"a": {"family": 3}}', "m: field 'a.family': found a number, allowed a string or null"),
        ('{"a": {"decoding": [1]}}', "m: field 'a.decoding': found a list"),
        ('{"a": {"decoding": {"t": {}}}}', "m: field 'a.decoding.t': found an object"),
        ("[" * 100_000, "m: found JSON that is too deep"),
    ],
)
def test_what_is_no_file_of_models_is_refused(text: str, says: str) -> None:
    with pytest.raises(ModelFactsError) as error:
        read_model_facts(text, source="m")
    assert says in str(error.value)


@given(st.dictionaries(st.text(), json_values | st.dictionaries(st.sampled_from(["access", "decoding", "training_cutoff", "family"]), json_values)))
def test_any_json_gives_facts_or_an_error_that_names_the_file(value: dict[str, object]) -> None:
    try:
        models = read_model_facts(json.dumps(value), source="models.json")
    except ModelFactsError as error:
        assert str(error).startswith("models.json")
    else:
        assert list(models) == list(value)
        assert all(facts.access in (*ACCESS, None) for facts in models.values())


def test_days_that_there_are() -> None:
    days = ("2024", "2024-02", "2024-02-29", "1999-12-31")
    text = json.dumps({day: {"training_cutoff": day} for day in days})
    assert [facts.training_cutoff for facts in read_model_facts(text, source="m.json").values()] == list(days)
