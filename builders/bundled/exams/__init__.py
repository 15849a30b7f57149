"""Invented examinations in the official layout: question papers, answer keys, scoring rubrics and translations, all written by ourselves.

``python -m builders.bundled exams`` writes ``data/bundled/tw/exams/`` from the texts in ``papers/``, ``rubrics/`` and ``translations/``. The law in
them is real and was checked article by article (``law``, ``why`` and ``checked`` of each question); people, companies and exam codes are invented:
no official exam has a serial of 990 or more. The PDFs have what makes the official ones hard to read: private-use glyphs, compatibility
characters, columns, underlines and blanks as drawings, a question number as an image, white text, doubled glyphs, keys that must be read by position.
Same input, same bytes.

- ``source``: reads ``papers/*.txt`` and ``rubrics/*.txt``
- ``inline``: marks inside a text (``{u …}``, ``{_ 8}``, ``{B}``): what is drawn, and what a reader must get back
- ``fonts``: the embedded typefaces, one of them made here
- ``typeset``: lines of characters: widths, breaks, justification
- ``sheet``: pages as lists of what is drawn on them, and their PDF
- ``papers_pdf``, ``keys_pdf``, ``rubrics``: the layouts
- ``expected``: what reading the PDFs must give
- ``corpus``: all files
"""
