#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Traces, reports and statistics know spliced work, by the line of its try_splice.

  trace.py RANDOM_TEST TACTUS
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent / "random_test.cpp"


def line_of_try_splice():
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if "splice::try_splice(" in line)


def fail(message):
    sys.exit(f"error: {message}")


def main():
    program, tactus = sys.argv[1:]
    line = line_of_try_splice()
    with tempfile.TemporaryDirectory() as folder:
        trace, page, counts = (pathlib.Path(folder) / name for name in ("trace.json", "page.html", "counts.json"))
        environment = {**os.environ, "TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1", "TACTUS_TRACE": str(trace),
                       "TACTUS_STATS": str(counts)}
        subprocess.run([program, "1000", "8"], env=environment, check=True, stdout=subprocess.DEVNULL)
        events = json.loads(trace.read_text())
        places = [event["args"] for event in events if event.get("name") == "tactus_place"]
        if not places or any((pathlib.Path(place["file"]).name, place["line"]) != (SOURCE.name, line) for place in places):
            fail(f"places other than {SOURCE.name}:{line}: {places}")
        label = f"{SOURCE.name}:{line}"
        for kind in ("promotion", "fork", "join"):
            if not any(event.get("name") == f"{kind} {label}" for event in events):
                fail(f"no {kind} of {label} in the trace")
        counters = json.loads((pathlib.Path(folder) / "counts.splice.json").read_text())["counters"]
        tasks = json.loads(counts.read_text())["counters"]["tasks"]
        if not counters["forks"] or counters["forks"] != tasks:
            fail(f"{counters['forks']} forks of spliced calls, and {tasks} tasks")
        subprocess.run([tactus, "report", "--trace", str(trace), "-o", str(page)], check=True, capture_output=True)
        if not re.search(rf"{SOURCE.name}[^0-9]{{1,40}}{line}\b", page.read_text()):
            fail(f"the report does not name {label}")


if __name__ == "__main__":
    main()
