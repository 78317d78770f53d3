#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Jobs of several ranks against the same programs in one process: writes bench/RESULTS-cluster.md.

    bench/cluster.py [--build build/release] [--mpi openmpi] [--runs 5] [--prefix "chrt -f 5"] [--print]
    bench/cluster.py --part one,pml,hybrid,overlap,simulate    some parts, which are only printed

Both sides of a row run in turn, and the row has their medians. Two processors that nobody else uses are needed. The prefix, of
each command that is measured, may see to that; but real-time priority hides what threads that wait take from others.
"""
import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from harness import whole_file

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "test/mpi"))
from run import environment  # noqa: E402

KERNELS = (("forks", 42), ("queens", 13), ("sum", 500_000_000), ("sums", 20_000))
PARALLEL_ML = (("examples/pml/queens.sml", 14), ("examples/cluster/tracer.sml", 2000),
               ("examples/cluster/tree.sml", 30))
SIMULATED = (("queens", 13), ("sum", 2_000_000_000), ("waves", 8_000), ("search", 20_000), ("forks", 44))


class Bench:
    def __init__(self, options, folder):
        self.root, self.mpi, self.runs, self.folder = options.build.resolve(), options.mpi, options.runs, folder
        self.prefix = options.prefix.split()

    def run(self, command, **variables):
        return subprocess.run([str(word) for word in command], env=environment(**variables), cwd=self.folder, check=True,
                              capture_output=True, text=True)

    def compile(self, source, name, *options):
        """By the MPI's own wrapper of C++, so that a program without MPI has the same options."""
        variable = {"openmpi": "OMPI_CXX", "mpich": "MPICH_CXX"}[self.mpi]
        self.run([f"mpicxx.{self.mpi}", "-std=c++20", "-O2", "-g", ROOT / "bench/cluster" / source, "-o", self.folder / name,
                  *options], **{variable: str(self.root / "bin/tactus-clang++")})
        return self.folder / name

    def job(self, ranks, *command):
        bound = ["--bind-to", "none"] if self.mpi == "openmpi" else []
        return [f"mpirun.{self.mpi}", "-n", ranks, *bound, *command]

    def inside(self, command, **variables):
        """The seconds that a program has written on stderr itself, and its output."""
        done = self.run(self.prefix + command, **variables)
        return float(done.stderr.split()[0]), done.stdout

    def outside(self, command, **variables):
        began = time.monotonic()
        output = self.run(self.prefix + command, **variables).stdout
        return time.monotonic() - began, output

    def rounds(self, *sides, same=True):
        """In each round (seconds, output) of each side, one after the other: the seconds. They have to say the same."""
        measured = [[side() for side in sides] for _ in range(self.runs)]
        said = {output for one in measured for _, output in one}
        if same and len(said) != 1:
            sys.exit(f"cluster.py: results differ: {said}")
        return [[seconds for seconds, _ in one] for one in measured]

    def medians(self, *sides, same=True):
        return [statistics.median(one) for one in zip(*self.rounds(*sides, same=same))]


def machine():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")
    return f"{name}, {os.cpu_count()} processors"


def head(options):
    """When, where and how it is measured."""
    asked = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
    prefix = f" --prefix '{options.prefix}'" if options.prefix else ""
    return ["# Over the ranks of a job", "", "Written by `bench/cluster.py`; do not edit. Medians of alternating runs.", "",
            f"- Date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
            f"- Command: `bench/cluster.py --mpi {options.mpi} --runs {options.runs}{prefix}`",
            f"- Commit: {asked.stdout.strip() or 'unknown'}", f"- Machine: {machine()}", ""]


def table(title, text, columns, rows):
    return [f"## {title}", "", *text, "", f"| {' | '.join(columns)} |", f"| --- |{' ---: |' * (len(columns) - 1)}", *rows,
            ""]


def one_rank(bench):
    alone, job, rows = bench.compile("kernels.cpp", "alone", "-DALONE"), bench.compile("kernels.cpp", "kernels"), []
    for name, size in KERNELS:
        rounds = bench.rounds(lambda: bench.inside([alone, name, size], TACTUS_WORKERS="1"),
                              lambda: bench.inside(bench.job(1, job, name, size), TACTUS_WORKERS="1"))
        without, rank = (statistics.median(one) for one in zip(*rounds))
        ratio = statistics.median(rank / without for without, rank in rounds)
        rows.append(f"| {name} {size} | {without:.3f} | {rank:.3f} | {ratio:.3f} |")
    return table("One rank over the program without MPI", ["`<tactus/cluster.hpp>` in a job of one rank, and the same by",
                 "`<tactus/tactus.hpp>`. Seconds without the start of MPI. Bar: 1.01."],
                 ["", "without", "one rank", "ratio"], rows)


