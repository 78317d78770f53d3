# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The commands that write a file, for tests of what becomes of the file.

Whoever adds a command or an option that writes one adds it here.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["TACTUS_TEST_ROOT"])
SOURCE = pathlib.Path(os.environ["TACTUS_TEST_SOURCE"])
# Only what hangs takes as long.
SECONDS = 120
TACTUS, CLANG = str(ROOT / "bin/tactus"), str(ROOT / "bin/tactus-clang")

SML = """
fun sum (lo, hi) =
  if hi - lo <= 1 then lo
  else let val m = (lo + hi) div 2
           val (a, b) = ForkJoin.par (fn () => sum (lo, m), fn () => sum (m, hi))
       in a + b end
val _ = print (Int.toString (sum (0, 1000)) ^ "\\n")
"""
C = """
#include <stdio.h>
int main(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += i;
  printf("%ld\\n", sum);
}
"""


def prints(text):
    """Whether the file is a program that prints the text."""
    def is_whole(path):
        if not os.access(path, os.X_OK):
            return False
        done = subprocess.run([path], capture_output=True, text=True, check=False)
        return (done.returncode, done.stdout) == (0, text)
    return is_whole


def ends_with(*marks):
    def is_whole(path):
        text = path.read_bytes()
        return all(mark in text for mark in marks[:-1]) and text.rstrip().endswith(marks[-1])
    return is_whole


def is_json(path):
    try:
        return bool(json.loads(path.read_text()))
    except ValueError:
        return False


def is_object(path):
    return subprocess.run(["readelf", "--wide", "--symbols", path], capture_output=True, check=False).stderr == b"" and \
        path.read_bytes().startswith(b"\x7fELF")


class Writer:
    """A command that writes the file OUT. `links`: a linker of the system writes it in place, as it does for every compiler, so that
    an interrupted one may leave none. `runs`: signals are for the program that it runs. `reads`: a file that OUT may not be. `environment`: names OUT, whose name has to end so."""

    def __init__(self, command, is_whole, links=False, runs=False, reads=None, environment=None, advice="name another", suffix=".json"):
        self.command, self.is_whole, self.links, self.runs, self.reads = command, is_whole, links, runs, reads
        self.environment, self.advice, self.suffix = environment or {}, advice, suffix

    def words(self, out):
        return [word.replace("OUT", str(out)) for word in self.command]

    def variables(self, out):
        return {name: value.replace("OUT", str(out)) for name, value in self.environment.items()}


TPAL = str(SOURCE / "tpal/programs/prod.tpal")
WRITERS = {
    "pml build": Writer([TACTUS, "pml", "build", "a.sml", "-o", "OUT"], prints("499500\n"), reads="a.sml"),
    "pml elide": Writer([TACTUS, "pml", "elide", "a.sml", "-o", "OUT"], prints("499500\n"), reads="a.sml"),
    "pml object": Writer([TACTUS, "pml", "build", "--emit", "object", "a.sml", "-o", "OUT"], is_object),
    "pml assembly": Writer([TACTUS, "pml", "build", "--emit", "assembly", "a.sml", "-o", "OUT"], ends_with(b".text", b"progbits")),
    "pml llvm": Writer([TACTUS, "pml", "build", "--emit", "llvm", "a.sml", "-o", "OUT"], ends_with(b"define ", b"}")),
    "tpal compile": Writer([TACTUS, "tpal", "compile", "a.tpal", "-o", "OUT"], is_object, reads="a.tpal"),
    "tpal object": Writer([TACTUS, "tpal", "compile", "-c", "a.tpal", "-o", "OUT"], is_object),
    "tpal llvm": Writer([TACTUS, "tpal", "compile", "--emit-llvm", "a.tpal", "-o", "OUT"], ends_with(b"define ", b"}")),
    "tpal elide": Writer([TACTUS, "tpal", "elide", "a.tpal", "-o", "OUT"], ends_with(b"halt", b"join jr"), reads="a.tpal"),
    "tpal graph": Writer([TACTUS, "tpal", "run", "a.tpal", "--graph", "OUT"], ends_with(b"</svg>"), reads="a.tpal"),
    "report of a trace": Writer([TACTUS, "report", "--trace", "trace.json", "-o", "OUT"], ends_with(b"</html>"), reads="trace.json"),
    "report of a run": Writer([TACTUS, "report", "-o", "OUT", "./program"], ends_with(b"</html>"), runs=True, reads="program"),
    "link": Writer([CLANG, "-fopenmp", "-O1", "a.c", "-o", "OUT"], prints("499500\n"), links=True),
    "compile report": Writer([CLANG, "-fopenmp", "-O1", "a.c", "-c", "-o", "a.o", "-ftactus-report=OUT"], is_json),
    "analysis": Writer([CLANG, "-fopenmp", "-O1", "a.c", "-o", "linked", "-ftactus-analyze=OUT"], is_json),
    "statistics": Writer(["./program"], is_json, environment={"TACTUS_STATS": "OUT"}, advice="choose a file"),
    "events": Writer(["./program"], ends_with(b"tactus-events", b"dropped=0"), environment={"TACTUS_EVENTS": "OUT"},
                     advice="choose a file", suffix=".log"),
    "trace": Writer(["./program"], is_json, environment={"TACTUS_TRACE": "OUT"}, advice="choose a file"),
}
# What is left of a trace is whole at every moment, but for the end of its list.
LIVE = {"trace"}


class OutputTest(unittest.TestCase):
    """Each test has a folder with inputs, one for outputs, and one for temporary files."""

    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.kept.name).resolve()
        cls.temporary, cls.place = cls.work / "tmp", cls.work / "place"
        cls.temporary.mkdir()
        cls.place.mkdir()
        cls.clean = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
        cls.clean["TMPDIR"] = str(cls.temporary)
        (cls.work / "a.sml").write_text(SML)
        (cls.work / "a.c").write_text(C)
        (cls.work / "a.tpal").write_text(pathlib.Path(TPAL).read_text())
        subprocess.run([CLANG, "-fopenmp", "-O1", "a.c", "-o", "program"], cwd=cls.work, env=cls.clean, check=True)
        subprocess.run(["./program"], cwd=cls.work, env={**cls.clean, "TACTUS_TRACE": "trace.json"}, check=True,
                       stdout=subprocess.DEVNULL)
        cls.inputs = {name: (cls.work / name).read_bytes() for name in ("a.sml", "a.c", "a.tpal", "program", "trace.json")}

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def start(self, writer, out, **options):
        return subprocess.Popen(writer.words(out), cwd=self.work, env={**self.clean, **writer.variables(out)}, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)

    def run_writer(self, writer, out, **options):
        """Exit status and what went to standard error."""
        process = self.start(writer, out, **options)
        _, errors = process.communicate(timeout=SECONDS)
        return process.returncode, errors

    def check_nothing_is_left(self, what, *expected):
        """But the outputs that are expected; all inputs are as they were."""
        self.assertEqual(sorted(path.name for path in self.place.iterdir()), sorted(expected), what)
        self.assertEqual(list(self.temporary.iterdir()), [], what)
        self.assertEqual({name: (self.work / name).read_bytes() == content for name, content in self.inputs.items()},
                         dict.fromkeys(self.inputs, True), what)

    def clear(self):
        for path in (*self.place.iterdir(), *self.temporary.iterdir()):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
