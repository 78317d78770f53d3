#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""TACTUS_TRACE: the file is JSON, its events are those that the counters count, and they lie within the run."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

PROGRAM = """
#include <stdio.h>
int main(void) {
  static double x[200000];
#pragma omp parallel for
  for (int i = 0; i < 200000; i++)
    x[i] = i;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 200000; i++)
    sum += x[i];
  printf("%g\\n", sum);
}
"""


def main():
    compiler = pathlib.Path(sys.argv[1]) / "bin/tactus-clang"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "program.c").write_text(PROGRAM)
        subprocess.run([compiler, "-O2", "-fopenmp", "program.c", "-o", "program"], cwd=folder, check=True)
        environment = {**os.environ, "TACTUS_WORKERS": "3", "TACTUS_CHAOS": "1", "TACTUS_TRACE": "trace.json",
                       "TACTUS_STATS": "stats.json"}
        start = time.monotonic()
        done = subprocess.run(["./program"], cwd=folder, check=True, env=environment, capture_output=True, text=True)
        elapsed = (time.monotonic() - start) * 1e6
        assert done.stdout == "1.99999e+10\n", done.stdout
        assert done.stderr == "", done.stderr
        trace = json.loads((folder / "trace.json").read_text())
        counters = json.loads((folder / "stats.json").read_text())["counters"]

    events = trace["traceEvents"]
    promotions = [event for event in events if event.get("cat") == "promotion"]
    tasks = [event for event in events if event.get("cat") == "task"]
    dropped = trace["otherData"]["dropped"]
    assert counters["promotions"] > 0
    assert dropped > 0 or len(promotions) == counters["promotions"], (len(promotions), counters["promotions"])
    assert dropped > 0 or len(tasks) == counters["tasks"], (len(tasks), counters["tasks"])
    assert {event["name"] for event in tasks} <= {"task program.c:5", "task program.c:9"}, tasks[:3]
    for event in tasks:
        assert event["ph"] == "X" and event["dur"] >= 0 and 0 <= event["ts"] <= elapsed, event
    threads = {event["tid"] for event in events if event.get("name") == "thread_name"}
    assert {event["tid"] for event in tasks} <= threads

    print("trace: ok")


if __name__ == "__main__":
    main()
