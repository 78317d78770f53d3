"""test_jobs.py BUILD: what a job of MPI leaves: files by rank, workers by node, one page for all ranks, a list of them."""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from run import PROGRAMS, build, compiler, environment, launch

BUILD = Path(sys.argv.pop(1)).resolve()
COMMAND = str(BUILD / "bin/tactus")
MPIS = ("openmpi", "mpich")

PAGE = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)

UNEVEN = """
#include "rank_program.h"

static volatile double values[400];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  // Ranks above 0 come to the barrier at once.
#pragma omp parallel for
  for (int i = 0; i < (RANK ? 1 : 400); ++i)
    values[i] = count_up(200000);
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1)
    sleep_ms(atoi(argv[1]));
  return end();
}
"""


def data_of(page):
    return json.loads(PAGE.search(Path(page).read_text())[1])


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = Path(cls.folder.name)
        source = cls.place / "uneven.c"
        source.write_text(UNEVEN)
        cls.programs = {mpi: build(mpi, source, str(BUILD / "bin/tactus-clang"), cls.place, ["-I", str(PROGRAMS)])
                        for mpi in MPIS}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_job(self, mpi, ranks, **variables):
        result = launch(mpi, ranks, self.programs[mpi], variables, self.place)
        self.assertEqual((result.returncode, result.stdout), (0, "right\n"), result.stderr)
        return result.stderr

    def test_files_by_rank(self):
        for mpi in MPIS:
            with self.subTest(mpi):
                self.assertEqual(self.run_job(mpi, 3, TACTUS_STATS=f"{mpi}-%r.json"), "")
                for rank in range(3):
                    found = json.loads((self.place / f"{mpi}-{rank}.json").read_text())
                    self.assertEqual((found["rank"], found["ranks"]), (rank, 3))
                    self.assertNotIn(f"{mpi}-3.json", os.listdir(self.place))

    def test_one_file_for_several_ranks_is_said(self):
        for mpi in MPIS:
            with self.subTest(mpi):
                said = self.run_job(mpi, 2, TACTUS_STATS="same.json")
                self.assertEqual(said, "tactus: warning: TACTUS_STATS=same.json: 2 ranks write this file, and the last of "
                                       "them is what stays; put %r into the name\n")

    def test_ranks_divide_the_processors(self):
        processors = len(os.sched_getaffinity(0))
        for mpi, unbound in (("openmpi", {"OMPI_MCA_hwloc_base_binding_policy": "none"}), ("mpich", {})):
            with self.subTest(mpi):
                self.run_job(mpi, 4, TACTUS_STATS="workers-%r.json", **unbound)
                workers = [json.loads((self.place / f"workers-{rank}.json").read_text())["workers"] for rank in range(4)]
                self.assertEqual(workers, [max(1, processors // 4 + (rank < processors % 4)) for rank in range(4)])

    def report(self, *arguments):
        result = subprocess.run([COMMAND, "report", "-o", "page.html", *arguments], cwd=self.place, text=True,
                                capture_output=True, env=environment())
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("tactus: wrote page.html", result.stderr)
        return data_of(self.place / "page.html")

    def check_page(self, data, ranks):
        self.assertEqual([rank["rank"] for rank in data["ranks"]], list(range(ranks)))
        # On one clock: one begins first, and all meet.
        begins = [rank["begin"] for rank in data["ranks"]]
        self.assertEqual(min(begins), 0)
        self.assertLess(max(begins), min(rank["begin"] + rank["elapsed"] for rank in data["ranks"]))
        calls = {line["function"].split()[0]: line for line in data["lines"]}
        barrier = calls["MPI_Barrier"]
        self.assertEqual(barrier["name"], "uneven.c:12")
        self.assertEqual(barrier["calls"], ranks)
        # All wait for rank 0, and their time line says so.
        self.assertEqual(barrier["least"], 0)
        self.assertGreater(barrier["times"][1], barrier["times"][0])
        states = {state for _, _, state in data["ranks"][1]["segments"]}
        self.assertIn(7, states)
        self.assertIn("MPI_Init_thread", calls)

    def test_page(self):
        for mpi in MPIS:
            with self.subTest(mpi):
                data = self.report("--", f"mpirun.{mpi}", "-n", "3", str(self.programs[mpi]))
                self.assertEqual(data["command"][:3], [f"mpirun.{mpi}", "-n", "3"])
                self.check_page(data, 3)

    def test_page_of_traces(self):
        library = str(BUILD / "lib/libtactus_mpi.so")
        self.run_job("mpich", 2, TACTUS_TRACE="kept-%r.json", LD_PRELOAD=library)
        self.check_page(self.report("--trace", "kept-1.json", "--trace", "kept-0.json"), 2)
        # One of them is a page as that of any program, with the line in it.
        data = self.report("--trace", "kept-1.json")
        lines = [(line["name"], line["by"]) for line in data["lines"]["entries"]]
        self.assertIn(("uneven.c:12", "MPI"), lines)
        self.assertGreater(data["lines"]["mpi"], 0)

    def test_page_without_debug_information(self):
        program = build("mpich", self.place / "uneven.c", str(BUILD / "bin/tactus-clang"), self.place / ".",
                        ["-I", str(PROGRAMS), "-g0", "-rdynamic", "-o", "bare"])
        bare = program.with_name("bare")
        bare = bare if bare.exists() else program
        data = self.report("--", "mpirun.mpich", "-n", "2", str(bare))
        functions = {line["function"]: line["name"] for line in data["lines"]}
        self.assertIn("MPI_Barrier in main", functions)
        self.assertEqual(functions["MPI_Barrier in main"], bare.name)

    def test_top_lists_ranks(self):
        # Two minutes, of which it is ended as soon as it has been seen.
        command = ["mpirun.mpich", "-n", "2", str(self.programs["mpich"]), "120000"]
        with subprocess.Popen(command, cwd=self.place, text=True, stdout=subprocess.DEVNULL,
                              env=environment(TACTUS_TRACE="top-%r.json")) as job:
            try:
                for _ in range(600):
                    if all((self.place / f"top-{rank}.json").exists() for rank in range(2)):
                        break
                    time.sleep(0.1)
                shown = subprocess.run([COMMAND, "top", str(job.pid), "--count", "1", "--interval", "0.1"], text=True,
                                       capture_output=True, env=environment())
            finally:
                job.terminate()
        self.assertEqual(shown.returncode, 0, shown.stderr)
        lines = shown.stdout.splitlines()
        self.assertEqual(lines[0].split()[:3], ["rank", "process", "workers"])
        self.assertEqual([line.split()[0] for line in lines[1:3]], ["0", "1"])
        self.assertTrue(all("uneven" in line for line in lines[1:3]), shown.stdout)


if __name__ == "__main__":
    unittest.main()
