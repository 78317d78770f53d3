# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Reads what a TACTUS_TRACE holds about beats: where each thread was, and its chunk size then.

The lines are listed in docs/internals/tracing.md. A beat only says what is different from the thread's beat before.
"""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Beat:
    microseconds: float
    thread: int
    # Iterations between two polls of the innermost loop; 0 if not known.
    chunk: int
    # (iteration, end) of the loops that it was in, from outside.
    loops: tuple


def read_beats(path):
    """The beats of all threads, in order of time. Raises OSError, and ValueError for what is no ended trace."""
    stacks, beats = {}, []
    with open(path) as file:
        events = json.load(file)
    for event in events:
        arguments = event.get("args", {})
        if event.get("name") != "tactus_beat":
            # A promotion tells of the beat that led to it.
            arguments = arguments.get("beat")
        if not arguments:
            continue
        stack = stacks.get(event["tid"], [])[:arguments.get("same", 0)] + arguments["parts"]
        stacks[event["tid"]] = stack
        # Four numbers are a loop's, three a fork's.
        loops = tuple((part[2], part[3]) for part in stack if len(part) == 4)
        beats.append(Beat(event["ts"], event["tid"], arguments.get("chunk", 0), loops))
    return sorted(beats, key=lambda beat: beat.microseconds)
