"""What the tests of the driver share: a prefix of their own, and ways to run the driver in it."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

CLANG = os.environ["TACTUS_TEST_CLANG"]
LLVM = os.environ["TACTUS_TEST_LLVM"]
SOURCE = pathlib.Path(os.environ["TACTUS_TEST_SOURCE"])
COMMAND = os.environ["TACTUS_TEST_COMMAND"]

SUM_C = """
#include <stdio.h>
int main(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += i;
  printf("%ld\\n", sum);
  return 0;
}
"""


def run(arguments, **options):
    """Runs a program and returns it with its output as text."""
    return subprocess.run([str(a) for a in arguments], text=True, capture_output=True, check=False, **options)


class DriverTest(unittest.TestCase):
    """Each class of tests has a prefix with the driver, the trace plugin, and a runtime that only holds one symbol. Each
    test has a folder of its own for its files."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        # The file system's own name, because the driver reports paths with links resolved.
        cls.prefix = pathlib.Path(cls.temporary.name).resolve() / "prefix"
        for folder in ("bin", "lib/tactus", "include/tactus"):
            (cls.prefix / folder).mkdir(parents=True)
        shutil.copy2(os.environ["TACTUS_TEST_DRIVER"], cls.prefix / "bin/tactus-clang")
        for name in ("tactus-clang++", "tactus-flang"):
            (cls.prefix / "bin" / name).symlink_to("tactus-clang")
        shutil.copy2(os.environ["TACTUS_TEST_PLUGIN"], cls.prefix / "lib/TactusPlugin.so")
        (cls.prefix / "include/tactus/probe.h").write_text("#define PROBE 42\n")
        source = cls.prefix / "runtime.c"
        source.write_text("int tactus_probe(void) { return 7; }\n")
        for output, flags in (("libtactus.so", ["-shared", "-fPIC", "-Wl,-soname,libtactus.so.0"]),
                              ("libtactus.o", ["-c"])):
            subprocess.run([CLANG, *flags, source, "-o", cls.prefix / "lib" / output], check=True)
        subprocess.run(["ar", "cr", cls.prefix / "lib/libtactus.a", cls.prefix / "lib/libtactus.o"], check=True)
        # As far as the tests ask: Tactus' own OpenMP as part of a program.
        openmp = cls.prefix / "openmp.c"
        openmp.write_text("int tactus_probe(void);\nint omp_get_max_threads(void) { return tactus_probe(); }\n"
                          "void __kmpc_fork_call(void) {}\nint __kmpc_global_thread_num(void *ident) { return 0; }\n")
        subprocess.run([CLANG, "-c", openmp, "-o", cls.prefix / "lib/openmp.o"], check=True)
        subprocess.run(["ar", "cr", cls.prefix / "lib/tactus/libomp.a", cls.prefix / "lib/openmp.o"], check=True)
        # Nothing of it is needed.
        subprocess.run([CLANG, "-shared", "-fPIC", "-x", "c", "/dev/null", "-o", cls.prefix / "lib/libtactus_splice.so"], check=True)
        (cls.prefix / "lib/tactus/libtactus.so.0").symlink_to("../libtactus.so")
        for kind in ("wrap", "export"):
            (cls.prefix / "lib/tactus" / f"openmp.{kind}").write_text("--defsym=tactus_tested=0\n")
        for archive in ("libtactus_openmp.a", "libtactus_openmp_exports.a", "libtactus_gomp_exports.a"):
            subprocess.run(["ar", "cr", cls.prefix / "lib/tactus" / archive], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def write(self, name, text=SUM_C):
        path = self.folder / name
        path.write_text(text)
        return path

    def driver(self, *arguments, cxx=False, name=None, env=None, **options):
        program = self.prefix / "bin" / (name or ("tactus-clang++" if cxx else "tactus-clang"))
        environment = {**os.environ, "TACTUS_CLANG": CLANG, "TACTUS_TEST_TRACE": str(self.folder / "trace"), **(env or {})}
        return run([program, *arguments], cwd=self.folder, env=environment, **options)

    def good(self, *arguments, silent=True, **options):
        """Runs the driver, which has to succeed, without a word unless `silent` is false."""
        done = self.driver(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        if silent:
            self.assertEqual(done.stderr, "")
        return done

    def trace(self):
        """What the plugin left since the last call."""
        path = self.folder / "trace"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def steps(self, output):
        """The commands that -### prints, as lists, with names of temporary files made equal."""
        lines = [shlex.split(line) for line in output.splitlines() if line.startswith(' "')]
        # clang quotes for its own reader and escapes dollars, which shlex keeps.
        unescape = lambda text: text.replace("\\$", "$")
        temporary = lambda text: re.sub(r"/tmp/([\w. ]+?)-[0-9a-f]{6}\.", r"/tmp/\1-XXXXXX.", text)
        return [[temporary(unescape(a)) for a in line] for line in lines]

    def dry_run(self, *arguments, cxx=False):
        done = self.driver("-###", *arguments, cxx=cxx)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.steps(done.stderr)

    def clang_dry_run(self, *arguments, cxx=False):
        mode = ["--driver-mode=g++"] if cxx else []
        done = run([CLANG, *mode, "-###", *arguments], cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.steps(done.stderr)
