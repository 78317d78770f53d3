#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Checks event logs (TACTUS_EVENTS=FILE.log): whether what they tell is a run of the model of docs/pcall.md.

    check_events.py LOG...

Exit status: 0 all are, 1 one is not, 2 one is not a whole log.
"""

import pathlib
import sys

from event_log import BadLog, NotARun, check


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for name in sys.argv[1:]:
        try:
            try:
                text = pathlib.Path(name).read_text()
            except (OSError, UnicodeDecodeError) as error:
                raise BadLog(f"cannot be read: {error}") from error
            counts = check(text)
        except (BadLog, NotARun) as error:
            print(f"{name}: {error}", file=sys.stderr)
            status = max(status, 1 if isinstance(error, NotARun) else 2)
            continue
        print(f"{name}: a run of the model: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return status


if __name__ == "__main__":
    sys.exit(main())
