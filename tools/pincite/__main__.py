"""`python -m pincite`."""

from __future__ import annotations

import sys

from pincite.cli import main

sys.exit(main())
