#!/usr/bin/env python3
"""Compiled TPAL against C on one worker, with polls and without: writes bench/RESULTS-tpal.md.

    bench/tpal.py [--build build/release] [--runs 11] [--clang NAME] [--print]
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

from harness import llvm, whole_file

ROOT = pathlib.Path(__file__).resolve().parent.parent
BARS = {"prod": 1.10, "mandelbrot": 1.10, "spmv": 1.10, "fib": 1.35}


def repeated_spmv():
    """spmv.tpal, run `rounds` times."""
    text = (ROOT / "tpal/programs/spmv.tpal").read_text()
    for old, new in [
        (".input n = 8\n", ".input n = 8, rounds = 1\n"),
        ("main:\n", "main:\n  left-rounds := rounds\n  jump again\nagain:\n"),
        ("\ndone:\n  halt\n", "\ndone:\n  left-rounds := left-rounds - 1\n  if-jump left-rounds, again\n  halt\n"),
    ]:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def measure(options, folder, beat):
    """{program: (C, TPAL in ms, ratio)} of TPAL that is compiled for a kind of beat."""
    build = pathlib.Path(options.build).resolve()
    objects = []
    for program in BARS:
        source = folder / "spmv.tpal" if program == "spmv" else ROOT / f"tpal/programs/{program}.tpal"
        objects.append(str(folder / f"{program}-{beat}.o"))
        subprocess.run([build / "bin/tactus", "tpal", "compile", f"-ftactus-beat={beat}", source, "-c", "--export",
                        f"tpal_{program}", "-o", objects[-1]], check=True)
    program = folder / f"baselines-{beat}"
    subprocess.run([options.clang, "-O3", "-fno-vectorize", "-fno-slp-vectorize", f"-I{folder}", f"-I{ROOT / 'include'}",
                    ROOT / "bench/tpal/baselines.c", *objects, "-o", program, f"-L{build / 'lib'}",
                    f"-Wl,-rpath,{build / 'lib'}", "-ltactus"], check=True)
    # Without polls what is to be seen is what the code costs, not what signals cost.
    environment = {**os.environ, "TACTUS_WORKERS": "1", **({"TACTUS_HEARTBEAT_US": "0"} if beat == "interrupt" else {})}
    output = subprocess.run([program, str(options.runs)], check=True, capture_output=True, text=True, env=environment).stdout
    return {name: numbers for name, *numbers in map(str.split, output.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(ROOT / "build/release"))
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--clang", help="by default that of the LLVM which the build is for")
    parser.add_argument("--print", action="store_true", help="only print, do not write the file")
    options = parser.parse_args()
    options.clang = options.clang or f"clang-{llvm.version(options.build)}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "spmv.tpal").write_text(repeated_spmv())
        polls, interrupts = (measure(options, folder, beat) for beat in ("poll", "interrupt"))
    lines = ["# Compiled TPAL against C", "",
             f"`bench/tpal.py --runs {options.runs}`: one worker, 100 µs beats, processor time, minimum of alternating runs in",
             f"one process; C by {pathlib.Path(options.clang).name} -O3 without vectorisation. The C loop of prod has a barrier, or it would be no loop.",
             "Without polls (`-ftactus-beat=interrupt`): no beats, so that it is the code that is measured.",
             "", "| program | C, ms | TPAL, ms | ratio | bar | without polls, ratio |", "| --- | --- | --- | --- | --- | --- |"]
    for program, (c, tpal, ratio) in polls.items():
        bar = BARS[program.split("-")[0]]
        lines.append(f"| {program} | {c} | {tpal} | {ratio} | ≤ {bar:.2f} | {interrupts[program][2]} |")
    text = "\n".join(lines) + "\n"
    print(text)
    if not options.print:
        whole_file.write_text(ROOT / "bench/RESULTS-tpal.md", text)


if __name__ == "__main__":
    main()
