# Part of Tactus, under the MIT licence. See LICENSE for details.
"""check_differs.py PROGRAM ARGUMENT...: fails unless the program says that versions of its functions differ in memory and poll, and they do:
they take beats, and poll many times for each."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

WARNING = "functions that wait for interrupts have versions that differ in memory: they poll"
for repetitions in (1, 10, 100, 1000):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counters.json"
        run = subprocess.run([*sys.argv[1:], str(repetitions)], env={**os.environ, "TACTUS_STATS": str(path)}, capture_output=True,
                             text=True, check=False)
        counters = json.loads(path.read_text())["counters"]
    print({name: value for name, value in counters.items() if value}, flush=True)
    if run.returncode or not run.stdout.strip().isdigit() or run.stderr.count(WARNING) != 1:
        sys.exit(f"status {run.returncode}: {run.stdout}{run.stderr}")
    # At each strip's end, where a function with versions would poll only when a beat has come.
    if counters["beatsTaken"] > 20 and counters["polls"] > 3 * counters["beatsSeen"] and counters["tasks"] > 0:
        sys.exit(0)
sys.exit("no beat has led to a promotion")
