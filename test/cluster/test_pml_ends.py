"""test_pml_ends.py BUILD MPI: however a program of Parallel ML ends over several ranks, its output is there once, what Tactus says is
one line, the status is that of one rank, and nothing hangs."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "mpi"))
from run import TIMEOUT, environment  # noqa: E402

BUILD, MPI = Path(sys.argv[1]).resolve(), sys.argv[2]
# Of timeout.
TIMED_OUT = 124
# MPICH's launcher says on the output which rank it has seen killed. Where one has ended in error it kills the others itself, and may
# see those first.
BANNER = re.compile(r"\n={40,}\n=   BAD TERMINATION.*", re.DOTALL)
PROGRAM = """
exception Deep of int
fun work 0 n = n mod 7
  | work d n = let val (a, b) = ForkJoin.par (fn () => work (d - 1) (n + 1), fn () => work (d - 1) (n * 3 mod 1009)) in a + b end
fun tree leaf 0 n = leaf n
  | tree leaf d n =
      let val (a, b) = ForkJoin.par (fn () => tree leaf (d - 1) (2 * n), fn () => tree leaf (d - 1) (2 * n + 1)) in a + b end
fun long n = List.tabulate (n, fn i => i)
fun alone 0 n = n
  | alone d n = alone (d - 1) (alone (d - 1) n + 1)
fun forever n = if work 10 n < 0 then n else forever (n + 1)
val () = print "begins\\n"
val () =
  case CommandLine.arguments () of
    ["raise"] => print (Int.toString (tree (fn n => if n = 50 then raise Deep n else work 12 n) 5 1))
  | ["exit"] => print (Int.toString (tree (fn n => if n = 60 then OS.Process.exit OS.Process.failure else work 14 n) 5 1))
  | ["leave"] =>
      let
        val (a, b) = ForkJoin.par (fn () => (print (Int.toString (alone 25 0)); OS.Process.exit OS.Process.failure),
                                   fn () => tree forever 5 1)
      in
        print (Int.toString (a + b))
      end
  | ["memory"] => print (Int.toString (tree (fn n => length (long (40000000 + n))) 5 1))
  | ["forever"] => print (Int.toString (tree forever 5 1))
  | _ =>
      case TextIO.inputLine TextIO.stdIn of
        NONE => print "nothing\\n"
      | SOME line => print (line ^ Int.toString (tree (fn n => work 12 n) 5 (size line)) ^ "\\n")
"""


class Ends(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        source = Path(cls.folder.name) / "ends.sml"
        source.write_text(PROGRAM)
        cls.program = Path(cls.folder.name) / "ends"
        subprocess.run([str(BUILD / "bin/tactus-pml"), "build", "--cluster", str(source), "-o", str(cls.program)], check=True,
                       env=environment(TACTUS_MPICXX=f"mpicxx.{MPI}"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_job(self, *arguments, program=None, text="", **variables):
        """The status, the program's output, and what Tactus says."""
        command = ["timeout", "--kill-after=5", str(TIMEOUT), f"mpirun.{MPI}", "-n", "3", str(program or self.program), *arguments]
        done = subprocess.run(command, env=environment(TACTUS_WORKERS="1", **variables), input=text, text=True,
                              capture_output=True, cwd=self.folder.name)
        self.assertNotEqual(done.returncode, TIMED_OUT, done.stderr)
        return done.returncode, BANNER.sub("", done.stdout), [line for line in done.stderr.splitlines() if line.startswith("tactus: ")]

    def test_input_is_that_of_the_first_rank(self):
        alone = subprocess.run([str(self.program)], input="some words\n", text=True, capture_output=True, check=True).stdout
        for how in ({}, {"TACTUS_CHAOS": "3"}):
            self.assertEqual(self.run_job(text="some words\n", **how), (0, alone, []))

    def test_an_exception_that_nobody_handles(self):
        for how in ({}, {"TACTUS_CHAOS": "5"}):
            status, output, lines = self.run_job("raise", **how)
            self.assertEqual((status, output), (1, "begins\n"))
            self.assertEqual(len(lines), 1)
            self.assertRegex(lines[0], r"^tactus: error: uncaught exception Deep, raised at .*ends\.sml:\d+:\d+$")

    def test_exit_while_tasks_are_away(self):
        for how in ({}, {"TACTUS_CHAOS": "7"}):
            self.assertEqual(self.run_job("exit", **how), (1, "begins\n", []))

    def test_exit_while_tasks_run_that_never_end(self):
        for how in ({"TACTUS_PROMOTE": "all"}, {"TACTUS_CHAOS": "11"}):
            self.assertEqual(self.run_job("leave", **how), (1, f"begins\n{2 ** 25 - 1}", []))

    def test_memory_runs_out_somewhere(self):
        status, output, lines = self.run_job("memory", TACTUS_HEAP_MB="64", TACTUS_PROMOTE="all")
        self.assertNotEqual(status, 0)
        self.assertEqual(output, "begins\n")
        self.assertTrue(lines and all(line.startswith("tactus: error: out of memory: ") for line in lines), lines)

    def test_a_full_disk(self):
        script = Path(self.folder.name) / "full.sh"
        script.write_text(f'#!/bin/sh\nexec "{self.program}" "$@" > /dev/full\n')
        script.chmod(0o755)
        alone = subprocess.run([str(script)], input="some words\n", text=True, capture_output=True)
        self.assertNotEqual(alone.returncode, 0)
        self.assertEqual(len(alone.stderr.splitlines()), 1, alone.stderr)
        for how in ({}, {"TACTUS_CHAOS": "9"}):
            self.assertEqual(self.run_job(program=script, text="some words\n", **how),
                             (alone.returncode, "", alone.stderr.splitlines()))

    def test_a_rank_that_is_killed(self):
        script = Path(self.folder.name) / "killed.sh"
        script.write_text(f"""#!/bin/sh
if [ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = 2 ]; then (sleep 2; kill -9 $$) & fi
exec "{self.program}" "$@"
""")
        script.chmod(0o755)
        status, output, lines = self.run_job("forever", program=script, TACTUS_PROMOTE="all")
        self.assertNotEqual(status, 0)
        self.assertEqual((output, lines), ("begins\n", []))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
