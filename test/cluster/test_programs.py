"""test_programs.py BUILD MPI [--ranks 1,2,4] [--seeds N] [--filter WORD]: programs over the ranks of a job are right.

Each program of programs/ counts its own errors. It runs alone and with other ranks, on the beat, with all given at once, and
with gifts and refusals at random; with one worker if its first lines say ALONE after //. What a program adds up has the same bits in all of these runs.

With one rank a fork of cluster::par costs what a fork costs. So where its first lines say FORKS NAME, a fork's first branch is a call
of that function itself, whose captures are not in memory, and not of something of the header's."""
import argparse
import itertools
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "mpi"))
from run import build, launch_all, words  # noqa: E402


def settings(seeds):
    yield "beat", {"TACTUS_WORKERS": "2"}
    yield "one worker", {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "1"}
    yield "all", {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"}
    for seed in range(1, seeds + 1):
        yield f"chaos {seed}", {"TACTUS_WORKERS": str(1 + seed % 3), "TACTUS_CHAOS": str(seed)}


def calls_by_itself(name, record):
    """Whether the compiler's record says that a fork's first branch is a call of that function of the program."""
    return re.search(rf"- Callee: +_ZL?{len(name)}{name}", record.read_text()) is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("mpi")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--filter", default="")
    arguments = parser.parse_args()
    tool = arguments.build.resolve() / "bin/tactus-clang"
    sources = [source for source in sorted((HERE / "programs").glob("*.cpp")) if arguments.filter in source.name]
    failed, runs = [], 0
    with tempfile.TemporaryDirectory() as folder:
        with ThreadPoolExecutor(2) as pool:
            options = ["-Wall", "-Wextra", "-Werror", "-foptimization-record-passes=tactus"]
            programs = list(pool.map(lambda one: build(arguments.mpi, one, tool, folder, [
                *options, f"-foptimization-record-file={Path(folder) / one.stem}.yaml"]), sources))
        for source, program in zip(sources, programs):
            for word in words(source):
                if word.startswith("FORKS ") and not calls_by_itself(word[6:], Path(folder) / f"{source.stem}.yaml"):
                    failed.append(program.name)
                    print(f"{program.name}: no fork calls {word[6:]} by itself", flush=True)
            alone = {"TACTUS_WORKERS": "1"} if "ALONE" in words(source) else {}
            cases = list(itertools.product(settings(arguments.seeds), (int(word) for word in arguments.ranks.split(","))))
            files = [Path(folder) / f"{program.name}.{number}.sum" for number in range(len(cases))]
            results = launch_all([(arguments.mpi, ranks, program, {**variables, **alone, "SUM_FILE": str(file)})
                                  for ((_, variables), ranks), file in zip(cases, files)], folder)
            for ((name, _), ranks), result in zip(cases, results):
                runs += 1
                if result.returncode or result.stdout != "right\n" or result.stderr:
                    failed.append(f"{program.name}, {ranks} ranks, {name}")
                    print(f"{failed[-1]}: status {result.returncode}\n{result.stdout}{result.stderr}", flush=True)
            sums = {file.read_text() for file in files if file.exists()}
            if len(sums) > 1:
                failed.append(program.name)
                print(f"{program.name}: a sum has different bits: {sums}")
    print(f"{runs} runs, {len(failed)} failed")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
