"""test_crowds.py BUILD: jobs whose ranks have more workers than there are processors.

Workers that are woken in vain are woken rarely (decision 277), and no parallelism is lost by that."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from run import PROGRAMS, build, launch

BUILD = Path(sys.argv.pop(1)).resolve()
RANKS, LOOPS = 8, 400
# Of runtime/slots/vain_wakes.h.
MANY = 5

# The thread that makes a task sleeps only when its loop is over, and has one processor with its worker.
SHORT = """
#include <unistd.h>
static volatile long sums[100];
int main(void) {
  for (int loop = 0; loop < %d; ++loop) {
#pragma omp parallel for
    for (int i = 0; i < 100; ++i) {
      volatile long sum = 0;
      for (long j = 0; j < 500; ++j)
        sum = sum + j;
      sums[i] = sum;
    }
    usleep(200);
  }
}
""" % LOOPS

# All have short loops between messages, and then one rank alone has work, while the others wait for its message.
ALONE = """
#include "rank_program.h"
#include <pthread.h>

static pthread_t first;
static int shared;

static void work(long iterations) {
#pragma omp parallel for
  for (long i = 0; i < iterations; ++i)
    if (!__atomic_load_n(&shared, __ATOMIC_RELAXED)) {
      count_up(500);
      if (!pthread_equal(first, pthread_self()))
        __atomic_store_n(&shared, 1, __ATOMIC_RELAXED);
    }
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  first = pthread_self();
  for (int loop = 0; loop < 200; ++loop) {
    work(200);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int rank = 0; rank < RANKS; rank += RANKS - 1) {
    shared = 0;
    if (RANK == rank) {
      // It ends when a second thread takes part.
      work(20000000);
      CHECK(shared);
    }
    MPI_Bcast(&shared, 1, MPI_INT, rank, MPI_COMM_WORLD);
  }
  return end();
}
"""


class Crowds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = Path(cls.folder.name)
        for name, text in (("short.c", SHORT), ("alone.c", ALONE)):
            (cls.place / name).write_text(text)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def counted(self, **variables):
        """What is counted in a process that has one processor. Of SCHED_BATCH, nobody who wakes takes it from the other."""
        def prepare():
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))

        program = self.place / "short"
        if not program.exists():
            subprocess.run([str(BUILD / "bin/tactus-clang"), "-O2", "-fopenmp", str(self.place / "short.c"), "-o", str(program)],
                           check=True)
        subprocess.run([str(program)], check=True, preexec_fn=prepare, cwd=self.place,
                       env={**os.environ, "TACTUS_WORKERS": "2", "TACTUS_STATS": "short-%r.json", **variables})
        return json.loads((self.place / "short-0.json").read_text())["counters"]

    def test_who_is_woken_in_vain_is_woken_rarely(self):
        ranks = {"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": str(RANKS), "OMPI_COMM_WORLD_LOCAL_RANK": "0",
                 "OMPI_COMM_WORLD_LOCAL_SIZE": str(RANKS)}
        found = self.counted(**ranks)
        # A thread that gets the processor in the midst of a loop finds its task, and then all begins anew.
        self.assertLess(found["promotions"], (found["steals"] + 1) * (MANY + 1) + LOOPS / 2)

    def test_a_process_that_is_no_rank_wakes_each_time(self):
        found = self.counted()
        self.assertGreater(found["promotions"], LOOPS / 2)

    def test_one_rank_that_has_work_shares_it(self):
        for mpi, bound in (("openmpi", {"OMPI_MCA_hwloc_base_binding_policy": "none"}), ("mpich", {})):
            with self.subTest(mpi):
                program = build(mpi, self.place / "alone.c", str(BUILD / "bin/tactus-clang"), self.place, ["-I", str(PROGRAMS)])
                # The watcher, too, would bring a second thread.
                result = launch(mpi, RANKS, program, {"TACTUS_WORKERS": "2", "TACTUS_WATCH": "0", **bound}, self.place)
                self.assertEqual((result.returncode, result.stdout), (0, "right\n"), result.stderr)


if __name__ == "__main__":
    unittest.main()
