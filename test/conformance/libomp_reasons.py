#!/usr/bin/env python3
"""Fails where something is left to libomp for a reason that docs/remarks.md does not list.

    libomp_reasons.py --tactus-root build/release FILE …     compiles each file, and looks at the compiler's report

The table is the one whose first column is headed "Left to libomp because". run.py asks the same of each program of the
corpus. What runs in phases or on threads of Tactus' own needs no libomp.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "| Left to libomp because |"
# What the compiler says where libomp is not needed after all.
ELSEWHERE = ("runs in phases", "runs as strands", "shared among", "belongs to its caller's region")


def listed_reasons(remarks: pathlib.Path = ROOT / "docs" / "remarks.md") -> set[str]:
    """The first column of that table."""
    rows = remarks.read_text(encoding="utf-8").split(HEAD, 1)[1].splitlines()[2:]
    reasons = set()
    for row in rows:
        if not row.startswith("| "):
            break
        reasons.add(row.split(" | ")[0][2:])
    return reasons


def unlisted(constructs: list[dict], listed: set[str]) -> list[str]:
    """Those of a report that libomp runs for another reason, as `file:line: reason`."""
    found = []
    for construct in constructs:
        lowering = construct.get("lowering", "")
        if construct["converted"] or lowering.startswith(ELSEWHERE):
            continue
        text = construct.get("needs_libomp", construct["reason"])
        found += [f"{pathlib.Path(construct['file']).name}:{construct['line']}: {reason}" for reason in text.split("; ")
                  if reason not in listed]
    return found


def report_of(source: str, root: pathlib.Path) -> list[dict]:
    compiler = root / "bin" / ("tactus-clang++" if source.endswith(".cpp") else "tactus-clang")
    language = ["-std=c++20"] if source.endswith(".cpp") else []
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [str(compiler), *language, "-O1", "-w", "-fopenmp", f"-I{ROOT}", f"-I{ROOT}/bench", f"-I{ROOT}/bench/kernels",
                   f"-I{ROOT}/include", f"-ftactus-report={report}", "-c", source, "-o", f"{folder}/object.o"]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"libomp_reasons.py: error: {' '.join(command)}\n{result.stderr}")
        return json.loads(report.read_text())["loops"] if report.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tactus-root", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    listed = listed_reasons()
    constructs = [construct for source in args.files for construct in report_of(source, args.tactus_root.resolve())]
    if not constructs:
        sys.exit("libomp_reasons.py: error: the files hold no parallelism")
    found = unlisted(constructs, listed)
    print("\n".join(found) if found else f"{len(constructs)} constructs, none is left to libomp for another reason")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
