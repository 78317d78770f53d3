#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""fuzz_advise.py ROOT [--seed N] [--packs N] [--functions N] [--keep FOLDER]: is what tactus advise calls independent so?

Packs of random functions are judged. Each loop that is called independent then runs with the pragma that was named, with all that
is latent promoted, and in other orders of its iterations: the results have to be those of the loop as written. Guesses are held to
it where what they name is true."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import random_loops

ORDERS = range(1, 8)
SET_BY_ALL = re.compile(r"all iterations set ((?:'\w+'(?:, )?)+)")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, timeout=240, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def results(text):
    return dict(line.split(" ", 1) for line in text.splitlines())


class Verdict:
    """What advise says of a function's loop."""

    def __init__(self, text):
        self.text = text
        self.isProof = "independent: proof" in text
        self.isGuess = "independent: a guess" in text
        self.guess = (re.search(r"true if (.*)", text) or [None, ""])[1]
        pragma = re.search(r"#pragma omp parallel for.*", text)
        self.pragma = pragma[0].strip() if pragma else ""
        self.lastprivate = re.findall(r"\w+", " ".join(re.findall(r"lastprivate\(([^)]*)\)", self.pragma)))
        found = SET_BY_ALL.search(text)
        # These are to be declared in the body, or computed from the counter, whose name stands there if one always equals it.
        self.own = [name for name in re.findall(r"'(\w+)'", found[1]) if name not in (*self.lastprivate, "i", "j")] if found else []

    def can_be_checked(self, function):
        """A proof always, a guess where it is true; but nobody can write for a test what is to be computed from the counter."""
        if not self.pragma or any(function.updates(name) for name in self.own):
            return False
        return self.isProof or self.isGuess and "errno" not in self.guess and not (function.overlaps and "overlap" in self.guess) \
            and "another place" not in self.guess

    def whole_pragma(self, function):
        """Empty if a variable that is to be the body's own is needed behind the loop."""
        if any(re.search(rf"\b{name}\b", function.result) for name in self.own):
            return ""
        return self.pragma + (f" private({', '.join(self.own)})" if self.own else "")


def judge(root, folder, source):
    run(root / "bin/tactus-clang", "-O2", "-g", "-w", "-c", source, "-o", folder / "judged.o")
    shown = run(root / "bin/tactus", "advise", "--static", "--count", 100000, folder / "judged.o")
    lines = source.read_text().splitlines()
    verdicts = {}
    for entry in re.split(r"(?m)^(?=\S)", shown)[1:]:
        place, *rest = re.sub(r"\n {4,}", " ", entry).splitlines()
        where = re.search(r":(\d+), in (\w+)$", place)
        text = "\n".join(line.strip() for line in rest)
        if where and (mark := re.search(r"// (f\d+)$", lines[int(where[1]) - 1])) and mark[1] == where[2]:
            verdicts[mark[1]] = Verdict(text)
    return verdicts


def check_pack(root, folder, seed, count):
    """The functions with a wrong verdict, and how many were judged in which way."""
    functions = random_loops.functions(seed, count)
    source = folder / "judged.c"
    source.write_text(random_loops.program([each.text() for each in functions], functions))
    verdicts = judge(root, folder, source)
    wanted = {}
    run(root / "bin/tactus-clang", "-O1", "-w", source, "-o", folder / "judged")
    wanted = results(run(folder / "judged"))
    checked = [each for each in functions if each.name in verdicts and verdicts[each.name].can_be_checked(each)]
    wrong = {}

    with_pragmas = folder / "pragmas.c"
    pragmas = {each.name: verdicts[each.name].whole_pragma(each) for each in checked}
    with_pragmas.write_text(random_loops.program([each.text(pragmas[each.name]) for each in checked], checked))
    run(root / "bin/tactus-clang", "-O1", "-w", "-fopenmp", with_pragmas, "-o", folder / "pragmas")
    for chaos in range(1, 4):
        environment = {**os.environ, "TACTUS_WORKERS": "4", "TACTUS_PROMOTE": "all", "TACTUS_CHAOS": str(chaos)}
        for name, result in results(run(folder / "pragmas", env=environment)).items():
            if result != wanted[name]:
                wrong.setdefault(name, "with its pragma")

    reordered = folder / "reordered.c"
    # The last iteration's values are the last one's that runs, here.
    in_orders = [each for each in checked if not verdicts[each.name].lastprivate]
    reordered.write_text(random_loops.program([each.reordered() for each in in_orders], in_orders))
    run(root / "bin/tactus-clang", "-O1", "-w", reordered, "-o", folder / "reordered")
    for name, result in results(run(folder / "reordered", 0)).items():
        if result != wanted[name]:
            sys.exit(f"{name} of seed {seed} is another function when it is rewritten: the test is wrong")
    for order in ORDERS:
        for name, result in results(run(folder / "reordered", order)).items():
            if result != wanted[name]:
                wrong.setdefault(name, f"in order {order}")
    texts = {each.name: each.text(pragmas[each.name]) for each in checked}
    counts = {"judged": len(verdicts), "proofs": sum(verdicts[each.name].isProof for each in checked),
              "guesses": sum(verdicts[each.name].isGuess for each in checked)}
    return [(name, how, verdicts[name].text, texts[name]) for name, how in sorted(wrong.items())], counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", type=int, default=1)
    parser.add_argument("--functions", type=int, default=60)
    parser.add_argument("--keep", type=Path, help="a folder for the last pack")
    options = parser.parse_args()
    total = {"judged": 0, "proofs": 0, "guesses": 0}
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        for seed in range(options.seed, options.seed + options.packs):
            wrong, counts = check_pack(options.root.resolve(), folder, seed, options.functions)
            for name, how, verdict, text in wrong:
                print(f"seed {seed}: {name} gives another result {how}: {verdict}\n{text}")
            failures += len(wrong)
            total = {key: total[key] + counts[key] for key in total}
    print(f"{options.packs} packs: {total['judged']} loops judged, {total['proofs']} proofs and {total['guesses']} guesses held, "
          f"{failures} wrong")
    # Most random loops are dependent; were none proven, nothing would have been tested.
    if total["proofs"] < options.packs:
        sys.exit("too few proofs to test anything")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
