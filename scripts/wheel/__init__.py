# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tactus as a Python package: the compiler, the runtime, and a hook for setuptools (tactus_compiler.build_ext)."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent / "tree"


def command(name):
    """The path of a program of ours: tactus, tactus-clang or tactus-clang++."""
    return str(ROOT / "bin" / name)
