# Part of Tactus, under the MIT licence. See LICENSE for details.
"""check.py PROGRAM NEST: fails unless the program, which is compiled for interrupts, takes its beats from signals.

It runs longer and longer until it has been moved between its versions and has promoted something: how soon is the machine's affair.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

for repetitions in (1, 10, 100, 1000):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counters.json"
        run = subprocess.run([*sys.argv[1:], str(repetitions)], env={**os.environ, "TACTUS_STATS": str(path)},
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if run.returncode or not run.stdout.strip().isdigit():
            sys.exit(f"status {run.returncode}: {run.stdout}")
        timers_set = int(run.stdout)
        counters = json.loads(path.read_text())["counters"]
    print({name: value for name, value in counters.items() if value}, timers_set)
    # A timer runs on: what sets it are beginnings, drift, and beats that find no point at once.
    runs_on = timers_set < 1.5 * counters["beatsTaken"] + counters["beatsRepeated"]
    if counters["beatsTaken"] and not 0 < counters["takingMicroseconds"] < 1e9:
        sys.exit(f"beats are taken after {counters['takingMicroseconds']} µs")
    met = counters["beatsDiverted"] + counters["beatsTakenAtOnce"]
    if met > 20 and counters["beatsTaken"] > 20 and counters["tasks"] > 0 and runs_on:
        sys.exit(0)
sys.exit("no beat has led to a promotion")
