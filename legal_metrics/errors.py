"""Every exception that this package raises on purpose. All are ``ValueError``s.

One rule for values of a wrong type: in the data to score against they raise ``BadReferenceError``, in predictions ``PredictionsError``, and as an
argument of a public function ``WrongTypeError``, which is a ``TypeError`` too. Messages say what was found and what is allowed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class LegalMetricsError(ValueError):
    """Base of all errors of this package.

    >>> issubclass(LegalMetricsError, ValueError)
    True
    """


class WrongTypeError(LegalMetricsError, TypeError):
    """An argument has a type that the function cannot take.

    >>> str(WrongTypeError("text", None, "a string"))
    'text: found None, allowed a string'
    >>> issubclass(WrongTypeError, TypeError)
    True
    """

    def __init__(self, argument: str, found: object, allowed: str) -> None:
        self.argument = argument
        self.found = found
        self.allowed = allowed
        super().__init__(f"{argument}: found {shown(found)}, allowed {allowed}")


class LengthMismatchError(LegalMetricsError):
    """Predictions and references (or whatever is paired) differ in number; both numbers are in the message.

    >>> str(LengthMismatchError(1, 3))
    '1 predictions but 3 references: they must be paired one to one'
    """

    def __init__(
        self, n_predictions: int, n_references: int, *, left: str = "predictions", right: str = "references"
    ) -> None:
        self.n_predictions = n_predictions
        self.n_references = n_references
        super().__init__(f"{n_predictions} {left} but {n_references} {right}: they must be paired one to one")


class BadReferenceError(LegalMetricsError):
    """A reference (gold) value cannot be used: the data is at fault, not the model.

    >>> str(BadReferenceError("r1", "main_text", "no verdict could be read"))
    "record 'r1', field 'main_text': no verdict could be read"
    """

    def __init__(self, id: str, field: str, why: str) -> None:
        self.id = id
        self.field = field
        self.why = why
        super().__init__(f"record {id!r}, field {field!r}: {why}")


class UnknownTaskError(LegalMetricsError):
    """No task has this id; the nearest names and the whole list are in the message.

    >>> str(UnknownTaskError("tw-legalbench/lpj", ["tw-legalbench/ljp"]))
    "unknown task 'tw-legalbench/lpj'. Did you mean 'tw-legalbench/ljp'? Known: tw-legalbench/ljp"
    """

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestions = tuple(difflib.get_close_matches(str(name), self.known, n=3, cutoff=0.5))
        hint = f" Did you mean {' or '.join(repr(s) for s in self.suggestions)}?" if self.suggestions else ""
        super().__init__(f"unknown task {name!r}.{hint} Known: {', '.join(self.known)}")


class UnknownFormError(LegalMetricsError):
    """No form of rubrics has this name; the nearest names and the whole list are in the message.

    >>> str(UnknownFormError("essay", ["tw_essay"]))
    "unknown form 'essay'. Did you mean 'tw_essay'? Known: tw_essay"
    """

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestions = tuple(difflib.get_close_matches(str(name), self.known, n=3, cutoff=0.5))
        hint = f" Did you mean {' or '.join(repr(s) for s in self.suggestions)}?" if self.suggestions else ""
        super().__init__(f"unknown form {name!r}.{hint} Known: {', '.join(self.known)}")


class PredictionsError(LegalMetricsError):
    """A predictions file or mapping does not fit the records: unknown, missing or repeated ids, or a bad line.

    >>> str(PredictionsError(["line 3: field 'output': found a number, allowed a string"]))
    "line 3: field 'output': found a number, allowed a string"
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class JudgeReplyError(LegalMetricsError):
    """A judge's reply holds no verdict: it is unscored, never zero and never full marks. ``code``: which kind of reply, for counts.

    >>> str(JudgeReplyError("no JSON object or list found")), JudgeReplyError("it is empty", code="empty").code
    ('no verdict in the judge reply: no JSON object or list found', 'empty')
    """

    def __init__(self, why: str, *, code: str = "no_verdict") -> None:
        self.why = why
        self.code = code
        super().__init__(f"no verdict in the judge reply: {why}")


class MissingExtraError(LegalMetricsError):
    """An optional dependency is not installed; the extra that brings it is named.

    >>> str(MissingExtraError("pyarrow", "build"))
    "pyarrow is needed here: pip install 'legal-metrics[build]'"
    """

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"{package} is needed here: pip install 'legal-metrics[{extra}]'")


def shown(value: object) -> str:
    """A value as messages show it: its ``repr``, cut where it is long.

    >>> shown("甲"), len(shown("甲" * 500))
    ("'甲'", 80)
    """
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
