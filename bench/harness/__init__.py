# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The benchmark harness: see ../bench.py for how to run it and docs/benchmarks.md for the method.

  kernels.py     what is measured
  build.py       four ways to compile it
  processes.py   one undisturbed, pinned run of a program
  compare.py     interleaved rounds of several systems, ratios
  tune.py        the best OpenMP schedule for a kernel
  micro.py       costs of single mechanisms, compile time
  callgrind.py   exact instruction counts
  statistics_file.py   what TACTUS_STATS=FILE.json says
  report.py      tables, JSON, RESULTS.md

Dependencies go downwards to kernels, build and processes; report.py only reads results.
"""
