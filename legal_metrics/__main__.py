"""``python -m legal_metrics`` is the command ``legal-metrics``."""

import sys

from legal_metrics.cli import main

sys.exit(main())
