"""test_deaths.py BUILD MPI [--random PACKS] [--deaths N] [--programs N] [--seed N] [--filter WORD]: a rank that dies takes nothing
along, with an MPI that has ULFM.

Programs of 4 ranks, in C++ and random ones of Parallel ML, are right although one rank is killed as it sends or receives a message
or looks for one (dies.c), and end with status 0. A job that cannot go on says so in a line. Skipped with an MPI that ends a job of
which a rank dies.

Random programs come in packs, which last long enough for deaths at any moment; and, N with a death and N without, each as a job of
its own, of which a rank is killed that holds one of the program's pieces (random_deaths.py)."""
import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "mpi"))
from run import build, environment  # noqa: E402
from random_deaths import run_programs  # noqa: E402
from test_pml import PACK, build as build_pml, random_pack  # noqa: E402

SKIPPED = 77
RANKS, TIMEOUT = 4, 400
# By which of its messages a rank dies. The first ones are of the start: an ask, a piece, a result.
MESSAGES = (1, 2, 3, 5, 13, 40)
# A short program has too few of them.
LOOKS = (1, 2, 3, 4, 6, 8, 12)
SETTINGS = [{"TACTUS_WORKERS": "1", "TACTUS_PROMOTE": "all"}, {"TACTUS_WORKERS": "2", "TACTUS_CHAOS": "1"}]
# Others wait for what each rank does, or start MPI by themselves.
PROGRAMS = ("arrays", "exceptions", "large", "loops", "queens", "stops")
LOST = {"arrays": "a rank has died that had a block of an array"}


def has_ulfm(mpi):
    """Whether the MPI leaves ranks alive."""
    information = shutil.which("ompi_info") if mpi == "openmpi" else None
    return information and "FT MPI support: yes" in subprocess.run([information], text=True, capture_output=True).stdout


def launch(mpi, program, variables, folder, death=None, words=()):
    """The result of a job with these arguments, and whether a rank has died by (rank, what is counted, number)."""
    file = Path(tempfile.mkdtemp(dir=folder)) / "died"
    dies = {"LD_PRELOAD": str(Path(folder) / "dies.so"), "DIES_RANK": str(death[0]), "DIES_BY": death[1],
            "DIES_NUMBER": str(death[2]), "DIES_FILE": str(file)} if death else {}
    # The ranks of one machine need no network.
    command = ["timeout", "--kill-after=5", str(TIMEOUT), f"mpirun.{mpi}", "--oversubscribe", "--with-ft", "ulfm", "-n", str(RANKS),
               *(word for name, value in dies.items() for word in ("-x", f"{name}={value}")), str(program), *words]
    result = subprocess.run(command, env=environment(OMPI_MCA_btl="self,sm", **variables), text=True, capture_output=True, cwd=folder)
    return result, file.exists()


class Checks:
    def __init__(self, mpi, folder):
        self.mpi, self.folder, self.ranks = mpi, folder, RANKS
        self.failed, self.planned, self.runs, self.died = [], 0, 0, 0

    def launch(self, program, variables, death, words=()):
        return launch(self.mpi, program, variables, self.folder, death, words)

    def attempts(self, program, variables, death):
        """Of a planned death, until the rank has died: it may have no such number of messages, or no time for them."""
        result, died = self.launch(program, variables, death)
        yield death, result, died
        if death and not died and death[2] > 1:
            yield from self.attempts(program, variables, (*death[:2], death[2] // 2))

    def run(self, cases):
        """Of (program, variables, death, what is to come)."""
        self.planned += sum(death is not None for _, _, death, _ in cases)
        with ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda case: list(self.attempts(*case[:3])), cases)
            for (program, variables, _, expected), attempts in zip(cases, results):
                for death, result, died in attempts:
                    self.check(f"{program.name}, {variables}, {death}", program, result, died, expected)

    def check(self, name, program, result, died, expected):
        self.runs += 1
        self.died += died
        lines = [line for line in result.stderr.splitlines() if "tactus: " in line]
        if not self.is_right(program, result, lines, died, expected):
            self.failed.append(name)
            print(f"{name}: status {result.returncode}\n{result.stdout}{result.stderr}", flush=True)

    @staticmethod
    def is_right(program, result, lines, died, expected):
        if died and program.stem in LOST and result.returncode != 0:
            return len(lines) == 1 and lines[0].endswith(LOST[program.stem])
        return (result.returncode, result.stdout, lines) == (0, expected, [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("mpi")
    parser.add_argument("--random", type=int, default=1, help="packs of random programs")
    parser.add_argument("--deaths", type=int, default=1, help="of each pack, with each setting")
    parser.add_argument("--programs", type=int, default=3, help="random ones with a death, and as many without, each a job")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", default="")
    arguments = parser.parse_args()
    if not has_ulfm(arguments.mpi):
        print("this MPI has no ULFM")
        return SKIPPED
    mpi, tool = arguments.mpi, arguments.build.resolve() / "bin/tactus-clang"
    choice = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        subprocess.run([f"mpicc.{mpi}", "-shared", "-fPIC", str(HERE / "dies.c"), "-o", f"{folder}/dies.so"], check=True)
        checks = Checks(mpi, folder)
        sources = [HERE / f"programs/{name}.cpp" for name in PROGRAMS if arguments.filter in name]
        programs = list(pool.map(lambda one: build(mpi, one, tool, folder), sources))
        checks.run([(program, variables, (1 + message % (RANKS - 1), "messages", message), "right\n")
                    for program in programs for variables in SETTINGS for message in MESSAGES])
        pml = arguments.build.resolve() / "bin/tactus-pml"
        packs = [random_pack(pml, folder, seed) for seed in range(arguments.seed, arguments.seed + arguments.random)]
        for program in pool.map(lambda one: build_pml(pml, mpi, one, folder), packs):
            alone = subprocess.run([str(program)], env=environment(TACTUS_WORKERS="1"), text=True, capture_output=True).stdout
            checks.run([(program, variables, (choice.randrange(1, RANKS), "looks", choice.choice(LOOKS)) if dies else None, alone)
                        for variables in SETTINGS for dies in (False, *[True] * arguments.deaths)])
        print(f"{checks.runs} runs, in {checks.died} a rank has died, as planned for {checks.planned}; {len(packs) * PACK} random "
              f"programs of Parallel ML in packs, {len(checks.failed)} failed", flush=True)
        # Each planned death comes, but for a program that is over before its ranks have done anything.
        come = 10 * checks.died >= 9 * checks.planned
        come &= run_programs(checks, pml, SETTINGS, arguments.programs, arguments.seed)
    print(f"{len(checks.failed)} failed")
    return 0 if come and not checks.failed else 1


if __name__ == "__main__":
    sys.exit(main())
