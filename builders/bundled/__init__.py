"""The bundled corpus: judgments that we wrote ourselves, in the open-data form, with labels known by construction.

``python -m builders.bundled`` writes ``data/bundled/tw/judgments/`` and ``data/bundled/tw/labels.jsonl`` from the case texts
in ``cases/``. Every person, company, address, plate, account and case number in them is invented; the law is real and is
meant to be right for the date of each judgment. Same input, same bytes: no clock, no chance.

- ``source``: reads ``cases/*.txt`` (one file a cause, written by hand)
- ``numerals``: writes numbers in the numerals of judgments
- ``marks``: the marks inside a case text (``{P 6m}``, ``{=刑法 320.1}``), their wording and their label
- ``layout``: courts' line layouts: wrap, indents, headings, dates, box tables
- ``compose``: a whole judgment and its label
- ``corpus``: all of them, as files
- ``exams``: invented examinations in the official layout, made by ``python -m builders.bundled exams``
"""
