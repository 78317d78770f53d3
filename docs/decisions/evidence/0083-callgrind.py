# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Instructions of recursive kernels over the serial program: python3 docs/decisions/evidence/0083-callgrind.py BUILD-TREE [KERNEL ...]"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from harness import build, callgrind, kernels  # noqa: E402

VARIANTS = ["serial", "tactus-par", "tactus-par-interrupt", "tactus-tasks", "tactus-tasks-interrupt"]

toolchain = build.find_toolchain(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    for kernel in kernels.select(sys.argv[2:], ["recursion"])["recursion"]:
        counts = callgrind.compare(toolchain, [kernel], VARIANTS, folder, lambda _: None)[kernel.name]
        print(kernel.name, *(f"{variant} {counts[variant] / counts['serial']:.4f}" for variant in VARIANTS[1:]))
