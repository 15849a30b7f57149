"""Write the three bundled prediction files for the test split of the bundled release: same release, same bytes.

    python examples/make_predictions.py [--references data/tw-legalbench] [--out examples/predictions/tw-legalbench-ljp]

``reference_echo``     the reference itself: every metric is exactly at its best
``template_baseline``  for each cause the usual statutes and the main text with the median penalty of the train split
``noisy``              an answer as models give them: near and far terms, wrong and invented statutes, fences, prose, Simplified
                       characters, a refusal, an answer cut off, an empty one
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from legal_metrics.baselines import cause_template
from legal_metrics.readers.judgments import label_citations
from legal_metrics.references import load_references
from legal_metrics.text.numerals import NUMERAL, parse_integer

ROOT = Path(__file__).resolve().parent.parent
SEED = 20260617
Record = Mapping[str, Any]
Answer = dict[str, Any]


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", default=str(ROOT / "data" / "tw-legalbench"))
    parser.add_argument("--out", type=Path, default=ROOT / "examples" / "predictions" / "tw-legalbench-ljp")
    arguments = parser.parse_args()
    test, train = (
        load_references(arguments.references, config="ljp", split=split).records for split in ("test", "train")
    )
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, rows in predictions(test, train).items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (arguments.out / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")


def predictions(test: Sequence[Record], train: Sequence[Record]) -> dict[str, list[dict[str, str]]]:
    """The rows of each file by its name, in the order of the records."""
    templates = cause_template(train, test)
    habits = noisy_habits(record["id"] for record in test)
    return {
        "reference_echo": _rows(test, lambda record: as_json(reference_answer(record))),
        "template_baseline": _rows(test, lambda record: templates[record["id"]]),
        "noisy": _rows(test, lambda record: habits[record["id"]](record)),
    }


def reference_answer(record: Record) -> Answer:
    """What a model would have to write to be right in everything."""
    labels = label_citations(record)
    return {
        "statutes": [f"修正前{citation}" if citation.version == "former" else str(citation) for citation in labels],
        "reasoning": record["reasons"],
        "main_text": record["main_text"],
    }


# --- noisy: habits of models ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Habit:
    """What a model does to the right answer: to its statutes, to its main text, to the form in which it is given."""

    name: str
    form: Callable[[Answer], str]
    statutes: Callable[[list[str], Record], list[str]] = lambda statutes, record: statutes
    main_text: Callable[[str, Record], str] = lambda text, record: text

    def __call__(self, record: Record) -> str:
        answer = reference_answer(record)
        answer["statutes"] = self.statutes(answer["statutes"], record)
        answer["reasoning"] = "依卷內證據，被告犯行堪以認定。"
        answer["main_text"] = self.main_text(answer["main_text"], record)
        return self.form(answer)


def noisy_habits(ids: Iterable[str]) -> dict[str, Habit]:
    """A habit for each record: every habit comes up once before any comes up twice, in an order that only the ids decide."""
    ordered = sorted(ids, key=lambda id: draw(id, "habit", 1 << 32))
    return {id: HABITS[i % len(HABITS)] for i, id in enumerate(ordered)}


def draw(id: str, purpose: str, below: int) -> int:
    """A number in [0, below) that depends on nothing but the seed, the record and the purpose."""
    return int.from_bytes(hashlib.sha256(f"{SEED}|{id}|{purpose}".encode()).digest()[:8], "big") % below


def as_json(answer: Answer) -> str:
    """The form that was asked for."""
    return json.dumps(answer, ensure_ascii=False)


def fenced(answer: Answer) -> str:
    """JSON in a code fence with a sentence before it."""
    return f"以下為本案之判決結果：\n\n```json\n{json.dumps(answer, ensure_ascii=False, indent=2)}\n```"


def prose(answer: Answer) -> str:
    """No JSON at all."""
    return f"適用法條：{'、'.join(answer['statutes'])}\n\n理由：{answer['reasoning']}\n\n主文：{answer['main_text']}"


def cut_off(answer: Answer) -> str:
    """The token limit came first: the main text stops in the middle."""
    text = as_json(answer)
    return text[: text.index('"main_text"') + len('"main_text": "') + len(answer["main_text"]) // 2]


def renamed_keys(answer: Answer) -> str:
    """JSON, but not with the keys asked for."""
    return json.dumps({"法條": answer["statutes"], "判決主文": answer["main_text"]}, ensure_ascii=False)


def refusal(answer: Answer) -> str:
    """No answer."""
    return "很抱歉，我無法就具體個案作出判決，建議您諮詢專業律師。"


def empty(answer: Answer) -> str:
    """Nothing."""
    return ""


def near_terms(text: str, record: Record) -> str:
    """Every prison term off by one or two months."""
    return _terms(text, lambda months: max(1, months + (-2, -1, 1, 2)[draw(record["id"], "near", 4)]))


def far_terms(text: str, record: Record) -> str:
    """Every prison term two or three times as long, every fine with one zero more."""
    factor = 2 + draw(record["id"], "far", 2)
    return _fines(_terms(text, lambda months: factor * months), lambda amount: 10 * amount)


def acquitted(text: str, record: Record) -> str:
    """The wrong verdict."""
    return f"{record['outcomes'][0]['name'] or '被告'}無罪。"


def arabic(text: str, record: Record) -> str:
    """Terms and fines in Arabic numerals, as models like to write them; same values."""
    text = _TERM.sub(
        lambda m: "有期徒刑" + "".join(f"{parse_integer(n)}{unit}" for n, unit in ((m[1], "年"), (m[2], "月")) if n),
        text,
    )
    return _FINE.sub(lambda m: f"{m[1]}{parse_integer(m[2]):,}元", text)


def simplified(text: str, record: Record) -> str:
    """Simplified characters where a 主文 has them most."""
    return text.translate(_SIMPLIFIED)


def invented(statutes: list[str], record: Record) -> list[str]:
    """The last statute replaced by one that does not exist."""
    return [*statutes[:-1], f"刑法第{900 + draw(record['id'], 'invented', 90)}條第1項"]


def irrelevant(statutes: list[str], record: Record) -> list[str]:
    """The first statute replaced by real ones that the court did not apply."""
    return ["刑法第57條", "民法第184條第1項", *statutes[1:]]


def forgotten(statutes: list[str], record: Record) -> list[str]:
    """Every other statute left out."""
    return statutes[::2]


def articles_only(statutes: list[str], record: Record) -> list[str]:
    """Articles without their paragraphs."""
    return list(dict.fromkeys(re.sub(r"(條(?:之\d+)?).*", r"\1", statute) for statute in statutes))


HABITS = (
    Habit("right", as_json),
    Habit("near", as_json, main_text=near_terms),
    Habit("far", as_json, irrelevant, far_terms),
    Habit("fenced", fenced, forgotten, near_terms),
    Habit("invented", as_json, invented, near_terms),
    Habit("prose", prose, articles_only, arabic),
    Habit("arabic", as_json, articles_only, arabic),
    Habit("simplified", as_json, irrelevant, simplified),
    Habit("refusal", refusal),
    Habit("forgotten", as_json, forgotten, far_terms),
    Habit("cut off", cut_off, main_text=near_terms),
    Habit("right but for a statute", as_json, irrelevant),
    Habit("acquitted", as_json, invented, acquitted),
    Habit("renamed keys", renamed_keys, forgotten, near_terms),
    Habit("near and shallow", as_json, articles_only, near_terms),
    Habit("empty", empty),
)

# --- Chinese figures -------------------------------------------------------------------------------------------------

_TERM = re.compile(f"有期徒刑(?:({NUMERAL})年)?(?:({NUMERAL})月)?")
_FINE = re.compile(f"((?<!易科)罰金(?:新臺幣)?)({NUMERAL})元")
_DIGITS = "零壹貳參肆伍陸柒捌玖"
# What a 主文 needs, no more.
_SIMPLIFIED = str.maketrans(
    "處徒貳參陸萬併罰執緩臺幣圓條項褫奪權終無訴過傷竊盜搶強詐騙偽證書駕駛動運輸賣當與應為論據實現變價額給連續壹",
    "处徒贰参陆万并罚执缓台币圆条项褫夺权终无诉过伤窃盗抢强诈骗伪证书驾驶动运输卖当与应为论据实现变价额给连续壹",
)


def formal(number: int) -> str:
    """A whole number below 100,000,000 in formal numerals (壹貳參)."""
    if number >= 10_000:
        rest = number % 10_000
        return formal(number // 10_000) + "萬" + ("" if not rest else ("零" if rest < 1_000 else "") + formal(rest))
    text, zero = "", False
    for unit, word in ((1_000, "仟"), (100, "佰"), (10, "拾"), (1, "")):
        digit = number // unit % 10
        if digit:
            text += ("零" if zero and text else "") + _DIGITS[digit] + word
            zero = False
        else:
            zero = True
    return text or _DIGITS[0]


def term_text(months: int) -> str:
    """Months as a 主文 writes them: 壹年陸月."""
    years, rest = divmod(months, 12)
    text = (f"{formal(years)}年" if years else "") + (f"{formal(rest)}月" if rest or not years else "")
    return text.replace("壹拾", "拾") if months < 240 else text


def _terms(text: str, change: Callable[[int], int]) -> str:
    def replaced(match: re.Match[str]) -> str:
        years, months = (parse_integer(n) or 0 if n else 0 for n in match.groups())
        total = 12 * years + months
        return "有期徒刑" + term_text(change(total)) if total else match[0]

    return _TERM.sub(replaced, text)


def _fines(text: str, change: Callable[[int], int]) -> str:
    return _FINE.sub(lambda m: f"{m[1]}{formal(change(parse_integer(m[2]) or 0))}元", text)


def _rows(records: Iterable[Record], output: Callable[[Record], str]) -> list[dict[str, str]]:
    return [{"id": record["id"], "output": output(record)} for record in records]


if __name__ == "__main__":
    main()
