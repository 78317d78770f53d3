#!/usr/bin/env python3
"""A program of 2,000 lines, most of them at the top level: long.py TACTUS_PML

It consists of copies of run/, so what it prints is known. Its body is compiled in parts and in several object files
(decision 54); it has to print the same sequentially, with collections, and when forks become tasks.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "run"
LINES = 2000
FORK = """
fun fork{number} n =
  if n < 2 then n
  else
    let val (a, b) = ForkJoin.par (fn () => fork{number} (n - 1), fn () => fork{number} (n - 2)) in a + b end;
val () = print ("> " ^ Int.toString (fork{number} (size (String.implode [#"t", #"e", #"n"]) + 7) + {number}) ^ "\\n");
"""
# Statements and labels; a part ends at the first place behind 200 statements where it can.
LONGEST_PART = 1000
# Forks whose branches may be in other object files.
FORKS = 24
WAYS = [{}, {"TACTUS_PML_STRESS": "1", "TACTUS_PML_VERIFY": "1"}, {"TACTUS_WORKERS": "2", "TACTUS_CHAOS": "1"},
        {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"}]


def make():
    text, expected, count = [], [], 0
    while count < LINES:
        for source in sorted(HERE.glob("*.sml")):
            # Programs may have hidden what the next one wants.
            text.append("val str = String.str;\n" + source.read_text() + "\n;\n")
            expected.append(source.with_suffix(".out").read_text())
            count += text[-1].count("\n")
    for fork in range(FORKS):
        text.append(FORK.format(number=fork))
        expected.append(f"> {55 + fork}\n")
    return "".join(text), "".join(expected)


def main():
    pml = sys.argv[1]
    text, expected = make()
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "long.sml"), os.path.join(folder, "long")
        pathlib.Path(source).write_text(text)
        ir = subprocess.run([pml, "lower", "--check", source], capture_output=True, text=True, check=True).stdout
        lengths = [part.count("\n") for part in re.findall(r"^fun @main\b.*?^}", ir, re.S | re.M)]
        if len(lengths) < 10 or max(lengths) > LONGEST_PART:
            sys.exit(f"the body has {len(lengths)} parts, the longest with {max(lengths)} lines")
        subprocess.run([pml, "build", source, "-o", program], capture_output=True, check=True)
        for way in WAYS:
            clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
            done = subprocess.run([program], env={**clean, **way}, capture_output=True, text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, timeout=120)
            shown = "".join(line + "\n" for line in done.stdout.split("\n") if line.startswith("> "))
            if done.returncode != 0 or shown != expected:
                sys.exit(f"{way}: status {done.returncode}, {len(shown)} bytes of {len(expected)}; {done.stderr[:300]}")


if __name__ == "__main__":
    main()
