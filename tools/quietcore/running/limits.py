# SPDX-License-Identifier: MIT
"""How long a run is waited for."""

from __future__ import annotations

import math
from typing import NamedTuple


class Limits(NamedTuple):
    """Seconds after which a run is given up."""

    whole: float
    silent: float = math.inf    # without a record


#: By suite, where nobody says. A busy machine takes long, so what counts first
#: is that the run tells something.
LIMITS = {"quick": Limits(7200, 300), "full": Limits(24 * 3600, 600)}
