# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Instructions over the serial program, polled and interrupted: python3 docs/decisions/evidence/0102-callgrind.py BUILD-TREE SUITE
[KERNEL ...], where SUITE is loops, recursion or mpl."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from harness import build, callgrind, kernels  # noqa: E402

VARIANTS = {"loops": ["tactus", "tactus-interrupt"], "recursion": ["tactus-par", "tactus-par-interrupt"],
            "mpl": ["tactus-full", "tactus-full-interrupt"]}

suite = sys.argv[2]
toolchain = build.find_toolchain(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    for kernel in kernels.select(sys.argv[3:], [suite])[suite]:
        counts = callgrind.compare(toolchain, [kernel], ["serial", *VARIANTS[suite]], folder, lambda _: None)[kernel.name]
        print(kernel.name, *(f"{variant} {counts[variant] / counts['serial']:.4f}" for variant in VARIANTS[suite]), flush=True)
