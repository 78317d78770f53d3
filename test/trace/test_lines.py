#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""tactus report: the running time by source line, by whom, why, and what to change. Times are never compared with a clock:
they add up, and what does twenty times more comes first."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <stdio.h>
#include <unistd.h>
int omp_get_thread_num(void);
static volatile unsigned seed = 1;
static unsigned spin(unsigned steps) {
  unsigned value = seed;
  for (unsigned step = 0; step < steps; step++)
    value = value * 1664525u + 1013904223u;
  return value;
}
static unsigned x[4000], part[64], whole[64];
int main(int argc, char **argv) {
  unsigned total = 0;
#pragma omp parallel for // LATENT
  for (int i = 0; i < 1000; i++)
    x[i] = spin(2000);
  total += spin(4000000); // serial
#pragma omp parallel for ordered // STRANDS
  for (int i = 0; i < 20; i++) {
    x[i] += spin(50000);
#pragma omp ordered
    total += x[i];
  }
#pragma omp parallel num_threads(2) // PHASES
  {
    int me = omp_get_thread_num();
    part[me] = spin(500000);
#pragma omp barrier
    whole[me] = part[0] + part[1];
  }
#pragma omp parallel // LIBOMP
#pragma omp single
  {
#pragma omp task depend(iterator(only = 0 : 1), out : total)
    total += spin(500000);
#pragma omp task depend(iterator(only = 0 : 1), in : total)
    x[3999] = total;
    if (argc > 1) {
      fflush(stdout);
      _exit(3);
    }
  }
  for (int round = 0; round < 500; round++) {
#pragma omp parallel for ordered num_threads(1) // SHORT
    for (int i = 0; i < 2; i++)
#pragma omp ordered
      total += round;
  }
#pragma omp parallel for // LONG
  for (int i = 0; i < 4000; i++)
    x[i] = spin(20000);
  for (int i = 0; i < 4000; i++)
    total += x[i];
  printf("%u\n", total + whole[1]);
  return 0;
}
"""

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES = {match.group(1): number for number, text in enumerate(PROGRAM.splitlines(), 1)
         if (match := re.search(r"// ([A-Z]+)$", text))}
REMARKS = (ROOT / "docs" / "remarks.md").read_text(encoding="utf-8")
REASONS = set(re.findall(r'^TACTUS_REASON\(\w+, "(.*)"\)$', (ROOT / "compiler" / "model" / "Reasons.def").read_text(encoding="utf-8"), re.M))


def data_of(page):
    text = page.read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1].replace("<\\/", "</"))


class Run:
    """The program under some settings, and its page's lines."""

    def __init__(self, root, folder, settings, *arguments, status=0):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_"))}
        done = subprocess.run(["./program", *arguments], cwd=folder, capture_output=True, text=True,
                              env={**environment, **settings, "TACTUS_TRACE": "trace.json"})
        assert done.returncode == status, done
        self.output = done.stdout
        subprocess.run([root / "bin/tactus", "report", "--trace", "trace.json", "-o", "page.html"], cwd=folder, check=True,
                       capture_output=True)
        self.data = data_of(folder / "page.html")
        self.lines = self.data["lines"]
        self.entries = self.lines["entries"]

    def at(self, name):
        return [entry for entry in self.entries if entry["line"] == LINES[name] and entry["file"].endswith("program.c")]

    def only(self, name):
        entries = self.at(name)
        assert len(entries) == 1, (name, entries)
        return entries[0]

    def check_sums(self):
        """What is in the table, and in none of its lines, is the whole run."""
        lines = self.lines
        digits = 0.1 * (len(self.entries) + 2)
        assert all(entry["time"] >= 0 for entry in self.entries) and lines["serial"] >= 0, lines
        assert abs(sum(entry["time"] for entry in self.entries) + lines["serial"] - lines["whole"]) <= digits, lines
        parts = lines["latent"] + lines["threads"] + lines["libomp"] + lines["serial"]
        unknown = sum(entry["time"] for entry in self.entries if entry["by"].startswith("not known"))
        assert abs(parts + unknown - lines["whole"]) <= digits, lines
        assert [entry["time"] for entry in self.entries] == sorted((entry["time"] for entry in self.entries), reverse=True)
        for entry in self.entries:
            for one in entry["reasons"]:
                assert one["reason"] in REASONS | {"the run left it to libomp"}, one
                # The page's own words, and all of them.
                row = re.search(rf"^\| {re.escape(one['reason'])} \| (.*) \|$", REMARKS[REMARKS.index("## Loops and regions"):], re.M)
                assert one["change"] and one["change"] == row[1].replace("`", ""), (one, row)


