"""What arguments must be: public functions ask here before they begin, so that a value of a wrong type is named and never an AttributeError."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, WrongTypeError, shown


def is_whole(value: object, least: int) -> bool:
    """Whether a value is a whole number (of any library; no boolean) from ``least`` on.

    >>> is_whole(3, 0), is_whole(3.0, 0), is_whole(True, 0), is_whole(-1, 0)
    (True, False, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least


def check_text(argument: str, value: object) -> None:
    """Raises: WrongTypeError for an argument that is no string.

    >>> check_text("text", b"x")
    Traceback (most recent call last):
    legal_metrics.errors.WrongTypeError: text: found b'x', allowed a string
    """
    if not isinstance(value, str):
        raise WrongTypeError(argument, value, "a string")


def check_sequence(argument: str, value: object, of: str) -> None:
    """Raises: WrongTypeError for an argument that holds no items one behind the other. A string is none: its characters are hardly ever meant.

    >>> check_sequence("predictions", "無罪", "strings or None")
    Traceback (most recent call last):
    legal_metrics.errors.WrongTypeError: predictions: found '無罪', allowed a sequence of strings or None
    """
    holds = hasattr(value, "__len__") and hasattr(value, "__getitem__")  # lists and tuples, arrays and columns of other libraries
    if not holds or isinstance(value, (str, bytes, bytearray, Mapping)):
        raise WrongTypeError(argument, value, f"a sequence of {of}")


def check_texts(argument: str, value: object) -> None:
    """Raises: WrongTypeError for an argument that is no sequence of strings.

    >>> check_texts("by", ["year", 3])
    Traceback (most recent call last):
    legal_metrics.errors.WrongTypeError: by[1]: found 3, allowed a string
    """
    check_sequence(argument, value, "strings")
    for place, text in enumerate(value):  # type: ignore[arg-type, var-annotated]
        check_text(f"{argument}[{place}]", text)


def check_paired(predictions: object, references: object, of: str) -> None:
    """Raises: WrongTypeError unless both are sequences; LengthMismatchError unless they are equally long.

    >>> check_paired(["a"], [], "strings")
    Traceback (most recent call last):
    legal_metrics.errors.LengthMismatchError: 1 predictions but 0 references: they must be paired one to one
    """
    check_sequence("predictions", predictions, of)
    check_sequence("references", references, of)
    lengths = len(predictions), len(references)  # type: ignore[arg-type]
    if lengths[0] != lengths[1]:
        raise LengthMismatchError(*lengths)


def check_text_pairs(predictions: Sequence[str | None], references: Sequence[str]) -> None:
    """Raises: as ``check_paired``; BadReferenceError for a reference, LegalMetricsError for a prediction that is no text (None is none to be read).

    >>> check_text_pairs(["a", None], ["a", 3])
    Traceback (most recent call last):
    legal_metrics.errors.BadReferenceError: record '#1', field 'reference': found 3, allowed a text
    """
    check_paired(predictions, references, "texts")
    for i, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        if not isinstance(reference, str):
            raise BadReferenceError(f"#{i}", "reference", f"found {shown(reference)}, allowed a text")
        check_prediction(i, prediction)


def check_prediction(index: int, prediction: object) -> None:
    """Raises: LegalMetricsError for a prediction that is neither a text nor None.

    >>> check_prediction(0, 3)
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: prediction #0: found 3, allowed a text or None
    """
    if prediction is not None and not isinstance(prediction, str):
        raise LegalMetricsError(f"prediction #{index}: found {shown(prediction)}, allowed a text or None")


def check_iterable(argument: str, value: object, of: str) -> None:
    """Raises: WrongTypeError for an argument that cannot be gone through, or is a string.

    >>> check_iterable("records", None, "records")
    Traceback (most recent call last):
    legal_metrics.errors.WrongTypeError: records: found None, allowed an iterable of records
    """
    if not isinstance(value, Iterable) or isinstance(value, (str, bytes, bytearray)):
        raise WrongTypeError(argument, value, f"an iterable of {of}")


def check_option(argument: str, value: object, allowed: Sequence[str]) -> None:
    """Raises: LegalMetricsError for a value of an option that it does not have.

    >>> check_option("retries", "never", ("request", "attempt"))
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: retries: found 'never', allowed request, attempt
    """
    if value not in allowed:
        raise LegalMetricsError(f"{argument}: found {shown(value)}, allowed {', '.join(allowed)}")
