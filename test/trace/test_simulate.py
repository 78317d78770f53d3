#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""tactus simulate on traces of real programs. How well it predicts is for benchmarks to say; here it has to see what is
parallel, and what is not."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <stdio.h>
#include <string.h>
static long fib(int n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}
static double heat(int n) {
  double x = n;
  for (int i = 0; i < 2000; i++)
    x = x * 0.5 + 1;
  return x;
}
int main(int argc, char **argv) {
  double sum = 0;
  if (!strcmp(argv[1], "loop")) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 20000; i++)
      sum += heat(i);
  } else if (!strcmp(argv[1], "tail")) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 2000; i++)
      sum += heat(i);
    for (int i = 0; i < 20000; i++)
      sum += heat(i);
  } else if (!strcmp(argv[1], "serial")) {
    for (int i = 0; i < 20000; i++)
      sum += heat(i);
  } else {
#pragma omp parallel
#pragma omp single
    sum = fib(35);
  }
  printf("%g\n", sum);
  return !strcmp(argv[1], "crash");
}
"""


def main():
    root = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "program.c").write_text(PROGRAM)
        subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "program.c", "-o", "program"], cwd=folder,
                       check=True)

        def tactus(*arguments, expect=0):
            done = subprocess.run([root / "bin/tactus", "simulate", *arguments], cwd=folder, capture_output=True,
                                  text=True)
            assert done.returncode == expect, done
            return done

        def simulate(what, workers):
            environment = {**os.environ, "TACTUS_WORKERS": str(workers), "TACTUS_TRACE": "trace.json"}
            subprocess.run(["./program", what], cwd=folder, check=True, env=environment, stdout=subprocess.DEVNULL)
            document = json.loads(tactus("trace.json", "--json", "--workers", "1,2,16,1024").stdout)
            assert document["recordedWorkers"] == workers
            times = [entry["microseconds"] for entry in document["simulations"]]
            assert [entry["workers"] for entry in document["simulations"]] == [1, 2, 16, 1024]
            assert abs(times[0] - document["workMicroseconds"]) < 1e-3 * times[0]
            assert min(times) >= 0.999 * document["spanMicroseconds"], document
            return document, times

        # One worker promotes nothing, and still records what could have been.
        for workers in (1, 2):
            for what in ("loop", "fork"):
                document, times = simulate(what, workers)
                assert times[0] > 1.1 * times[2], (what, workers, document)
                assert document["simulations"][1]["promotions"] > 0
        document, times = simulate("serial", 2)
        assert times[3] > 0.95 * times[0], document

        # What comes behind the last loop is no part of it.
        document, times = simulate("tail", 1)
        assert document["serialBehindMicroseconds"] > 0.8 * times[0], document
        assert times[3] > 0.8 * times[0], document
        simulate("serial", 2)

        checked = json.loads(tactus("trace.json", "--json", "--check", "--runs", "1").stdout)
        assert [entry["what"] for entry in checked["comparisons"]] == ["the recorded run", "a new run"]
        assert "workOnAllProcessorsMicroseconds" not in checked
        if len(os.sched_getaffinity(0)) > 1:
            # From fewer workers, what has grown is measured, and the prediction made again from that.
            simulate("loop", 1)
            checked = json.loads(tactus("trace.json", "--json", "--check", "--runs", "1").stdout)
            assert len(checked["comparisons"]) == 3 and checked["workOnAllProcessorsMicroseconds"] > 0, checked
            assert "shares memory and caches" in tactus("trace.json", "--workers", "2").stdout
        for entry in checked["comparisons"]:
            assert entry["measured"] > 0 and entry["predicted"] > 0
        text = tactus("trace.json").stdout
        assert "parallelism" in text and "    1024 " in text and "error" in text, text

        simulate("loop", 1)
        # Ranks of a job: one of them is the recording, and more of them give pieces away.
        jobs = json.loads(tactus("trace.json", "--json", "--ranks", "1,2,4096", "--workers", "1").stdout)["simulations"]
        assert [(one["ranks"], one["workers"]) for one in jobs] == [(1, 1), (2, 1), (4096, 1)], jobs
        assert jobs[0]["pieces"] == 0 < jobs[1]["pieces"], jobs
        assert jobs[1]["microseconds"] < jobs[0]["microseconds"], jobs
        far = json.loads(tactus("trace.json", "--json", "--ranks", "2", "--workers", "1", "--latency", "1e8").stdout)
        assert far["simulations"][0]["microseconds"] > 1e8, far
        assert " ranks " in tactus("trace.json", "--ranks", "2").stdout
        assert "more than can be simulated" in tactus("trace.json", "--ranks", "4096", "--workers", "512", expect=2).stderr

        assert "cannot read 'nothing.json'" in tactus("nothing.json", expect=1).stderr
        assert "no trace of a Tactus program" in tactus("program.c", expect=1).stderr
        for wrong in (["trace.json", "--workers", "0"], ["trace.json", "--workers", "1025"], []):
            assert tactus(*wrong, expect=2).stderr.startswith("tactus: error: ")
        assert "--check" in tactus("--help").stdout
    print("simulate: ok")


if __name__ == "__main__":
    main()
