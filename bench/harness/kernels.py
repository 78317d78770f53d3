# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The table of benchmark kernels: the one place to add another."""

from dataclasses import dataclass
from pathlib import Path

BENCH_DIRECTORY = Path(__file__).resolve().parent.parent
KERNEL_DIRECTORY = BENCH_DIRECTORY / "kernels"
PML_DIRECTORY = BENCH_DIRECTORY / "pml"
REGION_DIRECTORY = BENCH_DIRECTORY / "regions"
STRANGER_DIRECTORY = BENCH_DIRECTORY / "strangers"
MICRO_DIRECTORY = BENCH_DIRECTORY / "micro"


class _Source:
    """What can be compiled: the parts of a kernel that build.py needs."""

    # More files of the program, which are compiled as the kernel is, each by itself.
    files = ()

    @property
    def path(self):
        return KERNEL_DIRECTORY / self.source

    @property
    def is_cpp(self):
        return self.source.endswith(".cpp")

    @property
    def quick_arguments(self):
        """The driver's arguments for --quick."""
        return ["--size", self.quick_size]


# Sources of generators and loaders; they hold no kernel, and one compilation serves all systems.
GRAPH = ("graph.cpp", "text_file.cpp")
MATRIX = ("matrix.cpp", "text_file.cpp")
TENSOR = ("tensor.cpp", "text_file.cpp")


@dataclass(frozen=True)
class Kernel(_Source):
    """A kernel of parallel loops."""

    name: str
    source: str
    # Size for runs with a team of threads for every inner loop, which can take a thousand times as long; also for
    # verification, whose computations are written to be simple, not fast.
    small_size: int
    # For instruction counts: valgrind runs some fifty times slower.
    tiny_size: int
    # Some 20 to 80 ms of the serial elision, for --quick.
    quick_size: int
    # Relative difference of checksums that reassociated sums may cause; 0: must be equal.
    tolerance: float
    # False if there is one loop only, so that there is no choice of loops.
    has_inner_loop: bool = True
    defines: tuple = ()
    # Sources that it is linked with, beside the driver.
    parts: tuple = ()
    # One of the nine that the bars for loops are about; the others count for the whole suite.
    is_core: bool = True


@dataclass(frozen=True)
class RecursiveKernel(_Source):
    """A kernel that forks at every call. Results are exact, and the full size is the program's own default."""

    name: str
    source: str
    # For verification, beats every microsecond, and instruction counts.
    small_size: int
    # Some 20 to 80 ms of the serial elision, for --quick.
    quick_size: int
    # Sizes of branches are unknown beforehand: where a better policy of promotion has something to win.
    irregular: bool
    # Also compiled with g++, which knows nothing of Tactus.
    header_mode: bool = False
    # The function whose frames are compared with the serial elision's; its forks record one value each.
    frame_function: str | None = None
    # How often one repetition enters from outside: each entry comes with a token.
    entries: int = 1
    defines: tuple = ()
    parts: tuple = ()
    tolerance: float = 0
    # Goes with quick_size.
    quick_seed: int = 1

    @property
    def quick_arguments(self):
        return [*super().quick_arguments, "--seed", self.quick_seed]

    @property
    def tiny_size(self):
        return self.small_size


@dataclass(frozen=True)
class MplKernel(_Source):
    """One of the sixteen benchmarks of MPL^s, written on parallel_for, par and their like. The full size is the program's
    own default."""

    name: str
    source: str
    # For verification, beats every microsecond, and instruction counts.
    small_size: int
    # Some 20 to 80 ms of the serial elision, for --quick.
    quick_size: int
    tolerance: float = 0
    defines: tuple = ()
    parts: tuple = ()

    @property
    def tiny_size(self):
        return self.small_size


@dataclass(frozen=True)
class RegionProgram(Kernel):
    """A program that opens one parallel region and puts everything into it, or one of three with loops and tasks that are
    measured beside. The full size is the program's own default."""

    # False for the three, whose regions hold one loop or tasks.
    is_region: bool = True

    @property
    def path(self):
        return REGION_DIRECTORY / self.source


def _spmv(matrix, small_size, tiny_size, quick_size):
    return Kernel(f"spmv-{matrix}", "spmv.c", small_size, tiny_size, quick_size, 1e-9,
                  defines=(f"-DSPMV_MATRIX=SPMV_{matrix.upper()}",))


