"""test_pml.py BUILD MPI [--ranks 1,2,4] [--filter WORD] [--random PACKS] [--seed N]: Parallel ML over the ranks of a job prints what
it prints alone, once.

Each program of pml/, the queens of examples/, and packs of 12 random ones, run without a launcher, and then with ranks: on the
beat, with one worker, with all given at once, at random, and with a collection at every few allocations."""
import argparse
import itertools
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "mpi"), str(HERE.parent / "pml/generator")]
from generate import program  # noqa: E402
from run import environment, launch_all  # noqa: E402

PACK = 12

SETTINGS = [
    ("beat", {"TACTUS_WORKERS": "2"}),
    ("one worker", {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "2"}),
    ("all", {"TACTUS_WORKERS": "1", "TACTUS_PROMOTE": "all"}),
    ("chaos 1", {"TACTUS_WORKERS": "2", "TACTUS_CHAOS": "1", "TACTUS_PML_VERIFY": "1"}),
    ("chaos 2", {"TACTUS_WORKERS": "1", "TACTUS_CHAOS": "2", "TACTUS_PML_STRESS": "200", "TACTUS_PML_VERIFY": "1"}),
]


def build(tool, mpi, source, folder):
    program = Path(folder) / source.stem
    subprocess.run([str(tool), "build", "--cluster", str(source), "-o", str(program)], check=True, capture_output=True,
                   env=environment(TACTUS_MPICXX=f"mpicxx.{mpi}"))
    return program


def random_pack(tool, folder, seed):
    """Random programs behind each other, as one."""
    texts, source = [], Path(folder) / f"random_{seed}.sml"
    for number in itertools.count(seed * 1000):
        if len(texts) == PACK:
            break
        source.write_text(program(number)[0])
        # One that ends with an exception would end those behind it.
        if subprocess.run([str(tool), "interpret", str(source)], capture_output=True).returncode == 0:
            texts.append(source.read_text())
    source.write_text("\n".join(texts))
    return source


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("mpi")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--filter", default="")
    parser.add_argument("--random", type=int, default=1, help="packs of random programs")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tool = arguments.build.resolve() / "bin/tactus-pml"
    sources = [*sorted((HERE / "pml").glob("*.sml")), *sorted((HERE / "pml").glob("*/*.mlb")), HERE.parents[1] / "examples/pml/queens.sml"]
    sources = [source for source in sources if arguments.filter in source.name]
    failed, runs, travelled = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        sources += [random_pack(tool, folder, seed) for seed in range(arguments.seed, arguments.seed + arguments.random)]
        with ThreadPoolExecutor(2) as pool:
            programs = list(pool.map(lambda one: build(tool, arguments.mpi, one, folder), sources))
        alone = {program: subprocess.run([str(program)], env=environment(TACTUS_WORKERS="1"), text=True, capture_output=True)
                 for program in programs}
        cases = list(itertools.product(programs, SETTINGS, (int(word) for word in arguments.ranks.split(","))))
        results = launch_all([(arguments.mpi, ranks, program, {**variables, "TACTUS_STATS": "1"})
                              for program, (_, variables), ranks in cases], folder)
        for (program, (name, _), ranks), result in zip(cases, results):
            runs += 1
            # The launcher may put it into the middle of another rank's line.
            gone = re.search(r"tactus: ranks: (\d+) tasks ran in other ranks", result.stderr)
            travelled += int(gone[1]) if gone else 0
            wrong = [line for line in result.stderr.splitlines() if "tactus: error" in line]
            expected = alone[program].returncode, alone[program].stdout
            if (result.returncode, result.stdout) != expected or wrong or bool(gone) != (ranks > 1):
                failed.append(f"{program.name}, {ranks} ranks, {name}")
                print(f"{failed[-1]}: status {result.returncode}\n{result.stdout}{wrong}", flush=True)
    print(f"{runs} runs, {len(failed)} failed, {travelled} tasks ran in other ranks")
    return 1 if failed or not travelled else 0


if __name__ == "__main__":
    sys.exit(main())
