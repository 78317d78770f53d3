# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The table of benchmark kernels: the one place to add another."""

from dataclasses import dataclass
from pathlib import Path

BENCH_DIRECTORY = Path(__file__).resolve().parent.parent
KERNEL_DIRECTORY = BENCH_DIRECTORY / "kernels"
MICRO_DIRECTORY = BENCH_DIRECTORY / "micro"


@dataclass(frozen=True)
class Kernel:
    name: str
    source: str
    # Size for runs with a team of threads for every inner loop, which can take a thousand times as long; also for
    # verification, whose computations are written to be simple, not fast.
    small_size: int
    # For instruction counts: valgrind runs some fifty times slower.
    tiny_size: int
    # Relative difference of checksums that reassociated sums may cause; 0: must be equal.
    tolerance: float
    # False if there is one loop only, so that there is no choice of loops.
    has_inner_loop: bool = True
    defines: tuple = ()

    @property
    def path(self):
        return KERNEL_DIRECTORY / self.source

    @property
    def is_cpp(self):
        return self.source.endswith(".cpp")


def _spmv(matrix, small_size, tiny_size):
    return Kernel(f"spmv-{matrix}", "spmv.c", small_size, tiny_size, 1e-9,
                  defines=(f"-DSPMV_MATRIX=SPMV_{matrix.upper()}",))


KERNELS = (
    Kernel("mandelbrot", "mandelbrot.cpp", 160, 64, 0),
    _spmv("arrowhead", 10000, 20000),
    _spmv("powerlaw", 10000, 4000),
    _spmv("random", 8000, 2000),
    Kernel("floyd-warshall", "floyd-warshall.c", 200, 100, 0),
    Kernel("kmeans", "kmeans.cpp", 1000, 2000, 1e-4),
    Kernel("srad", "srad.c", 400, 100, 1e-5),
    Kernel("plus-reduce-array", "plus-reduce-array.c", 2000000, 100000, 1e-9, has_inner_loop=False),
    Kernel("skewed", "skewed.c", 1500000, 100000, 1e-9),
)


def select(names):
    """The kernels called `names`, all for an empty list. Raises KeyError with the unknown name."""
    by_name = {kernel.name: kernel for kernel in KERNELS}
    return [by_name[name] for name in names] if names else list(KERNELS)
