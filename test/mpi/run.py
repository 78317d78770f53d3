"""run.py: hybrid programs of MPI and OpenMP, compiled by tactus-clang, are right with each MPI that Debian has.

    run.py BUILD [--quick] [--mpi openmpi,mpich] [--ranks 1,2,4,8] [--filter WORD] [--reference]

Each program of programs/ counts its own errors. Its first lines may say, after //:

    THREADS   it starts threads of its own number, whatever workers there are
    LENDS     it ends only if a thread that waits in MPI lends its place: not run without libtactus_mpi
    MANY      many threads send and receive at once: not run with MPICH, which loses messages between them (docs/mpi.md)

--reference builds with clang and libomp instead, which checks the programs.
"""
import argparse
import itertools
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LLVM = os.environ.get("LLVM", "19")

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
# Of a job, in seconds: one of some seconds, beside another, on a machine that is several times slower.
TIMEOUT = 180

# name, variables, and whether libtactus_mpi is in the program
SETTINGS = [
    ("plain", {}, False),
    ("lends", {}, True),
    ("one worker", {"TACTUS_WORKERS": "1"}, True),
    ("fast", {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"}, True),
    ("chaos", {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "1"}, True),
    ("all", {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"}, True),
    ("non-blocking", {"TACTUS_WORKERS": "2", "TACTUS_MPI_COLLECTIVES": "nonblocking"}, True),
]
QUICK = {"plain", "one worker", "chaos", "non-blocking"}


def environment(**more):
    """That of a run: also as root, and on a machine with fewer processors than ranks, which Open MPI 5 leaves to PRRTE to allow."""
    return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
            # All ranks are on one machine. Open MPI 5 tells each job of other network interfaces that it does not like. A job of
            # Open MPI 4 begins a second later if it is to do without TCP.
            "OMPI_MCA_btl_tcp_if_include": "lo", "OMPI_MCA_btl_base_warn_component_unused": "0", **more}


def compiler(mpi, source, tool):
    """The command and the variable by which a wrapper of this MPI takes another compiler."""
    is_cxx = source.suffix == ".cpp"
    variable = ("OMPI_" if mpi == "openmpi" else "MPICH_") + ("CXX" if is_cxx else "CC")
    return f"{'mpicxx' if is_cxx else 'mpicc'}.{mpi}", {variable: f"{tool}{'++' if is_cxx else ''}"}


def build(mpi, source, tool, folder, options=()):
    """The program, compiled by `tool`."""
    command, variables = compiler(mpi, source, tool)
    program = Path(folder) / f"{source.stem}.{mpi}"
    standard = ["-std=c++20"] if source.suffix == ".cpp" else []
    subprocess.run([command, "-O2", "-g", "-fopenmp", "-Wno-unused-command-line-argument", *standard, *options,
                    str(source), "-o", str(program)], env=environment(**variables), check=True)
    return program


def launch(mpi, ranks, program, variables, folder=None):
    """Runs it. Of a rank that does not end the others are ended, too."""
    command = ["timeout", "--kill-after=5", str(TIMEOUT), f"mpirun.{mpi}", "-n", str(ranks), str(program)]
    return subprocess.run(command, env=environment(**variables), cwd=folder, text=True, capture_output=True)


def launch_all(jobs, folder):
    """The results of launch(*job) for each, in their order. Two jobs run at a time, as most of one's time is waiting for the
    launcher. Each has a folder of its own in `folder`, for what it writes."""
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda job: launch(*job, tempfile.mkdtemp(dir=folder)), jobs)


def words(source):
    """What the comment at its top says of the program."""
    return {line[3:].strip() for line in source.read_text().splitlines()[:6] if line.startswith("// ")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mpi", default="openmpi,mpich")
    parser.add_argument("--ranks")
    parser.add_argument("--filter", default="")
    parser.add_argument("--reference", action="store_true")
    arguments = parser.parse_args()
    tool = f"clang-{LLVM}" if arguments.reference else str(arguments.build.resolve() / "bin/tactus-clang")
    library = str(arguments.build.resolve() / "lib/libtactus_mpi.so")
    ranks = [int(word) for word in (arguments.ranks or ("1,3" if arguments.quick else "1,2,4,8")).split(",")]
    sources = [source for source in sorted(PROGRAMS.glob("*.c*")) if arguments.filter in source.name]
    settings = [one for one in SETTINGS if not arguments.quick or one[0] in QUICK]
    if arguments.reference:
        tool, settings = f"clang-{LLVM}", [("libomp", {"OMP_NUM_THREADS": "2"}, False)]
        sources = [source for source in sources if "LENDS" not in words(source)]
    failed, runs = [], 0
    with tempfile.TemporaryDirectory() as folder:
        mpis = arguments.mpi.split(",")
        jobs = [job for job in itertools.product(mpis, sources) if job[0] != "mpich" or "MANY" not in words(job[1])]
        with ThreadPoolExecutor(2) as pool:
            programs = dict(zip(jobs, pool.map(lambda job: build(*job, tool, folder), jobs)))
        cases = [case for case in itertools.product(jobs, settings, ranks) if case[1][2] or "LENDS" not in words(case[0][1])]
        results = launch_all([(mpi, count, programs[mpi, source], {**variables, **({"LD_PRELOAD": library} if lends else {})})
                              for (mpi, source), (_, variables, lends), count in cases], folder)
        for ((mpi, source), (name, _, _), count), result in zip(cases, results):
            runs += 1
            if result.returncode or result.stdout != "right\n" or result.stderr:
                failed.append(f"{source.name}, {mpi}, {count} ranks, {name}")
                print(f"{failed[-1]}: status {result.returncode}\n{result.stdout}{result.stderr}", flush=True)
    print(f"{runs} runs, {len(failed)} failed")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
