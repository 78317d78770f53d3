# Part of Tactus, under the MIT licence. See LICENSE for details.
"""polls_per_beat.py PROGRAM ARGUMENTS...: fails if a program polls far more often than the four times a beat that it should.

Polls and beats are both counted, so a slow machine has more of both. A process that loses its processor takes the pause for
the price of some iterations, and polls too often until it has learned better. That only adds polls, so the least of three runs
counts; a wrong price is there in all of them.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_POLLS_PER_BEAT = 30
# Before the prices of iterations are known.
POLLS_TO_LEARN = 500

RUNS = 3


def run(folder):
    """Polls beyond those that are right, and what was counted."""
    path = Path(folder) / "counters.json"
    subprocess.run(sys.argv[1:], env={**os.environ, "TACTUS_STATS": str(path)}, stdout=subprocess.DEVNULL, check=True)
    counters = json.loads(path.read_text())["counters"]
    polls, beats = counters["polls"], counters["beatsSeen"] + counters["beatsMissed"]
    return polls - (MOST_POLLS_PER_BEAT * beats + POLLS_TO_LEARN), f"{polls} polls, {beats} beats"


with tempfile.TemporaryDirectory() as folder:
    excess, counted = min(run(folder) for _ in range(RUNS))
print(counted)
sys.exit(excess > 0)
