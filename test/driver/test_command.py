"""The tactus command."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from support import COMMAND, LLVM, run


class Command(unittest.TestCase):
    def tactus(self, *arguments, **variables):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
        return run([COMMAND, *arguments], env={**kept, **variables})

    def bad(self, *arguments):
        done = self.tactus(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^tactus: error: .*\n$")
        self.assertEqual(done.stderr.count("\n"), 1)
        return done.stderr

    def test_version_and_help(self):
        self.assertRegex(self.tactus("--version").stdout, rf"^tactus \d+\.\d+\.\d+ \(LLVM {LLVM}\.\d+\.\d+\)\n$")
        for arguments, expected in ((["--help"], "env"), (["run", "--help"], "--workers"), (["env", "--help"], "settings")):
            done = self.tactus(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(expected, done.stdout)

    def test_help_fits_a_terminal(self):
        def look(*command):
            text = self.tactus(*command, "--help").stdout
            self.assertIn(f"sage: {' '.join(['tactus', *command])} ", text)
            self.assertEqual([line for line in text.splitlines() if len(line) > 80], [], command)
            self.assertNotRegex(text, r"UINT|TEXT|FLOAT|:\{")
            for name in re.findall(r"^  (\w+) ", text.partition("\nSubcommands:")[2], flags=re.M):
                look(*command, name)

        look()
        self.assertIn("Usage: tactus report [OPTIONS] PROGRAM [ARGUMENTS...]", self.tactus("report", "--help").stdout)

    def test_errors_name_the_help_of_their_command(self):
        for command in (["run"], ["report"], ["simulate"], ["top"], ["tpal"], ["tpal", "run"], ["pml", "build"], ["analyze"]):
            self.assertTrue(self.bad(*command, "--bogus").endswith(f"; see {' '.join(['tactus', *command])} --help\n"), command)

    def test_output_that_cannot_be_written(self):
        for arguments in (["env"], ["--help"], ["run", "--help"], ["tpal", "--help"], ["pml", "build", "--help"], ["bench", "--list"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertRegex(done.stderr, r"^tactus: error: cannot write .*: No space left on device; .*\n$", arguments)
            # Whoever reads no more wants no message.
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([COMMAND, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
            os.close(writer)
            self.assertEqual((done.stderr, done.returncode in (-13, 141)), ("", True), arguments)

    def test_bad_usage(self):
        self.bad()
        self.assertIn("'nonsense' is no command; see", self.bad("nonsense"))
        self.assertIn("did you mean 'report'?", self.bad("repotr", "program"))
        self.assertIn("did you mean 'run'?", self.bad("rnu"))
        self.bad("run")
        self.assertIn("--workers", self.bad("run", "--workers"))
        self.assertIn("--bogus", self.bad("run", "--bogus", "true"))
        self.assertIn("'--workers' belongs behind 'run'", self.bad("--workers", "2", "true"))

    def test_other_orders_of_words(self):
        run = lambda *words: subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
        print_workers = ["sh", "-c", "echo $TACTUS_WORKERS $TACTUS_CHAOS"]
        for words in (["run", "--workers", "3", "--chaos=5"], ["--workers", "3", "--chaos=5", "run"],
                      ["--workers=3", "run", "--chaos", "5"]):
            self.assertEqual(run(*words, *print_workers).stdout, "3 5\n", words)
        self.assertEqual(run("help").stdout, run("--help").stdout)
        self.assertEqual(run("help", "run").stdout, run("run", "--help").stdout)
        self.assertEqual(run("help", "pml", "build").stdout, run("pml", "build", "--help").stdout)
        self.assertEqual(run("-v").stdout, run("--version").stdout)
        self.assertIn("'nonsense' is no command", self.bad("help", "nonsense"))

    def test_bad_usage_is_told_in_words(self):
        for arguments, words in ((["top", "--interval"], "--interval: the number is missing"),
                                 (["top", "--nonsense"], "'--nonsense' is no option"),
                                 (["tpal", "run", "x", "--shedule=random"], "'--shedule' is no option, did you mean '--schedule'?"),
                                 (["top"], "PID is missing"), (["report", "--trace"], "--trace: the FILE is missing"),
                                 (["top", "self"], "PID: 'self' is no number from 1 to 1073741824"),
                                 (["top", "1", "--interval", "x"], "--interval: 'x' is no number from 0.05 to 3600"),
                                 (["top", "1", "2"], "'2' is one argument too many"),
                                 (["tpal", "print", "a", "b"], "'b' is one argument too many"),
                                 (["tpal", "run", "x", "--heartbeat", "abc"], "--heartbeat: 'abc' is no number"),
                                 (["tpal", "prnt", "a"], "'prnt' is no command, did you mean 'print'?"),
                                 (["pml"], "a command is missing, known ones are check, "),
                                 (["pml", "build", "-O9", "a"], "-O: '9' is no number from 0 to 3"),
                                 (["pml", "build", "a", "--default-word", "33"], "--default-word: '33' is none of 32, 64"),
                                 (["env", "x"], "'x' is one argument too many"),
                                 (["top", "1" * 100000], f"PID: '{'1' * 100000}' is no number from 1 to"),
                                 (["tpal", "run", "x", "--schedule", "Value 1 not in range 2 to 3"],
                                  "--schedule: 'Value 1 not in range 2 to 3' is none of sequential, "),
                                 (["top", "x not in {a}"], "PID: 'x not in {a}' is no number from 1 to 1073741824")):
            with self.subTest(arguments=arguments):
                self.assertIn(f"tactus: error: {words}", self.bad(*arguments))

    def test_bad_values_are_bad_usage(self):
        for option, values in {"--workers": ("abc", "0", "-1", "1025", "2x", "", " 2", "1e3"),
                               "--heartbeat": ("abc", "-1", "1000001"), "--tokens": ("0", "classical"),
                               "--chaos": ("x", "-1", "18446744073709551616"), "--stats-file": ("file.txt", ".json")}.items():
            for value in values:
                message = self.bad("run", f"{option}={value}", "true")
                self.assertIn(option, message)
                self.assertIn(f"'{value}'" if value else option, message)
        for value in ("1", "1024"):
            self.assertEqual(self.tactus("run", "--workers", value, "--tokens=classic", "true").returncode, 0)
        self.bad("report", "--workers", "abc", "true")
        self.bad("simulate", "--workers", "abc", "file")
        self.bad("tpal", "run", "--heartbeat", "abc", "file")
        self.assertIn("frob", self.bad("bench", "--suite", "frob"))
        self.bad("bench", "--reps", "x")
        self.bad("bench", "paper", "frob")

    def test_what_cannot_be_run(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text, mode):
                path = os.path.join(folder, name)
                with open(path, "w") as file:
                    file.write(text)
                os.chmod(path, mode)
                return path
            for program, words in ((os.path.join(folder, "absent"), "give the path of a program"),
                                   ("no-such-program", "no program of that name is in PATH; give its path"),
                                   (folder, "it is a folder"),
                                   (write("source.c", "int main;", 0o644), "it is not executable; compile it with tactus-clang"),
                                   (write("text", "some words\n", 0o755), "neither a program for this machine nor a script"),
                                   (write("script", "#!/no/such/shell\n", 0o755), "interpreter or loader that it names is missing")):
                for command in (["run"], ["report"]):
                    done = self.tactus(*command, program)
                    self.assertEqual(done.returncode, 1, done)
                    self.assertTrue(done.stderr.startswith(f"tactus: error: cannot run '{program}': "), done.stderr)
                    self.assertIn(words, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1)

    def test_env_shows_settings_and_parts(self):
        done = self.tactus("env", TACTUS_WORKERS="3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^TACTUS_WORKERS +3$")
        self.assertRegex(done.stdout, r"(?m)^TACTUS_HEARTBEAT_US +not set: 100$")
        self.assertRegex(done.stdout, r"(?m)^plugin +/.*/lib/TactusPlugin\.so")

    def test_run_sets_variables(self):
        show = "echo $TACTUS_WORKERS/$TACTUS_HEARTBEAT_US/$TACTUS_TOKENS/$TACTUS_CHAOS/$TACTUS_STATS"
        done = self.tactus("run", "--workers", "2", "--heartbeat=50", "--tokens", "3", "--chaos", "9", "--stats", "sh", "-c", show)
        self.assertEqual((done.returncode, done.stdout), (0, "2/50/3/9/1\n"))
        done = self.tactus("run", "--stats-file", "f.json", "sh", "-c", show, TACTUS_WORKERS="4")
        self.assertEqual(done.stdout, "4////f.json\n")

    def test_run_leaves_the_programs_arguments_alone(self):
        for separator in ([], ["--"]):
            done = self.tactus("run", "--workers", "2", *separator, "printf", "%s,", "--help", "--workers", "9", "--", "a b")
            self.assertEqual(done.stdout, "--help,--workers,9,--,a b,")

    def test_bench_takes_its_own_options(self):
        done = self.tactus("bench", "--suite", "mpl", "--list")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("mpl-wc\n", done.stdout)
        self.assertEqual(self.tactus("bench", "--suite", "nonsense").returncode, 2)

    def test_bench_needs_its_tree_and_python(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(COMMAND, folder)
            done = run([copy, "bench", "--list"])
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, "^tactus: error: the benchmarks '.*bench.py' are missing, keep the installed tree "
                                          "together\n$")
        done = self.tactus("bench", "--list", PATH="/nowhere")
        self.assertEqual((done.returncode, done.stderr), (
            1, "tactus: error: cannot run 'python3': No such file or directory, install the package python3\n"))

    def test_run_returns_the_programs_status(self):
        self.assertEqual(self.tactus("run", "sh", "-c", "exit 7").returncode, 7)
        done = self.tactus("run", "/no/such/program")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "tactus: error: cannot run '/no/such/program': No such file or directory; give the path of a program\n")


if __name__ == "__main__":
    unittest.main()
