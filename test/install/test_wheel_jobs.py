# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Runs the programs that the wheel's page shows for mpi4py, Dask and Ray, each where that package is installed, and compares the
number of workers that a module has in them with what the page says."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from projects_support import run

SOURCE = Path(__file__).resolve().parents[2]
PAGE = (SOURCE / "scripts/wheel/README.md").read_text()
# Each call leaves a line with the number of workers: a process that Dask or Ray ends says nothing at its end.
MODULE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <omp.h>
static PyObject *squares(PyObject *self, PyObject *argument) {
  long count = PyLong_AsLong(argument), total = 0;
  FILE *file = fopen(getenv("EXAMPLE_WORKERS"), "a");
  fprintf(file, "%d\\n", omp_get_max_threads());
  fclose(file);
#pragma omp parallel for reduction(+ : total)
  for (long i = 0; i < count; i++)
    total += i * i;
  return PyLong_FromLong(total);
}
static PyMethodDef functions[] = {{"squares", squares, METH_O, ""}, {0}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "example", "", -1, functions};
PyMODINIT_FUNC PyInit_example(void) { return PyModule_Create(&definition); }
"""
# The settings of a session that runs the tests are not those of the page's reader.
SETTINGS = ("OMP_NUM_THREADS", "TACTUS_WORKERS", "EXAMPLE_WORKERS")
TIMEOUT = 120


def shown(name):
    return re.search(rf"```python\n# {re.escape(name)}\b(.*?)```", PAGE, re.S)[1].partition("\n")[2]


def squares(count):
    return sum(i * i for i in range(count))


def interpreter_with(*modules):
    """One that has these modules and can build an extension: the test's own, or Debian's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if Path(python).exists() and subprocess.run([python, "-c", f"import {', '.join(modules)}, setuptools"],
                                                    capture_output=True, check=False).returncode == 0:
            return python
    return None


@unittest.skipUnless(importlib.util.find_spec("pip"), "no pip")
class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name).resolve()
        made = run(sys.executable, SOURCE / "scripts/make_wheel.py", "--build", os.environ["TACTUS_TEST_BUILD"], "--output", cls.folder)
        cls.site = cls.folder / "site"
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", cls.site, made.stdout.strip())

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def module_for(self, *modules):
        """An interpreter that has these, and the module `example`, where programs of the page begin."""
        python = interpreter_with(*modules)
        if not python:
            self.skipTest(f"no Python here has {' and '.join(modules)}")
        work = self.folder / modules[0]
        work.mkdir()
        (work / "example.c").write_text(MODULE)
        (work / "setup.py").write_text(shown("setup.py"))
        run(python, "setup.py", "--quiet", "build_ext", "--inplace", cwd=work, env={**os.environ, "PYTHONPATH": str(self.site)})
        return python, work

    def workers(self, work, *command, **variables):
        """What a program prints, and how many workers its calls have had."""
        file = work / "workers"
        file.unlink(missing_ok=True)
        environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        environment |= {"EXAMPLE_WORKERS": str(file), "PYTHONPATH": str(work), **variables}
        done = run("timeout", str(TIMEOUT), *command, cwd=work, env=environment)
        return done.stdout, sorted(map(int, file.read_text().split()))

    def test_mpi4py(self):
        python, work = self.module_for("mpi4py.MPI")
        (work / "program.py").write_text(shown("with_mpi4py.py"))
        allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        processors = len(os.sched_getaffinity(0))
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks):
                printed, counts = self.workers(work, "mpirun.openmpi", "--bind-to", "none", "-n", str(ranks), python, "program.py",
                                               **allowed)
                self.assertEqual(int(printed), sum(squares(10 * (rank + 1)) for rank in range(ranks)))
                self.assertEqual(len(counts), ranks)
                self.assertEqual(sum(counts), max(processors, ranks))
        _, counts = self.workers(work, "mpirun.openmpi", "--bind-to", "core", "-n", "1", python, "program.py", **allowed)
        self.assertEqual(counts, [1], "the rank is bound to a core")

    def test_dask(self):
        python, work = self.module_for("distributed")
        text = shown("with_dask.py")
        said = f"[{squares(10)}, {squares(20)}]\n"
        (work / "program.py").write_text(text)
        self.assertEqual(self.workers(work, python, "program.py"), (said, [4, 4]))
        # Without the configuration it is as the table says.
        (work / "program.py").write_text(re.sub(r"\n *dask\.config\.set.*", "", text))
        self.assertEqual(self.workers(work, python, "program.py"), (said, [1, 1]))

    def test_ray(self):
        python, work = self.module_for("ray")
        # A cluster of as many processors as the task wants, whatever this machine has.
        text = shown("with_ray.py").replace("import ray\n", "import ray\nray.init(num_cpus=4)\n")
        (work / "program.py").write_text(text)
        self.assertEqual(self.workers(work, python, "program.py"), (f"{squares(10)}\n", [4]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
