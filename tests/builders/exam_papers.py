"""Exam papers, keys and facts of their own for the tests of exam records: every text is invented."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from builders.parse.exam import AnswerKey, Essay, ExamHeader, ExamPaper, Question, SubQuestion
from builders.tasks.exam_facts import PaperFacts

CANARY = "5bd1c22c-059f-448d-86e5-79de56fb7010"
LAWYERS = "113年公務人員特種考試司法官考試 113年專門職業及技術人員高等考試律師考試"
FACTS = PaperFacts(
    source="moex",
    file="a.pdf",
    sha256="a" * 64,
    canary=CANARY,
    year=2024,
    exam_code="113110",
    code="3301",
    family="Judicial Personnel",
    level="三等考試、高等考試",
    profession="司法官、律師",
    key_file="k.pdf",
    key_sha256="b" * 64,
)


def question(number: int, **changes: Any) -> Question:
    options = {letter: f"第{number}題之{word}說" for letter, word in zip("ABCD", "甲乙丙丁", strict=True)}
    return replace(Question(number, f"關於編號{number}之契約，下列敘述何者正確？", options, box=(56.0, 100.0, 540.0, 160.04)), **changes)


def paper(*questions: Question, subject: str = "綜合法學㈡（民法、民事訴訟法）", title: str = LAWYERS + "第一試", code: str = "3301", **changes: Any) -> ExamPaper:
    header = ExamHeader(113, title, "各類科", subject, (code,), 120)
    return replace(ExamPaper(header, "mcq", questions or (question(1), question(2)), mcq_codes=(code,), n_pages=1), **changes)


def key(answers: str = "AB", **changes: Any) -> AnswerKey:
    made = AnswerKey(codes=("3301",), answers=dict(enumerate(answers, start=1)), year_roc=113, title=LAWYERS, subject="綜合法學㈡（民法、民事訴訟法）")
    return replace(made, **changes)


def essay_paper(*essays: Essay, subject: str = "公司法、保險法與證券交易法", **changes: Any) -> ExamPaper:
    own = Essay(1, "甲公司之董事乙應負何責任？", 50, (SubQuestion(1, "對公司之責任？", 20), SubQuestion(2, "對債權人之責任？", 30)), ("公司法第 8 條：乙為負責人。",))
    header = ExamHeader(113, LAWYERS + "第二試", "司法官、律師", subject, ("30140",), 120)
    return replace(ExamPaper(header, "essay", essays=essays or (own,), n_pages=1), **changes)
