#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""run.py --root ROOT [--copy FOLDER] DOCUMENT: does what a document tells its reader to do, and compares what happens (decision 56).

ROOT is a tree that is built or installed. With --copy a copy of the folder is made and the document's own place in it is where its
commands run, as for the examples. Exit status 1: something is not as the document says."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from documents import Runner, blocks
from unrun import Wrong

SOURCE = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--copy", type=Path)
    parser.add_argument("document", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder).resolve()
        if options.copy:
            shutil.copytree(options.copy, here / "copy")
            here = here / "copy" / options.document.parent.resolve().relative_to(options.copy.resolve())
        runner = Runner(options.root.resolve(), here, SOURCE)
        try:
            found = blocks(options.document)
            for block in found:
                runner.run(block)
        except Wrong as problem:
            sys.exit(f"tactus: error: {problem}")
    print(f"{options.document.name}: {len(found)} blocks are as they say")


if __name__ == "__main__":
    main()