KERNELS = (
    Kernel("mandelbrot", "mandelbrot.cpp", 160, 64, 200, 0),
    _spmv("arrowhead", 10000, 20000, 600000),
    _spmv("powerlaw", 10000, 4000, 50000),
    _spmv("random", 8000, 2000, 40000),
    Kernel("floyd-warshall", "floyd-warshall.c", 200, 100, 650, 0),
    Kernel("kmeans", "kmeans.cpp", 1000, 2000, 35000, 1e-4),
    Kernel("srad", "srad.c", 400, 100, 650, 1e-5),
    Kernel("plus-reduce-array", "plus-reduce-array.c", 2000000, 100000, 4000000, 1e-9, has_inner_loop=False),
    Kernel("skewed", "skewed.c", 1500000, 100000, 3000000, 1e-9),
    Kernel("mandelbulb", "mandelbulb.cpp", 16, 8, 28, 0, is_core=False),
    Kernel("cg", "cg.cpp", 2000, 1000, 40000, 1e-7, parts=MATRIX, is_core=False),
    Kernel("ttv", "ttv.cpp", 5000, 5000, 400000, 1e-9, parts=TENSOR, is_core=False),
    Kernel("ttm", "ttm.cpp", 1000, 2000, 220000, 1e-9, parts=TENSOR, is_core=False),
    Kernel("bfs", "bfs.cpp", 500, 1000, 70000, 0, parts=GRAPH, is_core=False),
    Kernel("cc", "cc.cpp", 500, 1000, 30000, 0, parts=GRAPH, is_core=False),
    Kernel("pr", "pr.cpp", 500, 1000, 80000, 1e-9, parts=GRAPH, is_core=False),
    Kernel("cf", "cf.cpp", 200, 300, 18000, 1e-9, parts=GRAPH, is_core=False),
    Kernel("pr-delta", "pr-delta.cpp", 500, 1000, 110000, 1e-9, parts=GRAPH, is_core=False),
    Kernel("sssp", "sssp.cpp", 500, 1000, 25000, 0, parts=GRAPH, is_core=False),
)


RECURSIVE_KERNELS = (
    RecursiveKernel("fib", "fib.cpp", 20, 35, irregular=False, header_mode=True, frame_function="fib"),
    RecursiveKernel("tree-sum", "tree-sum.cpp", 20000, 2500000, irregular=False, entries=4),
    RecursiveKernel("tree-sum-skewed", "tree-sum.cpp", 20000, 1000000, irregular=True, entries=4,
                    defines=("-DTREE_SHAPE=TREE_SKEWED",)),
    RecursiveKernel("nqueens", "nqueens.cpp", 7, 12, irregular=True, entries=8),
    RecursiveKernel("knapsack", "knapsack.cpp", 40, 60, irregular=True),
    RecursiveKernel("mergesort", "mergesort.cpp", 20000, 600000, irregular=False),
    RecursiveKernel("mergesort-exponential", "mergesort.cpp", 20000, 600000, irregular=False,
                    defines=("-DMERGESORT_EXPONENTIAL",)),
    RecursiveKernel("quicksort", "quicksort.cpp", 20000, 400000, irregular=True),
    # With fewer children at the root than 125, trees of the default seed are tiny.
    RecursiveKernel("uts", "uts.cpp", 50, 100, irregular=True, quick_seed=57),
)



def _mpl(name, small_size, quick_size, **more):
    return MplKernel(f"mpl-{name}", f"mpl/{name}.cpp", small_size, quick_size, **more)


def _mpl_map(weight, small_size, quick_size):
    return MplKernel(f"mpl-map-{weight}", "mpl/map.cpp", small_size, quick_size,
                     defines=(f"-DMAP_WORK=MAP_{weight.upper()}",))


MPL_KERNELS = (
    _mpl("bfs", 3000, 150000, parts=GRAPH),
    _mpl("bignum-add", 100000, 25000000),
    _mpl("delaunay", 3000, 60000),
    _mpl("grep", 100000, 6000000),
    _mpl("linefit", 100000, 8000000, tolerance=1e-6),
    _mpl("mandelbrot", 100, 200),
    _mpl_map("heavy", 100, 800),
    _mpl_map("light", 100000, 20000000),
    _mpl("msort", 50000, 500000),
    _mpl("nearest-nbrs", 5000, 90000),
    _mpl("nqueens", 8, 12),
    _mpl("primes", 100000, 6000000),
    _mpl("sparse-mxv-csr", 5000, 100000, tolerance=1e-9, parts=MATRIX),
    _mpl("suffix-array", 10000, 170000),
    _mpl("triangle-count", 2000, 7000, parts=GRAPH),
    _mpl("wc", 100000, 12000000),
)


@dataclass(frozen=True)
class PmlProgram:
    """A program in Standard ML. The full size is the program's own default."""

    # With `pml-` before it.
    name: str
    # An ML Basis file.
    source: str
    # For verification.
    small_size: int
    quick_size: int
    tolerance: float = 0
    # The same in C++: one of the sixteen. Without it, one that other compilers of Standard ML run as well.
    counterpart: MplKernel | None = None

    @property
    def path(self):
        return PML_DIRECTORY / self.source

    @property
    def quick_arguments(self):
        return ["--size", self.quick_size]

    @property
    def tiny_size(self):
        return self.small_size


def _parallel_ml(kernel):
    name = kernel.name.removeprefix("mpl-")
    # Clang fuses multiplications and additions, which moves a few chaotic points of the image.
    tolerance = 1e-3 if name == "mandelbrot" else kernel.tolerance
    return PmlProgram(f"pml-{name}", f"mpl/{name}.mlb", kernel.small_size, kernel.quick_size, tolerance, kernel)


def _classic(name, small_size, quick_size, tolerance=0.0):
    return PmlProgram(f"pml-classic-{name}", f"classic/{name}.mlb", small_size, quick_size, tolerance)


