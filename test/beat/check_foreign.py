#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""check_foreign.py PROGRAM LOOP STEPS: fails unless beats that meet other compilers' code in the loop's calls of so many steps are
taken, and each beat is accounted for.

It runs longer and longer until that has been seen often enough: how soon is the machine's affair.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

program, loop, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
# About as long for calls of either length.
iterations = max(20, 30_000_000 // steps)
ENOUGH = 10

for repetitions in (1, 4, 16, 64):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counters.json"
        run = subprocess.run([program, loop, str(steps), str(iterations), str(repetitions)], check=False,
                             env={**os.environ, "TACTUS_STATS": str(path)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode or run.stdout:
            sys.exit(f"status {run.returncode}: {run.stdout}")
        counters = json.loads(path.read_text())["counters"]
    print({name: value for name, value in counters.items() if value}, flush=True)
    # Each thread has one beat under way at most.
    threads = 1 + counters["threadsStarted"]
    asked, delivered, lost = counters["beatsAsked"], counters["beatsDelivered"], counters["beatsLost"]
    ended = counters["beatsTaken"] + counters["beatsUnused"]
    if not (0 <= asked - delivered - lost <= threads and 0 <= delivered - ended <= threads):
        sys.exit(f"{asked} asked for, {delivered} delivered, {lost} lost, {ended} taken or at rest")
    # Without tables, or versions, beats wait for the program's own code.
    redirected = counters["beatsRedirected"] if loop not in ("untabled", "forks") else counters["beatsElsewhere"]
    if counters["beatsTaken"] > ENOUGH and redirected > ENOUGH and counters["tasks"] > 0:
        sys.exit(0)
sys.exit("no beat that has met other code has been taken")