LIBRARY = r"""
volatile long total;
void region(void) {
#pragma omp parallel for ordered num_threads(1)
  for (int i = 0; i < 2; i++)
#pragma omp ordered
    total += i;
}
"""

LOADER = r"""
#include <dlfcn.h>
int main(void) {
  for (int round = 0; round < 6; round++) {
    void *library = dlopen(round % 2 ? "./second.so" : "./first.so", RTLD_NOW);
    for (int i = 0; i < 100; i++)
      ((void (*)(void))dlsym(library, "region"))();
    dlclose(library);
  }
  return 0;
}
"""


def check_libraries(root, folder):
    """Where one library was another is loaded: its regions are other lines."""
    compiler = [root / "bin/tactus-clang", "-O1", "-fopenmp"]
    for name, text in (("first", LIBRARY), ("second", "\n\n" + LIBRARY)):
        (folder / f"{name}.c").write_text(text)
        subprocess.run([*compiler, "-shared", "-fPIC", f"{name}.c", "-o", f"{name}.so"], cwd=folder, check=True)
    (folder / "program.c").write_text(LOADER)
    subprocess.run([*compiler, "program.c", "-o", "program"], cwd=folder, check=True)
    entries = Run(root, folder, {}).entries
    assert sorted((entry["name"], entry["entries"]) for entry in entries) == [("first.c:4", 300), ("second.c:6", 300)], entries


def reasons(entry):
    return [one["reason"] for one in entry["reasons"]]


def check_rows(run):
    run.check_sums()
    for name in ("LATENT", "LONG"):
        entry = run.only(name)
        assert entry["by"] == "Tactus, latent" and not entry["reasons"], entry
    strands, phases, libomp, short = (run.only(name) for name in ("STRANDS", "PHASES", "LIBOMP", "SHORT"))
    assert strands["by"] == "Tactus, strands" and reasons(strands) == ["the loop is ordered"], strands
    assert phases["by"] == "Tactus, phases" and phases["reasons"], phases
    assert libomp["by"] == "libomp" and "the region creates or waits for tasks" in reasons(libomp), libomp
    assert short["by"] == "Tactus, strands", short
    # Every entry counts, however short.
    assert [entry["entries"] for entry in (strands, phases, libomp, short)] == [1, 1, 1, 500]
    assert run.entries[0]["line"] == LINES["LONG"], run.entries
    assert run.lines["serial"] > 0


def main():
    root = pathlib.Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "program.c").write_text(PROGRAM)
        subprocess.run([root / "bin/tactus-clang", "-O1", "-fopenmp", "program.c", "-o", "program"], cwd=folder, check=True)
        outputs = set()
        for settings in ({"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "2"}, {"TACTUS_WORKERS": "3", "TACTUS_HEARTBEAT_US": "20"}):
            run = Run(root, folder, settings)
            check_rows(run)
            outputs.add(run.output)
        assert len(outputs) == 1, outputs
        # What libomp runs because it is told to.
        run = Run(root, folder, {"TACTUS_WORKERS": "2", "TACTUS_REGIONS": "libomp"})
        run.check_sums()
        assert run.only("STRANDS")["by"] == run.only("PHASES")["by"] == "libomp"
        assert reasons(run.only("STRANDS")) == ["the run left it to libomp", "the loop is ordered"], run.only("STRANDS")
        # A program that ends in a region.
        run = Run(root, folder, {"TACTUS_WORKERS": "2"}, "end", status=3)
        run.check_sums()
        assert run.only("LIBOMP")["by"].startswith("not known"), run.only("LIBOMP")
        assert "the region creates or waits for tasks" in reasons(run.only("LIBOMP"))
        assert not run.at("LONG")
        check_libraries(root, folder)
    print("lines: ok")


if __name__ == "__main__":
    main()
