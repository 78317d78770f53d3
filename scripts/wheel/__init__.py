# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tactus as a Python package: the compiler, the runtime, and a hook for setuptools (tactus.build_ext)."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent / "tree"


def command(name):
    """The path of a program of ours: tactus, tactus-clang or tactus-clang++."""
    return str(ROOT / "bin" / name)


def _become(name):
    os.execv(command(name), [name, *sys.argv[1:]])


def main_tactus():
    _become("tactus")


def main_clang():
    _become("tactus-clang")


def main_clangxx():
    _become("tactus-clang++")
