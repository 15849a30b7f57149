"""Small texts on which scorers in use go wrong, and the right value of each, run through the public functions line by line.

Cases are JSON lines ``{"kind", "input", "right"}`` (``"prediction"`` and ``"reference"`` for metrics); other keys, such as what other scorers return, are
not looked at. Read are ``tests/data/extractor-cases.jsonl`` (written here, decided by hand) and the recorded facts beside the checkout, where they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import legal_metrics as lm

OWN = Path(__file__).parent / "data" / "extractor-cases.jsonl"
FACTS = Path(__file__).parents[2] / "shared" / "corpora" / "cn" / "facts" / "extractor_cases.jsonl"
CRIMINAL_LAW = "中华人民共和国刑法"

Case = Mapping[str, Any]


def prison_term(case: Case) -> Any:
    """Only what ``right`` names is looked at."""
    found = lm.parse_sentence(case["input"], "CN", bare=True)
    values = {
        "months": found and found.term_months,
        "kind": found and found.kind,
        "fine_yuan": found and found.fine,
        "probation_months": found and found.probation_months,
        "range_months": list(found.range_months) if found and found.range_months else None,
        "abstain": found is None,
    }
    return {name: values[name] for name in case["right"]}


def articles(case: Case) -> Any:
    """Articles of the criminal law, which is meant where no law is named; each once."""
    found = lm.extract_statutes(case["input"], "CN", default_law="刑法")
    return list(dict.fromkeys(c.article for c in found if c.law == CRIMINAL_LAW))


def charges(case: Case) -> Any:
    return lm.extract_charges(case["input"], "CN")


def options(case: Case) -> Any:
    letters = lm.extract_choices(case["input"], multiple=True)
    return None if letters is None else sorted(letters)


def metric(score: Callable[[str, str], lm.Score]) -> Callable[[Case], Any]:
    def run(case: Case) -> Any:
        (sample,) = score(case["prediction"], case["reference"]).samples
        found = {"score": sample.value, "unparsed": sample.status == "unparsed"}
        return {name: found[name] for name in case["right"]}

    return run


def log_distance(prediction: str, reference: str) -> lm.Score:
    """Sentences for life and of death lie outside the logarithm's domain: the same one is right, another wrong."""
    predicted, wanted = (lm.parse_sentence(text, "CN", bare=True) for text in (prediction, reference))
    assert wanted is not None
    if wanted.term_months is None:
        return lm.life_death_match([predicted and _absolute(predicted)], [_absolute(wanted)])
    return lm.term_log_distance([predicted and predicted.term_months], [wanted.term_months])


def _absolute(sentence: lm.Sentence) -> str | None:
    return next((name for name in ("life", "death", "death_suspended") if getattr(sentence, name)), None)


KINDS: Mapping[str, Callable[[Case], Any]] = {
    "prison_term_text": prison_term,
    "criminal_law_articles": articles,
    "charges": charges,
    "options": options,
    "zhifa_metric:em": metric(lambda p, r: lm.exact_match([p], [r])),
    "zhifa_metric:nlog": metric(log_distance),
    "zhifa_metric:rcf1": metric(lambda p, r: lm.reading_f1([p], [r])),
    "zhifa_metric:f05": metric(lambda p, r: lm.correction_f([p], [r], sources=[p])),  # the prediction is the clause as it was
}


def cases() -> Iterator[Any]:
    for path in (OWN, FACTS):
        if not path.is_file():
            reason = f"real files are not here: {path}"
            yield pytest.param({}, marks=pytest.mark.skip(reason=reason), id=path.parent.name)
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            case = json.loads(line)
            yield pytest.param(case, id=f"{path.parent.name}-{number}-{case['kind']}")


@pytest.mark.parametrize("case", [*cases()])
def test_extractor_case(case: Case) -> None:
    found, right = KINDS[case["kind"]](case), case["right"]
    assert found == (pytest.approx(right, abs=1e-9) if case["kind"].startswith("zhifa_metric") else right)
