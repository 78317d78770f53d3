# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Reads the counters that a Tactus program leaves with TACTUS_STATS=FILE.json.

Field names are looked up in several spellings, and totals may be given as such or be summed over workers or loops, so that a
renamed counter shows as "not measured" and never as a wrong figure.
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


def _number(data, *names):
    for name in names:
        value = data.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return int(value)
    return None


def _find(data, *names):
    """A counter of the whole program: at the top, in a "total(s)"/"counters" object, or summed over the workers."""
    for scope in (data, data.get("totals"), data.get("total"), data.get("counters"), data.get("beats")):
        if isinstance(scope, dict):
            value = _number(scope, *names)
            if value is not None:
                return value
    workers = data.get("workers", data.get("slots"))
    if isinstance(workers, list):
        values = [_number(worker, *names) for worker in workers if isinstance(worker, dict)]
        values = [value for value in values if value is not None]
        if values:
            return sum(values)
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
    promotions = _find(data, "promotions", "promoted")
    if promotions is None and loops:
        promotions = sum(loop[2] for loop in loops)
    return Counters(_find(data, "beats_due", "beatsDue", "due"),
                    _find(data, "beats_seen", "beatsSeen", "beats_detected", "beatsDetected", "seen"), promotions, loops)