def _objects(name, small_size, quick_size, tolerance=0.0):
    """Of lists, trees, strings or large integers, whose memory counts as well."""
    return PmlProgram(f"pml-objects-{name}", f"objects/{name}.mlb", small_size, quick_size, tolerance)


PML_PROGRAMS = (
    *map(_parallel_ml, MPL_KERNELS),
    _classic("life", 40, 70),
    _classic("knuth-bendix", 1, 10),
    _classic("mandelbrot", 30, 100),
    _classic("matrix-product", 30, 130, 1e-9),
    _classic("nucleic", 6, 8, 1e-9),
    _classic("ray", 16, 40, 1e-9),
    _classic("tsp", 60, 250),
    _classic("fft", 8, 14, 1e-9),
    _classic("boyer", 1, 40),
    # Hashes are shown as real numbers, with as many digits as each system shows.
    _classic("strings", 200, 2000, 1e-9),
    _classic("hash-tables", 5000, 60000),
    _classic("pidigits", 60, 500),
    _objects("list-sort", 1000, 20000),
    _objects("list-functions", 20, 100),
    _objects("red-black", 1000, 10000, 1e-9),
    _objects("binary-trees", 8, 14),
    _objects("words", 1000, 10000, 1e-9),
    _objects("large-integers", 200, 1000),
)

REGION_PROGRAMS = (
    RegionProgram("conjugate-gradient", "conjugate-gradient.c", 40, 100, 300, 1e-9),
    RegionProgram("adi", "adi.c", 60, 200, 300, 1e-12),
    RegionProgram("multigrid", "multigrid.c", 15, 63, 63, 1e-9),
    RegionProgram("fft3d", "fft3d.c", 16, 32, 64, 1e-9),
    RegionProgram("bucket-sort", "bucket-sort.c", 30000, 300000, 3000000, 0),
    RegionProgram("molecular-dynamics", "molecular-dynamics.c", 300, 1000, 2000, 1e-9),
    RegionProgram("region-kmeans", "kmeans.c", 3000, 20000, 100000, 1e-9),
    RegionProgram("hydro", "hydro.c", 40, 100, 200, 1e-9),
    RegionProgram("triangles", "triangles.cpp", 2000, 4000, 8000, 0, parts=GRAPH, is_region=False),
    RegionProgram("betweenness", "betweenness.cpp", 2000, 8000, 16000, 1e-9, parts=GRAPH, is_region=False),
    RegionProgram("sparse-lu", "sparse-lu.c", 3, 5, 12, 1e-9, is_region=False),
    RegionProgram("cholesky-depend", "cholesky-depend.c", 4, 8, 16, 1e-9, is_region=False),
    RegionProgram("alignment-depend", "alignment-depend.c", 4, 12, 32, 0, is_region=False),
)


@dataclass(frozen=True)
class Stranger(RegionProgram):
    """A program of a kind that lost against libomp where it came from outside. It may consist of several files."""

    is_region: bool = False
    files: tuple = ()

    @property
    def path(self):
        return STRANGER_DIRECTORY / self.source


STRANGERS = (
    Stranger("cg-smoother", "cg-smoother.c", 12, 12, 20, 1e-8),
    Stranger("algebraic-multigrid", "algebraic-multigrid.c", 30, 40, 150, 1e-8),
    Stranger("pagerank-kronecker", "pagerank-kronecker.cpp", 1000, 4000, 40000, 1e-9, parts=GRAPH),
    Stranger("delta-stepping", "delta-stepping.cpp", 1000, 4000, 20000, 0, parts=GRAPH),
    Stranger("block-lu", "block-lu.c", 4, 4, 12, 1e-9),
    Stranger("short-loops", "short-loops.c", 300, 100, 1500, 1e-6),
    Stranger("dynamic-slots", "dynamic-slots.c", 5000, 3000, 50000, 0),
    Stranger("timed-region", "timed-region.c", 60, 60, 400, 1e-12, files=("timers.c",)),
)


def _mandelbrot(pixels, small_size, quick_size):
    return Kernel(f"mandelbrot-{pixels}", "mandelbrot-inputs.cpp", small_size, small_size, quick_size, 0,
                  defines=(f"-DMANDELBROT_INPUT=MANDELBROT_{pixels.upper()}",))


# Measured for figures of the papers only: inputs that no suite needs.
PAPER_KERNELS = (
    _mandelbrot("expensive", 40, 100),
    _mandelbrot("cheap", 200, 2200),
    _mandelbrot("alternating", 20, 40),
)

SUITES = {"loops": KERNELS, "recursion": RECURSIVE_KERNELS, "mpl": MPL_KERNELS, "regions": REGION_PROGRAMS,
          "pml": PML_PROGRAMS, "strangers": STRANGERS}


def select(names, suites):
    """Kernels by suite: those called `names`, or all for an empty list. Raises KeyError with the unknown name."""
    selected = {suite: [kernel for kernel in SUITES[suite] if not names or kernel.name in names] for suite in suites}
    known = {kernel.name for kernels in selected.values() for kernel in kernels}
    for name in names:
        if name not in known:
            raise KeyError(name)
    return selected
