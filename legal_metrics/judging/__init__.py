"""LLM judges without an LLM: what to ask them (``requests``, ``export``), what came back (``replies``, ``echoes``), and how far to trust them.

Every request asks for one JSON object; the fields are those of ``grading.Grade``::

    {"grades": [{"index": 1, "reason": "…", "label": "partial", "points": 2,
                 "allocated": 5,                                  # only where the rubric states no points for the item
                 "parts": [{"name": "识别风险", "points": 1}],    # only where the item has parts
                 "position": 1,                                   # only where order counts: place among the met items
                 "times": 2,                                      # only for penalties: how often it applies, 0 if never
                 "veto": false}]}                                 # only where a veto stands with the item, its module or the rubric

A penalty's label says whether what it describes is there, ``yes`` or ``no`` under every label scheme; its points are 0 or below.
"""
