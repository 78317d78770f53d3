# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The benchmark harness: see ../bench.py for how to run it and docs/benchmarks.md for the method.

  kernels.py     what is measured
  build.py       the ways to compile it
  processes.py   one undisturbed, pinned run of a program
  compare.py     interleaved rounds of several systems, ratios
  tune.py        the best OpenMP schedule for a kernel
  micro.py       costs of single mechanisms, allocation, compile time
  callgrind.py   exact instruction counts
  statistics_file.py   what TACTUS_STATS=FILE.json says
  loops.py, recursion.py, mpl.py   the suites: which systems are compared, on what
  loops_report.py, recursion_report.py, mpl_report.py   their bars and tables, made of figures.py
  report.py      tables as text, RESULTS.md
  whole_file.py  files that are there whole, or as they were

Dependencies go downwards to kernels, build and processes; the reports only read results.
"""
