# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Makes a Python wheel, has pip install it, and builds an extension module with it, as a setup.py does."""

import base64
import csv
import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

from projects_support import PROJECTS, run

SOURCE = Path(__file__).resolve().parents[2]
MODULE = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
static PyObject *sum(PyObject *self, PyObject *argument) {
  long count = PyLong_AsLong(argument), total = 0;
#pragma omp parallel for reduction(+ : total)
  for (long i = 0; i < count; i++)
    total += i % 7;
  return PyLong_FromLong(total);
}
static PyMethodDef functions[] = {{"sum", sum, METH_O, ""}, {0}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "example", "", -1, functions};
PyMODINIT_FUNC PyInit_example(void) { return PyModule_Create(&definition); }
"""
# What the wheel's own README tells to write.
SETUP = re.search(r"```python\n# setup\.py\n(.*?)```", (SOURCE / "scripts/wheel/README.md").read_text(), re.S)[1]


@unittest.skipUnless(all(map(importlib.util.find_spec, ("pip", "setuptools"))), "no pip, or no setuptools")
class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name).resolve()
        cls.wheel = cls.make(cls.folder / "wheel")
        cls.site = cls.folder / "site"
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", cls.site, cls.wheel)
        cls.environment = {**os.environ, "PATH": f"{cls.site}/bin:{os.environ['PATH']}"}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def make(cls, folder):
        made = run(sys.executable, SOURCE / "scripts/make_wheel.py", "--build", os.environ["TACTUS_TEST_BUILD"], "--output", folder)
        return Path(made.stdout.strip())

    def test_record(self):
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            record = next(name for name in names if name.endswith(".dist-info/RECORD"))
            rows = {row[0]: row[1:] for row in csv.reader(archive.read(record).decode().splitlines())}
            self.assertEqual(set(rows), set(names))
            for name in set(names) - {record}:
                sum256 = base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest()).rstrip(b"=").decode()
                self.assertEqual(rows[name][0], f"sha256={sum256}", name)

    def test_same_sources_same_wheel(self):
        self.assertEqual(self.make(self.folder / "again").read_bytes(), self.wheel.read_bytes())

    def test_commands(self):
        """Python finds no module of ours: so it is in builds that pip isolates."""
        doctor = run("tactus", "doctor", env=self.environment).stdout
        self.assertRegex(doctor, r"(?m)^ok +PATH +finds tactus-clang$")
        work = self.folder / "work"
        work.mkdir()
        for compiler, source, flags, printed in (("tactus-clang", "histogram.c", [], "270000\n"),
                                                 ("tactus-clang++", "header_user.cpp", ["-std=c++20"], "6765 328350\n")):
            run(compiler, "-O1", "-fopenmp", *flags, PROJECTS / source, "-o", work / "program", env=self.environment)
            self.assertEqual(run(work / "program", env={**os.environ, "TACTUS_HEARTBEAT_US": "1"}).stdout, printed)
            started = run("tactus", "run", work / "program", env={**self.environment, "TACTUS_HEARTBEAT_US": "1"})
            self.assertEqual((started.stdout, started.stderr), (printed, ""))

    def test_the_name_is_ours(self):
        """`tactus` on PyPI is another project: a build that asks an index for that name gets theirs."""
        self.assertTrue(self.wheel.name.startswith("tactus_compiler-"))
        requires = re.search(r"(?m)^requires = (.*)$", (SOURCE / "scripts/wheel/README.md").read_text())[1]
        self.assertEqual(requires, '["setuptools", "tactus-compiler"]')

    def test_a_virtual_environment(self):
        """Commands lie elsewhere there; what is uninstalled leaves nothing."""
        place = self.folder / "environment"
        run(sys.executable, "-m", "venv", "--without-pip", place)
        pip = [sys.executable, "-m", "pip", "--quiet", "--python", place / "bin/python"]
        before = {path for path in place.rglob("*") if "__pycache__" not in str(path)}
        run(*pip, "install", "--no-index", "--no-deps", self.wheel)
        (self.folder / "link").symlink_to(place / "bin/tactus-clang")
        for command in (place / "bin/tactus-clang", self.folder / "link"):
            self.assertIn("Tactus", run(command, "--version", env={"PATH": "/usr/bin:/bin"}).stdout)
        run(*pip, "uninstall", "--yes", "tactus-compiler")
        self.assertEqual({path for path in place.rglob("*") if "__pycache__" not in str(path)}, before)

    def test_setuptools(self):
        work = self.folder / "module"
        work.mkdir()
        (work / "example.c").write_text(MODULE)
        (work / "setup.py").write_text(SETUP)
        run(sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", cwd=work, env={**self.environment, "PYTHONPATH": str(self.site)})
        module = next(work.glob("example*.so"))
        self.assertNotIn("libtactus", run("readelf", "--dynamic", module).stdout, "the module needs this package where it runs")
        environment = {**os.environ, "TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all", "TACTUS_STATS": "1"}
        done = subprocess.run([sys.executable, "-c", "import example; print(example.sum(1000000))"], cwd=work, env=environment,
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "2999997\n")
        self.assertRegex(done.stderr, r"(?m)^  promotions +[1-9]", "its loop is not converted")


if __name__ == "__main__":
    unittest.main()
