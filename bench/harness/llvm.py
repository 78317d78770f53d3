# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Which LLVM a tree of Tactus is for, built or installed. The tree says so itself."""

import os
from pathlib import Path


def version(root):
    """The major version, for the names of programs and packages: clang-19. LLVM in the environment is for a root that has no
    compiler."""
    try:
        return (Path(root) / "share" / "tactus" / "llvm-version").read_text().strip()
    except FileNotFoundError:
        return os.environ.get("LLVM", "19")