def parallel_ml(bench):
    def build(source):
        program = bench.folder / f"{source.stem}_ml"
        bench.run([bench.root / "bin/tactus-pml", "build", "--cluster", source, "-o", program],
                  TACTUS_MPICXX=f"mpicxx.{bench.mpi}")
        return program

    def side(program, size, ranks):
        return lambda: bench.outside(bench.job(ranks, program, size), TACTUS_WORKERS=str(3 - ranks))

    rows = []
    for source, size in PARALLEL_ML:
        program = build(ROOT / source)
        workers, ranks = bench.medians(side(program, size, 1), side(program, size, 2))
        rows.append(f"| {source} {size} | {workers:.2f} | {ranks:.2f} | {ranks / workers:.2f} |")
    return table("Parallel ML: two ranks of one worker over one rank of two", ["Seconds of the whole job. Bar: 1.10."],
                 ["", "1 rank × 2", "2 ranks × 1", "ratio"], rows)


def hybrid(bench):
    program = bench.compile("hybrid.cpp", "hybrid", "-fopenmp")
    single, double = bench.medians(*(lambda workers=workers: bench.inside(bench.job(8, program), TACTUS_WORKERS=workers)
                                     for workers in ("1", "2")))
    return table("8 ranks of two threads over 8 of one", ["`bench/cluster/hybrid.cpp` on two processors. Bar: 1.1."],
                 ["", "8 × 1", "8 × 2", "ratio"], [f"| hybrid | {single:.3f} | {double:.3f} | {double / single:.3f} |"])


def overlap(bench):
    library = bench.root / "lib"
    program = bench.compile("overlap.cpp", "overlap", f"-L{library}", f"-Wl,-rpath,{library}", "-ltactus_mpi")
    parts = ("messages", "computes", "both")
    messages, computes, both = bench.medians(*(lambda part=part: bench.inside(bench.job(2, program, part), TACTUS_WORKERS="1")
                                               for part in parts), same=False)
    return table("Communication behind latent work",
                 ["`bench/cluster/overlap.cpp`, one worker. The ratio is to the larger part. Bar: 1.05."],
                 ["", "messages", "computes", "both", "ratio"],
                 [f"| overlap | {messages:.3f} | {computes:.3f} | {both:.3f} | {both / max(messages, computes):.3f} |"])


def efficiencies(said):
    """Of a prediction for some numbers of ranks, without what is before the first loop or fork and behind the last one: the start
    and the end of MPI."""
    serial = said["serialBeforeMicroseconds"] + said["serialBehindMicroseconds"]
    took = {row["ranks"]: row["microseconds"] - serial for row in said["simulations"]}
    return {ranks: took[1] / ranks / took[ranks] for ranks in took}


def simulated(bench):
    job, rows = bench.compile("kernels.cpp", "kernels"), []
    trace = bench.folder / "trace.json"

    def predict(name, size, ranks):
        """From a trace of this moment, so that a machine that changes its speed changes all that is compared."""
        _, output = bench.inside(bench.job(1, job, name, size), TACTUS_WORKERS="1", TACTUS_TRACE=str(trace))
        said = json.loads(bench.run([bench.root / "bin/tactus", "simulate", trace, "--ranks", f"1,{ranks}", "--workers", "1",
                                     "--json"]).stdout)
        return efficiencies(said)[ranks], output

    def side(name, size, ranks):
        return lambda: bench.inside(bench.job(ranks, job, name, size), TACTUS_WORKERS="1")

    for name, size in SIMULATED:
        rounds = bench.rounds(lambda: predict(name, size, 2), lambda: predict(name, size, 1024),
                              side(name, size, 1), side(name, size, 2))
        # Within a round, as the machine may have been slower in the next one.
        compared = [(two, alone / both / 2, two / (alone / both / 2) - 1, many) for two, many, alone, both in rounds]
        two, measured, difference, many = (statistics.median(one) for one in zip(*compared))
        rows.append(f"| {name} {size} | {two:.3f} | {measured:.3f} | {difference:+.1%} | {many:.3f} |")
    return table("What `tactus simulate --ranks` predicts",
                 ["Efficiency, from traces of one rank of one worker, without the start and end of MPI. Bar: within 10 %."],
                 ["", "2 ranks, predicted", "measured", "difference", "1,024 ranks, predicted"], rows)


PARTS = {"one": one_rank, "pml": parallel_ml, "hybrid": hybrid, "overlap": overlap, "simulate": simulated}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--mpi", default="openmpi", choices=("openmpi", "mpich"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--prefix", default="", help="words in front of each command that is measured")
    parser.add_argument("--part", default=",".join(PARTS))
    parser.add_argument("--print", action="store_true", help="do not write the file")
    options = parser.parse_args()
    parts = options.part.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    lines = head(options)
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(options, pathlib.Path(name))
        for part in parts:
            rows = PARTS[part](bench)
            print("\n".join(rows), flush=True)
            lines += rows
    if not options.print and parts == list(PARTS):
        whole_file.write_text(ROOT / "bench/RESULTS-cluster.md", "\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
