#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What another file asks about regions and sets in them.

Each program is linked with asker.c, which the compiler does not see when it converts the program, and checks the answers by
itself. They must hold with 1, 2, 4 and 9 workers, with beats of a microsecond, with every split promoted and with chaos, and
with the environments of the program's RUNS lines; under chaos also without the watcher of waiting tasks. With a line PROMOTED-ONLY, no loop but the one on that line is promoted.

    run.py --root BUILD [--filter TEXT] [--seeds N]
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def settings(seeds):
    for workers in (None, "1", "2", "4", "9"):
        own = {"TACTUS_WORKERS": workers} if workers else {}
        yield own
        yield own | {"TACTUS_HEARTBEAT_US": "1"}
        yield own | {"TACTUS_PROMOTE": "all"}
        for seed in range(1, seeds + 1):
            yield own | {"TACTUS_CHAOS": str(seed)}
        yield own | {"TACTUS_CHAOS": "1", "TACTUS_WATCH": "0"}
    # What runs as strands must give the same answers where libomp runs it.
    yield {"TACTUS_WORKERS": "4", "TACTUS_REGIONS": "libomp"}


def directives(source, name):
    marker = f"// {name}: "
    return [line[len(marker):].split() for line in source.read_text().splitlines() if line.startswith(marker)]


def promoted_lines(statistics, source):
    loops = json.loads(statistics.read_text())["loops"]
    return {str(loop["line"]) for loop in loops if loop["promotions"] and pathlib.Path(loop["file"]).name == source.name}


def build(root, source, level, folder):
    objects = []
    for file in (source, HERE / "asker.c"):
        compiler = root / "bin" / ("tactus-clang++" if file.suffix == ".cpp" else "tactus-clang")
        flags = sum(directives(file, "FLAGS"), [])
        objects.append(folder / (file.stem + ".o"))
        subprocess.run([compiler, level, "-fopenmp", "-ftactus-verify", *flags, "-c", file, "-o", objects[-1]], check=True)
    program = folder / "program"
    subprocess.run([root / "bin" / "tactus-clang++", "-fopenmp", *objects, "-o", program], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--seeds", type=int, default=3, help="of chaos, for optimised code")
    options = parser.parse_args()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_"))}
    failures = runs = 0
    for source in sorted(HERE.glob("*.c*")):
        if source.name == "asker.c" or options.filter not in source.name:
            continue
        environments = [dict(word.split("=", 1) for word in line) for line in directives(source, "RUNS")] or [{}]
        for level, seeds in ("-O2", options.seeds), ("-O0", 1):
            with tempfile.TemporaryDirectory() as folder:
                program = build(options.root, source, level, pathlib.Path(folder))
                statistics = pathlib.Path(folder) / "statistics.json"
                allowed = set(sum(directives(source, "PROMOTED-ONLY"), []))
                for extra in (own | more for more in environments for own in settings(seeds)):
                    runs += 1
                    try:
                        result = subprocess.run([program], env=clean | {"TACTUS_STATS": str(statistics)} | extra,
                                                capture_output=True, text=True, timeout=120, check=False)
                    except subprocess.TimeoutExpired:
                        failures += 1
                        print(f"FAIL {source.name} {level} {extra}: does not end")
                        continue
                    wrong = promoted_lines(statistics, source) - allowed if allowed and not result.returncode else None
                    if result.returncode != 0 or result.stderr or wrong:
                        failures += 1
                        print(f"FAIL {source.name} {level} {extra}: {result.returncode} {result.stderr}{wrong or ''}", flush=True)
    print(f"{runs} runs, {failures} failures")
    return failures != 0 or runs == 0


if __name__ == "__main__":
    sys.exit(main())
