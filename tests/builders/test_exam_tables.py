"""The tables about exams: codes by title, families, kinds of subjects, the official index."""

from __future__ import annotations

import re

import pytest

from builders.sources.moex import KINDS, moex_index
from builders.tasks.exam_ids import essay_id, main_code, question_id
from builders.tasks.exam_kinds import exam_code, exam_family, exam_kinds, exam_stage, families
from builders.tasks.exam_subjects import subject_kind

EXAMS = moex_index().exams


def test_no_official_name_leads_to_another_code() -> None:
    """Two rounds of one exam can stay undecided; a wrong code never comes out."""
    wrong = {code: found for code, name in EXAMS.items() if (found := exam_code(int(code[:3]), name).code) not in ("", code)}
    assert wrong == {}


def test_every_exam_of_the_benchmark_is_found_by_its_name() -> None:
    """The exams of the benchmark, ROC 109 to 114, as the design's table of codes lists them (copied from the official list)."""
    serials = ("010", "090", "160", "190", "120", "121", "130", "070", "050", "150", "140", "180", "060")  # ROC 109-111
    codes = [f"{year}{serial}" for year in (109, 110, 111) for serial in serials]
    codes += ["113010", "113080", "113150", "113200", "113110", "113111", "113120", "113060", "113040", "113140", "113130", "113190", "113050", "113160"]
    codes += ["114010", "114080", "114150", "114190", "114110", "114111", "114120", "114060", "114040", "114140", "114130", "114180", "114050", "114200"]
    assert [code for code in codes if exam_code(int(code[:3]), EXAMS[code]).code != code] == []


def test_every_exam_but_one_has_a_family() -> None:
    """101110 is listed as 醫事人員考試 alone: which professions it holds stands in its papers."""
    assert [code for code, name in EXAMS.items() if exam_family(name) not in families().values()] == ["101110"]


@pytest.mark.parametrize(
    ("year", "title", "stage", "code"),
    [
        (113, "113年公務人員特種考試司法官考試 113年專門職業及技術人員高等考試律師考試第一試試題", "", "113110"),
        (113, "113年公務人員特種考試司法官考試、113年專門職業及技術人員高等考試律師考試", "second", "113111"),
        (113, "1 1 3年 特 種 考 試 地 方 政 府 公 務 人 員 及離島地區公務人員考試試題", "", "113200"),
        (114, "114年公務人員特種考試警察人員、一般警察人員、國家安全局國家安全情報人員、移民行政人員考試及114年特種考試退除役軍人轉任公務人員考試試題", "", "114060"),
        (112, "112年國防法務官考試", "", "112210"),
        (112, "112年第二次國防法務官考試", "", "112220"),
        (109, "109年公務人員特種考試警察人員考試", "", "109070"),
        (108, "108年公務、關務人員升官等考試、108年交通事業郵政人員升資考試", "", "108170"),
        (113, "113年校內模擬考試", "", ""),
        (99, "99年公務人員初等考試", "", ""),
    ],
)
def test_code_by_year_and_title(year: int, title: str, stage: str, code: str) -> None:
    assert exam_code(year, title, stage=stage).code == code


@pytest.mark.parametrize(
    ("title", "family"),
    [
        ("113年公務人員特種考試司法官考試 113年專門職業及技術人員高等考試律師考試", "Judicial Personnel"),
        ("102年專門職業及技術人員高等考試律師、會計師、不動產估價師、專利師考試", "Professional and Technical Personnel"),
        ("114年公務人員特種考試司法人員、法務部調查局調查人員、海岸巡防人員考試", "Judicial Personnel"),
        ("111年公務人員特種考試警察人員、一般警察人員考試", "Police Personnel"),
        ("113年警察人員升官等考試", "Police Personnel"),
        ("113年特種考試地方政府公務人員考試", "Civil Service"),
        ("113年公務人員普通考試", "Civil Service"),
        ("113年專門職業及技術人員高等考試建築師考試暨普通考試不動產經紀人、記帳士考試", "Professional and Technical Personnel"),
        ("某公司新進人員甄試", ""),
    ],
)
def test_family_of_a_title(title: str, family: str) -> None:
    assert exam_family(title) == family


def test_stage_is_only_said_where_the_title_says_one() -> None:
    assert [exam_stage(title) for title in ("第一試", "（第二試）", "第一試、第二試", "")] == ["first", "second", "", ""]


@pytest.mark.parametrize(
    ("kind", "subjects"),
    [
        (
            "law",
            [
                "綜合法學㈠（憲法、行政法、國際公法、國際私法）",
                "綜合法學(二)(公司法、保險法、票據法、證券交易法、強制執行法、法學英文)",
                "法學大意",
                "公司法",
                "法院組織法大意（包括法庭席位布置規則、法庭旁聽規則）",
                "公務員法（包括任用、服務、保障、考績、懲戒）大意",
                "移民政策與法規（包括入出國及移民法、護照條例及國籍法）",
                "民法總則、親屬與繼承編概要",
                "警察情境實務（包括警察法規、實務操作標準作業程序、人權保障與正當法律程序）",
                "土地利用法規",
                "地方自治大意",
                "國際公法（以英文命題及作答）",
                "營建法規與實務",
            ],
        ),
        (
            "combined",
            [
                "法學知識與英文（包括中華民國憲法、法學緒論、英文）",
                "公民與英文",
                "中華民國憲法與警察專業英文",
                "綜合法政知識（包括中華民國憲法、兩岸關係、比較政府與政治）",
                "原住民族行政及法規大意",
                "水處理工程（包括相關法規）",
                "偵查法學與犯罪偵查",
            ],
        ),
        ("other", ["國文（作文與測驗）", "會計學大意", "測量平差法", "社會研究法", "漁具漁法學概要", "犯罪偵查學", "資料庫應用", "計算機概要", ""]),
    ],
)
def test_kind_of_subject(kind: str, subjects: list[str]) -> None:
    assert [subject for subject in subjects if subject_kind(subject) != kind] == []


def test_index_names_files_once_with_a_full_address() -> None:
    index = moex_index()
    assert len(index.files) > 1900
    for digest, file in index.files.items():
        assert re.fullmatch(r"[0-9a-f]{64}", digest) and file.kind in KINDS and file.exam in EXAMS
        assert re.fullmatch(rf"https://wwwq\.moex\.gov\.tw/exam/wHandExamQandA_File\.ashx\?t={file.kind}&code={file.exam}&c=\w+&s=\w+&q=1", file.url)
    assert index.find("0" * 64) is None


def test_ids_have_one_form() -> None:
    assert question_id("113110", "3301", 7) == "moex-113110-3301-q7" and essay_id(2020, "commercial", 1) == "open-2020-commercial-q1"
    assert main_code(["50540", "50140-50540", "50240"]) == "50140"


@pytest.mark.parametrize("bad", [("11311", "3301", 1), ("113110", "33 01", 1), ("113110", "", 1), ("113110", "3301", 0)])
def test_no_id_is_made_of_bad_parts(bad: tuple[str, str, int]) -> None:
    from builders.errors import BuildError

    with pytest.raises(BuildError, match="found"):
        question_id(*bad)


def test_kinds_come_in_the_order_of_the_title() -> None:
    assert [kind.kind for kind in exam_kinds("113年專技高考律師考試、司法官考試")] == ["lawyer", "judge", "other_professional"]
