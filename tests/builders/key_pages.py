"""Answer keys as lists of placed texts, in the three layouts of the Ministry: for tests of the reader, with invented exams and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exam_pdfs import At

EXAM = "109年公務人員特種考試虛構人員考試"
SUBJECT = "虛構法(一)(甲法、乙法)"


def header(lines: Mapping[str, Sequence[tuple[float, str]]], labels: Mapping[str, float]) -> list[At]:
    """Labels at their heights on the left, value lines at theirs."""
    placed = [At(32, y, f"{label}：", 12) for label, y in labels.items()]
    return placed + [At(95, y, text, 11) for values in lines.values() for y, text in values]


def old_key(
    answers: Sequence[str],
    *,
    count: str | None = None,
    subject: Sequence[tuple[float, str]] = ((155, f"{SUBJECT}（試題代號：1201)"),),
    exam: Sequence[tuple[float, str]] = ((79.5, EXAM),),
    corrected: bool = False,
    note: Sequence[str] = (),
) -> list[At]:
    """Template 1 (to ROC year 102): twenty questions a row, ``01`` … above the letters."""
    title = "測 驗 題 標 準 答 案 更 正" if corrected else "測驗式試題標準答案"
    page = [At(30, 40.5, title, 16)]
    page += header({"考試名稱": exam, "科目名稱": subject}, {"考試名稱": 79.5, "類科名稱": 126, "科目名稱": 155})
    page += [At(95, 126, "虛構人員、假想人員(選試甲語、乙語)", 11), At(32, 195, "題　　數：", 12), At(95, 195, f"{count or len(answers)}題", 11)]
    page.append(At(32, 215, "標準答案：" + ("答案標註#者，表該題有更正答案，其更正內容詳見備註。" if corrected else ""), 12))
    for row in range(5):
        top = 244 + 62 * row
        page += [At(52, top, "題號", 12), At(52, top + 21, "答案", 12)]
        for column, answer in enumerate(answers[20 * row : 20 * row + 20]):
            x = 86 + 22 * column + 9 * (column // 5)
            page.append(At(x, top, f"{20 * row + column + 1:02}", 12))
            page += [At(x + 6 - 3 * len(answer) + 6 * place, top + 21, letter, 12) for place, letter in enumerate(answer)]
    page.append(At(32, 541, "備　　註：", 12))
    return page + [At(110, 541 + 17 * line, text, 11) for line, text in enumerate(note)]


def new_key(
    answers: Sequence[str],
    *,
    single: str | None = None,
    multiple: str = "",
    code: str | None = "5601",
    exam: Sequence[tuple[float, str]] = ((79.5, EXAM),),
    subject: Sequence[tuple[float, str]] | None = None,
    categories: Sequence[tuple[float, str]] = ((126, "虛構人員"),),
    note: Sequence[str] = (),
    corrected: bool = False,
) -> list[At]:
    """Template 2 (from 103 on): ten questions a row, cells ``第1題``, numbers to 100 whatever the count. A corrected key prints no 代號."""
    if subject is None:
        subject = ((155.2, SUBJECT + (f"（試題代號：{code})" if code and not corrected else "")),)
    page = [At(30, 40.5, "測驗題標準答案更正" if corrected else "測驗式試題標準答案", 16)]
    page += header(
        {"考試名稱": exam, "類科名稱": categories, "科目名稱": subject}, {"考試名稱": 79.5, "類科名稱": 126, "科目名稱": 165}
    )
    page += [At(30, 193.2, f"單選題數：{single if single is not None else f'{len(answers)}題'}", 11), At(242, 193.2, "單選每題配分：2.00分", 11)]
    page += [At(30, 212.2, f"複選題數：{multiple}", 11), At(242, 212.2, "複選每題配分：" + ("3.00分" if multiple else ""), 11)]
    page.append(At(35, 232, "標準答案：" + ("答案標註#者，表該題有更正答案，其更正內容詳見備註。" if corrected else ""), 11))
    for row in range(10):
        top = 252.2 + 45 * row
        page += [At(36, top, "題號", 12), At(36, top + 19, "答案", 12)]
        for column in range(10):
            number = 10 * row + column + 1
            page.append(At(74 + 50 * column - 3 * (len(str(number)) - 1), top, f"第{number}題", 12))
            if number <= len(answers):
                answer = answers[number - 1]
                page.append(At(92 + 50 * column - 3 * len(answer), top + 19, answer, 12))
    page.append(At(42, 701, "備　　註：", 12))
    return page + [At(106, 701 + 17 * line, text, 11) for line, text in enumerate(note)]


def booklet(*entries: Mapping[str, str], exam: str = EXAM) -> list[At]:
    """Template 3: several subjects a page, ten groups of ten letters. An entry: code, subject, category, answers, note, count."""
    page = [At(20, 47, f"{exam}測驗式試題標準答案更正清冊", 10), At(520, 70, "第1頁 共1頁", 8)]
    for position, entry in enumerate(entries):
        top = 118 + 152 * position
        letters = entry["answers"]
        count = entry.get("count", str(len(letters)))
        page += [At(32, top, "等級名稱：", 10), At(95, top, "三等考試", 10), At(220, top, f"類科名稱:{entry['category']}", 10)]
        page += [At(32, top + 20, "科目代碼：", 10), At(95, top + 20, entry["code"], 10)]
        page += [At(32, top + 40, "科目名稱：", 10), At(95, top + 40, entry.get("subject", SUBJECT), 10)]
        page += [At(59, top + 61, f"題數：{count}題", 10), At(245, top + 61, "每題配分：2.00分", 10)]
        page += [At(32, top + 80, "題號", 8), At(32, top + 100, "答案", 8)]
        for column in range(10):
            page.append(At(65 + 52 * column, top + 80, f"{10 * column + 1:02} - {10 * column + 10:02}", 8))
            page.append(At(62 + 52 * column, top + 97.2, letters[10 * column : 10 * column + 10], 8))
        page.append(At(36, top + 124, f"備註:{entry.get('note', '無更正紀錄')}", 9))
    return [item for item in page if item.text]
