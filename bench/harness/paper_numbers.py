# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What the papers' evaluations report, as far as their texts and tables give numbers.

  hbc    Su et al., "Compiling Loop-Based Nested Parallelism for Irregular Workloads", ASPLOS 2024: 64 cores
  tpal   Rainey et al., "Task Parallel Assembly Language for Uncompromising Parallelism", PLDI 2021: 15 cores
  splicing   Lifflander and Krishnamoorthy, "Cache Locality Optimization for Recursive Programs", PLDI 2017: 80 cores
  mpl    Westrick et al., "Automatic Parallelism Management", POPL 2024: 64 cores
  insieme  Thoman et al., "Task-parallel Runtime System Optimization Using Static Compiler Analysis", CF 2017: 64 threads

Most figures of the first two are charts without numbers; what stands here is what the text says about them.
"""

# MPL's table 1: seconds on 1 and on 64 processors, promotions, microseconds of work for each.
MPL_TABLE_1 = {
    "bfs": (4.32, .115, 76e3, 57), "bignum-add": (1.48, .028, 17e3, 85), "delaunay": (7.56, .290, 180e3, 42),
    "grep": (3.87, .076, 45e3, 86), "linefit": (2.58, .066, 36e3, 73), "mandelbrot": (2.87, .049, 29e3, 100),
    "map-heavy": (3.69, .060, 3.0e3, 1210), "map-light": (3.93, .078, 45e3, 88), "msort": (4.99, .093, 58e3, 86),
    "nearest-nbrs": (1.25, .026, 18e3, 71), "nqueens": (3.07, .053, 31e3, 101), "primes": (5.75, .124, 73e3, 79),
    "sparse-mxv-csr": (4.32, .088, 48e3, 90), "suffix-array": (3.79, .084, 36e3, 105),
    "triangle-count": (9.20, .168, 95e3, 97), "wc": (1.84, .032, 19e3, 99),
}
# MPL's table 2: overhead on 1 processor over MLton, speedup on 64.
MPL_TABLE_2 = {
    "bfs": (1.55, 24), "bignum-add": (1.85, 29), "delaunay": (1.47, 18), "grep": (2.20, 23), "linefit": (1.54, 25),
    "mandelbrot": (1.41, 41), "map-heavy": (1.26, 49), "map-light": (2.69, 19), "msort": (1.44, 37),
    "nearest-nbrs": (1.37, 35), "nqueens": (2.40, 24), "primes": (2.38, 20), "sparse-mxv-csr": (2.47, 20),
    "suffix-array": (1.64, 28), "triangle-count": (1.80, 30), "wc": (1.96, 29),
}
MPL_TABLE_2_MEANS = (1.79, 27)
# MPL's table 3: time with classic heartbeat over time with tokens, on 1 and on 64 processors.
MPL_TABLE_3 = {
    "bfs": (.94, 1.51), "bignum-add": (1.00, 1.25), "delaunay": (1.01, 3.23), "grep": (1.00, 1.14), "linefit": (.98, 1.05),
    "mandelbrot": (.99, 1.02), "map-heavy": (1.00, 1.03), "map-light": (.97, 1.03), "msort": (1.06, 1.17),
    "nearest-nbrs": (1.00, 1.77), "nqueens": (1.02, 1.08), "primes": (.97, 1.12), "sparse-mxv-csr": (1.41, 1.10),
    "suffix-array": (.97, 1.44), "triangle-count": (.98, 1.00), "wc": (.96, 1.03),
}
MPL_TABLE_3_MEANS = (1.01, 1.24)
# MPL's table 4: fully parallel over manually tuned; MPL and MPL^s on 1 processor, then on 64.
MPL_TABLE_4 = {
    "bfs": (2.47, 1.37, 3.56, 1.39), "bignum-add": (1.33, .46, 4.04, .52), "delaunay": (1.04, 1.03, 1.16, 1.11),
    "grep": (4.78, 1.92, 11.60, 2.11), "linefit": (30.40, 5.67, 25.90, 3.30), "mandelbrot": (2.79, 1.76, 6.27, 1.88),
    "map-heavy": (1.00, 1.01, 1.02, 1.02), "map-light": (18.80, 3.95, 24.94, 2.44), "msort": (1.86, 1.17, 3.26, 1.26),
    "nearest-nbrs": (1.21, 1.07, 1.35, 1.08), "nqueens": (5.88, 2.22, 17.96, 2.21), "primes": (11.59, 3.09, 18.12, 2.38),
    "sparse-mxv-csr": (9.06, 2.34, 13.68, 2.10), "suffix-array": (1.45, .82, 3.42, .87),
    "triangle-count": (4.03, 2.32, 9.92, 2.21), "wc": (12.83, 2.97, 46.40, 3.20),
}
MPL_TABLE_4_MEANS = (3.89, 1.72, 6.87, 1.63)

# HBC: geometric means of the speedups in figure 4, of OpenMP's dynamic schedule and of HBC.
HBC_FIGURE_4_MEANS = (14.2, 21.7)
# HBC, section 6.4: percent of overhead in figure 7; all others are below 10.
HBC_FIGURE_7 = {"spmv-arrowhead": 58.46, "spmv-powerlaw": 22.14}
# HBC, section 6.5: speedups in figure 9 of polling and of the ping thread.
HBC_FIGURE_9_MEANS = {"polls": 22.0, "ping": 17.7}
# TPAL, section 5.2: geometric means of the speedups on 15 cores, iterative and recursive; Cilk Plus, then TPAL on Linux.
TPAL_FIGURE_7_MEANS = {"iterative": (1.9, 4.0), "recursive": (2.4, 3.2)}
# TPAL, section 4.4: slowdown in percent without heartbeats; all others but floyd-warshall are at most 6.
TPAL_FIGURE_8 = {"kmeans": 17, "knapsack": 51}
# TPAL, section 4.4: percent of overhead, geometric means: interrupts alone every 100 and every 20 microseconds.
TPAL_FIGURE_9_MEANS = (3, 16)

# Insieme's table 3: recursive and loop-like parallel invocations, effort, stack.
INSIEME_TABLE_3 = {
    "alignment": (0, 1, "2.6 T", "8 M"), "delannoy": (3, 0, "131", "16 k"), "fft": (27, 1, "970 M", "256 k"),
    "fib": (2, 0, "52", "16 k"), "floorplan": (1, 1, "39 G", "2 M"), "health": (1, 1, "33 G", "32 k"),
    "nqueens": (1, 1, "601 M", "2 M"), "qap": (1, 1, "13 M", "16 k"), "sort": (6, 0, "2.4 G", "32 k"),
    "sparselu": (0, 3, "3.3 P", "16 k"), "strassen": (7, 0, "282 G", "256 k"), "uts": (1, 1, "12 T", "2 M"),
}

# Splicing's table 2: geometric means of time over SP's, on 1 to 8 cores.
SPLICING_TABLE_2_MEANS = {"SPN": 1.01, "CILKN": 2.11, "PLUTO": .87, "POCHOIR": 1.31, "CILK": 2.10}
# Its table 3: misses in the third level on one core, as printed. JACOBI-1D's rows of Splice and Cilk seem to be swapped.
SPLICING_TABLE_3 = {
    "jacobi_1d": {"splice": "9.1", "cilk": "0.58", "plain": "9.2"}, "jacobi_2d": {"splice": "4", "cilk": "33", "plain": "36"},
    "jacobi_3d": {"splice": "8.4", "cilk": "32.5", "plain": "56.2"}, "seidel_2d": {"splice": "3.1", "cilk": "24", "plain": "37"},
    "fdtd_2d": {"splice": "2.9", "cilk": "23", "plain": "31"}, "apop": {"splice": "2.0", "cilk": "16", "plain": "16"},
    "mvt": {"splice": "3.0", "cilk": "6.3", "plain": "9.1"}, "bicg": {"splice": "13", "cilk": "25", "plain": "38"},
}
