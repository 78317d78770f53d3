# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What the papers' evaluations report, as far as their texts and tables give numbers.

  hbc    Su et al., "Compiling Loop-Based Nested Parallelism for Irregular Workloads", ASPLOS 2024: 64 cores
  tpal   Rainey et al., "Task Parallel Assembly Language for Uncompromising Parallelism", PLDI 2021: 15 cores
  splicing   Lifflander and Krishnamoorthy, "Cache Locality Optimization for Recursive Programs", PLDI 2017: 80 cores
  mpl    Westrick et al., "Automatic Parallelism Management", POPL 2024: 64 cores
  insieme  Thoman et al., "Task-parallel Runtime System Optimization Using Static Compiler Analysis", CF 2017: 64 threads

Most figures of the first two are charts without numbers; what stands here is what the text says about them.
"""

# MPL's table 1: time of MPL, whose par is eager, over MPL^s's on 1 and on 64 processors, calls of par for each promotion, and
# work for each promotion in microseconds.
MPL_TABLE_1 = {
    "bfs": (1.73, 2.44, 473, 57), "bignum-add": (2.97, 7.79, 1833, 85), "delaunay": (0.98, 0.95, 11.2, 42),
    "grep": (2.47, 5.34, 1320, 86), "linefit": (4.15, 7.85, 1890, 73), "mandelbrot": (1.57, 3.33, 603, 100),
    "map-heavy": (0.98, 0.97, 1.26, 1210), "map-light": (4.40, 9.91, 2996, 88), "msort": (1.43, 2.39, 333, 86),
    "nearest-nbrs": (1.11, 1.19, 83.5, 71), "nqueens": (2.68, 8.13, 1791, 101), "primes": (3.67, 7.60, 1970, 79),
    "sparse-mxv-csr": (3.59, 6.22, 1633, 90), "suffix-array": (1.74, 3.79, 792, 105), "triangle-count": (1.71, 4.25, 566, 97),
    "wc": (4.24, 14.50, 2901, 99),
}
MPL_TABLE_1_MEANS = (2.17, 4.09)
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
# And with promotions every 20 microseconds; of those every 100 it says "at or below 11", but for three.
TPAL_FIGURE_9_PROMOTIONS_MEAN = 34

# Insieme's table 3: recursive and loop-like parallel invocations, effort, stack.
INSIEME_TABLE_3 = {
    "alignment": (0, 1, "2.6 T", "8 M"), "delannoy": (3, 0, "131", "16 k"), "fft": (27, 1, "970 M", "256 k"),
    "fib": (2, 0, "52", "16 k"), "floorplan": (1, 1, "39 G", "2 M"), "health": (1, 1, "33 G", "32 k"),
    "nqueens": (1, 1, "601 M", "2 M"), "qap": (1, 1, "13 M", "16 k"), "sort": (6, 0, "2.4 G", "32 k"),
    "sparselu": (0, 3, "3.3 P", "16 k"), "strassen": (7, 0, "282 G", "256 k"), "uts": (1, 1, "12 T", "2 M"),
}

# Splicing's table 1: problem size, spliced time steps, block, and Pluto's tile for the first level. Pochoir chooses its own.
SPLICING_TABLE_1 = {
    "jacobi_1d": ("268435456", "16", "1048576", "512 × 512"), "jacobi_2d": ("32768²", "16", "1024 × 4096", "128 × 128 × 128"),
    "jacobi_3d": ("1024³", "8", "64 × 64 × 1024", "16³ × 256"), "seidel_2d": ("32768²", "8", "512 × 8192", "128 × 128 × 128"),
    "fdtd_2d": ("16384²", "8", "512 × 4096", "128 × 128 × 128"), "apop": ("268435456", "16", "1048576", "512 × 512"),
    "mvt": ("16384²", "-", "32 × 1024", "8 × 128 × 8"), "bicg": ("32768²", "-", "32 × 1024", "8 × 128 × 8"),
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
