"""test_failures.py BUILD MPI: whatever a rank dies of ends the job, with a status other than 0, and what Tactus says of it is a
line. What a program may not send is refused by the compiler."""
import concurrent.futures
import os
import select
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "mpi"))
from run import TIMEOUT, build, environment, launch  # noqa: E402

BUILD, MPI = Path(sys.argv[1]).resolve(), sys.argv[2]
CLANG = f"clang++-{os.environ.get('LLVM', '19')}"
# Of timeout; 137 is also what a rank that was killed gives to its launcher.
TIMED_OUT = 124
PROGRAM = """#include <tactus/cluster.hpp>
#include <memory>
#include <string_view>
namespace cluster = tactus::cluster;
[[maybe_unused]] static int one(int value) { return value; }
int main(int argc, char **argv) {
  [[maybe_unused]] int local = argc;
  return cluster::run(argc, argv, [&] { %s; });
}
"""


class Failures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = build(MPI, HERE / "failing/dies.cpp", BUILD / "bin/tactus-clang", cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def launch(self, how, redirection="", ranks=3):
        script = Path(self.folder.name) / f"{how}.sh"
        script.write_text(f'#!/bin/sh\nexec "{self.program}" {how} {redirection}\n')
        script.chmod(0o755)
        return launch(MPI, ranks, script, {"TACTUS_WORKERS": "1", "TACTUS_PROMOTE": "all"}, self.folder.name)

    def run_job(self, how):
        result = self.launch(how)
        self.assertNotIn(result.returncode, (0, TIMED_OUT), result.stderr)
        if result.returncode == 137:
            self.assertIn("signal 9", result.stderr.lower())
        return result, [line for line in result.stderr.splitlines() if line.startswith("tactus: ")]

    def test_a_rank_dies(self):
        for how in ("signal", "exit"):
            with self.subTest(how):
                # The launcher says who died.
                self.assertEqual(self.run_job(how)[1], [])

    def test_a_message_that_does_not_unpack(self):
        self.assertEqual(self.run_job("unpack")[1],
                         ["tactus: error: cluster: rank 0: a message is shorter than what it should hold"])

    def test_a_rank_without_memory(self):
        self.assertEqual(self.run_job("memory")[1],
                         ["tactus: error: cluster: rank 0: no memory for a message; give the job more, or fewer ranks to each node"])

    def test_a_line_is_read_before_the_job_ends(self):
        # Also a launcher that reads late, as a busy one does, gets the line.
        pipe = Path(self.folder.name) / "pipe"
        os.mkfifo(pipe)
        with open(os.open(pipe, os.O_RDWR), "rb", buffering=0) as late, ThreadPoolExecutor(1) as pool:
            job = pool.submit(self.launch, "unpack", f'2>"{pipe}"')
            self.assertTrue(select.select([late], [], [], TIMEOUT)[0])
            with self.assertRaises(concurrent.futures.TimeoutError, msg="the job ends before its line is read"):
                job.result(1)
            self.assertIn(b"a message is shorter than what it should hold", late.read(4096))
            self.assertNotIn(job.result().returncode, (0, TIMED_OUT))

    def test_threads_are_not_allowed(self):
        result, lines = self.run_job("level")
        if result.returncode == 77:
            self.skipTest("this MPI allows more threads than it has been asked for")
        # Each rank sees it; the launcher ends the others as soon as one has said so.
        self.assertEqual({line.partition("rank ")[2].partition(": ")[2] for line in lines},
                         {"MPI has been started for one thread; ask MPI_Init_thread for MPI_THREAD_SERIALIZED, or leave it to "
                          "cluster::run"})

    def test_different_programs(self):
        other = Path(self.folder.name) / "other"
        source = Path(self.folder.name) / "other.cpp"
        source.write_text(PROGRAM % "cluster::par(cluster::call<one>(1), cluster::call<one>(2))")
        build(MPI, source, BUILD / "bin/tactus-clang", self.folder.name, ["-I", str(BUILD / "include")]).rename(other)
        command = ["timeout", str(TIMEOUT), f"mpirun.{MPI}", "-n", "1", str(other), ":", "-n", "1", str(self.program), "unpack"]
        result = subprocess.run(command, env=environment(), text=True, capture_output=True)
        self.assertNotIn(result.returncode, (0, TIMED_OUT))
        self.assertIn("tactus: error: cluster: rank 0: the ranks run different programs; start one program in all of them\n",
                      result.stderr)

    def test_what_does_not_travel_is_refused(self):
        bodies = ("cluster::par([&] { return local; }, cluster::call<one>(1))",
                  "cluster::par(cluster::call<one>(1), [=] { return local; })",
                  "cluster::call<[](int *) {}>(&local)",
                  "cluster::call<[](std::string_view) {}>(std::string_view())",
                  "cluster::call<[](std::reference_wrapper<int>) {}>(std::ref(local))",
                  "cluster::call<[](std::vector<int *>) {}>(std::vector<int *>())",
                  "cluster::call<[](std::tuple<int, int *>) {}>(std::tuple<int, int *>())",
                  "cluster::call<[](const std::shared_ptr<int> &) {}>(std::make_shared<int>())",
                  "cluster::parallel_for(0, 9, [&](int) {})",
                  "cluster::parallel_for(0, 9, cluster::call<[](int) -> int * { return nullptr; }>())",
                  "cluster::array<int> x(9); cluster::assign(x, [&](uint64_t) { return local; })")
        # One file, a line for each: the header takes longer to read than all of them.
        source = Path(self.folder.name) / "refused.cpp"
        source.write_text(PROGRAM % ("\n" + "".join(f"{{ {body}; }}\n" for body in bodies)))
        first = PROGRAM[:PROGRAM.index("%s")].count("\n") + 2
        result = subprocess.run([f"mpicxx.{MPI}", "-std=c++20", "-fsyntax-only", "-ferror-limit=0", f"-I{BUILD / 'include'}",
                                 source], env=environment(OMPI_CXX=CLANG, MPICH_CXX=CLANG), text=True,
                                capture_output=True)
        self.assertNotEqual(result.returncode, 0)
        for line, body in enumerate(bodies, first):
            with self.subTest(body):
                self.assertRegex(result.stderr, rf"refused\.cpp:{line}:\d+: error: no matching function for call to "
                                                "'(par|call|parallel_for|assign)'")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
