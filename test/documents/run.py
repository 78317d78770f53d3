#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""run.py --root ROOT DOCUMENT: does what a document tells its reader to do, and compares what happens (decision 56).

ROOT is a tree that is built or installed. Exit status 1: something is not as the document says."""

import argparse
import sys
import tempfile
from pathlib import Path

from documents import Runner, Wrong, blocks

SOURCE = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("document", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options.root.resolve(), Path(folder).resolve(), SOURCE)
        try:
            found = blocks(options.document)
            if not found:
                raise Wrong(f"{options.document}: no block at all")
            for block in found:
                runner.run(block)
        except Wrong as problem:
            sys.exit(f"tactus: error: {problem}")
    print(f"{options.document.name}: {len(found)} blocks are as they say")


if __name__ == "__main__":
    main()
