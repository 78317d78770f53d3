# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Reads the counters that a Tactus program leaves with TACTUS_STATS=FILE.json.

  {"counters": {"beatsSeen": 9, "beatsMissed": 1, "promotions": 5, ...},
   "loops": [{"file": "spmv.c", "line": 36, "promotions": 5, ...}]}

A counter that is not there shows as "not measured", never as a wrong figure.
"""

import json
from dataclasses import dataclass


@dataclass
class Counters:
    beats_due: int | None = None
    beats_seen: int | None = None
    promotions: int | None = None
    # (file, line, promotions), as reported
    loops: tuple = ()
    # Promotions of loops by how deep they are nested, from outside
    levels: tuple = ()


def _number(data, *names):
    for name in names:
        value = data.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return int(value)
    return None


def _find(data, *names):
    """A counter of the whole program, under the first of `names` that is there."""
    for scope in (data.get("counters"), data):
        if isinstance(scope, dict):
            value = _number(scope, *names)
            if value is not None:
                return value
    return None


def read(path):
    """Counters of the file, or None if there is none that can be read."""
    try:
        with open(path) as file:
            data = json.load(file)
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict):
        return None
    loops = tuple((str(loop.get("file", "?")), _number(loop, "line") or 0, _number(loop, "promotions") or 0)
                  for loop in data.get("loops", []) if isinstance(loop, dict))
    promotions = _find(data, "promotions")
    if promotions is None and loops:
        promotions = sum(loop[2] for loop in loops)
    seen = _find(data, "beatsSeen", "beats_seen")
    due = _find(data, "beatsDue", "beats_due")
    if due is None and seen is not None:
        missed = _find(data, "beatsMissed", "beats_missed")
        due = None if missed is None else seen + missed
    levels = tuple(value for value in data.get("promotionsByLevel", []) if isinstance(value, int))
    return Counters(due, seen, promotions, loops, levels)
