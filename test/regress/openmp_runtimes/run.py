#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Converted loops beside other OpenMP runtimes in the process.

loops.c is converted. helper.c, which fills arrays by thread number and has a region of its own, comes from tactus-clang, clang
and GCC; as an object, as a shared library, and as one that is loaded at run time. Links name libomp in every way that build
systems know. Then the same loops as a shared library under programs of plain clang and GCC, with and without OpenMP, and in
Python, also beside NumPy and beside OpenMP runtimes that were loaded before.

    run.py --root BUILD --part programs|libraries|foreign|python
"""

import argparse
import ctypes.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

LLVM = os.environ.get("LLVM", "19")

HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = (
    {"TACTUS_WORKERS": "2"},
    {"TACTUS_WORKERS": "4", "TACTUS_HEARTBEAT_US": "1"},
    {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "1"},
)


class Matrix:
    def __init__(self, root, folder):
        self.root = root
        self.tactus = root / "bin" / "tactus-clang"
        self.folder = folder
        self.runs = self.failures = 0
        self.libomp = pathlib.Path(self.output(f"clang-{LLVM}", "-print-file-name=libomp.so"))
        # Its own C++ front end, and a compiler that has never heard of libomp.
        self.compilers = {"tactus": self.tactus, "clang": f"clang-{LLVM}", "tactus++": f"{self.tactus}++"}
        if shutil.which("gcc"):
            self.compilers["gcc"] = "gcc"

    @staticmethod
    def output(*command):
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def path(self, name):
        return self.folder / name

    def build(self, compiler, *arguments, output):
        command = [self.compilers[compiler], "-O2", "-I", HERE, *arguments, "-o", self.path(output)]
        subprocess.run(command, check=True, cwd=self.folder)
        return self.path(output)

    def compile(self, compiler, source, *flags, output=None):
        language = ["-x", "c++"] if compiler.endswith("++") else []
        output = output or f"{source}.{compiler}.o"
        return self.build(compiler, "-fopenmp", "-fPIC", "-c", *flags, *language, HERE / f"{source}.c", output=output)

    def run(self, what, *command, environment=None):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_"))}
        for setting in SETTINGS:
            self.runs += 1
            result = subprocess.run(command, env=clean | setting | (environment or {}), cwd=self.folder, capture_output=True,
                                    text=True, timeout=120, check=False)
            if result.returncode or result.stdout or result.stderr:
                self.failures += 1
                print(f"FAIL {what} {setting}: {result.returncode}\n{result.stdout}{result.stderr}", flush=True)

    def links(self):
        """Ways to name libomp, before what the driver adds and after it."""
        yield "-fopenmp", ["-fopenmp"], []
        yield "path first", [self.libomp], []
        yield "-lomp first", [f"-L{self.libomp.parent}", "-lomp"], []
        yield "-lomp last", [], [f"-L{self.libomp.parent}", "-lomp", "-fopenmp"]
        yield "static runtime", ["-fopenmp", "-ftactus-static-runtime"], []

    def programs(self):
        if "gcc" in self.compilers:
            self.program_with_libgomp()
        for front in ("tactus", "tactus++"):
            program = [self.compile(front, "loops"), self.compile(front, "main")]
            for compiler in self.compilers:
                helper = self.compile(compiler, "helper")
                shared = self.build(compiler, "-fopenmp", "-shared", helper, output=f"libhelper.{compiler}.so")
                loading = [program[0], self.compile(front, "main", f'-DHELPER="./{shared.name}"', output="loading.o")]
                for how, first, last in self.links():
                    # The C++ front end adds nothing of its own but its library: one link shows that.
                    if front == "tactus++" and how != "path first":
                        continue
                    for kind, inputs in (("object", [*program, helper]), ("library", [*program, shared]), ("loaded", loading)):
                        name = f"{front} {compiler} {kind}, {how}"
                        self.run(name, self.build(front, *first, *inputs, *last, "-Wl,-rpath,.", "-ldl", output="program"))

    def program_with_libgomp(self):
        """GCC's objects with their own runtime, whose regions stand in ours also where nothing is promoted."""
        objects = [self.compile("tactus", "loops"), self.compile("tactus", "main"), self.compile("gcc", "helper")]
        # A library that has the wrappers finds the definitions of the program, which is one of ours.
        library = self.library("gcc")
        for kind, inputs in (("object", objects), ("our library", [objects[1], library])):
            for first, last in ((["-lgomp"], []), ([], ["-lgomp"])):
                program = self.build("tactus", "-fopenmp", "-Wl,--no-as-needed", *first, *inputs, *last, "-Wl,-rpath,.", "-ldl",
                                     output="program")
                for setting in ({}, {"TACTUS_WORKERS": "1"}):
                    self.run(f"{kind}, {first} before, {last} behind {setting}", program, environment=setting)

    def library(self, helper, *flags):
        """The loops and a helper's object in a shared library by tactus-clang."""
        return self.build("tactus", "-fopenmp", "-shared", *flags, self.compile("tactus", "loops"),
                          self.compile(helper, "helper"), output=f"libloops.{helper}{''.join(flags)}.so")

    def libraries(self):
        for helper in ("tactus", "clang", "gcc"):
            if helper not in self.compilers:
                continue
            for flags in ([], ["-ftactus-static-runtime"]):
                library = self.library(helper, *flags)
                for compiler in ("clang", "gcc"):
                    if compiler not in self.compilers:
                        continue
                    for openmp in (["-fopenmp"], []):
                        name = f"{compiler} {openmp} around {library.name}"
                        linked = self.build(compiler, *openmp, HERE / "main.c", library, "-Wl,-rpath,.", "-ldl", output="linked")
                        self.run(name, linked)
                        loading = self.build(compiler, *openmp, f'-DLIBRARY="./{library.name}"', HERE / "main.c", "-ldl",
                                             output="loading")
                        self.run(f"{name}, loaded", loading)

    def foreign(self):
        """Programs of other compilers with what tactus-openmp.pc adds, around our loops and others' libraries."""
        tactus = self.root / "lib" / "tactus"
        ours = ["-fopenmp", f"-Wl,@{tactus / 'openmp.export'}",
                f"-Wl,--whole-archive,{tactus / 'libtactus_openmp_program.a'},--no-whole-archive", f"-L{self.root / 'lib'}",
                "-ltactus", f"-Wl,-rpath,{self.root / 'lib'}"]
        for flags in ([], ["-ftactus-static-runtime"]):
            loops = self.build("tactus", "-fopenmp", "-shared", *flags, self.compile("tactus", "loops"),
                               output=f"libloops{''.join(flags)}.so")
            for compiler in [name for name in ("clang", "gcc") if name in self.compilers]:
                shared = self.build(compiler, "-fopenmp", "-shared", self.compile(compiler, "helper"), output="libhelper.so")
                main = [HERE / "main.c", "-Wl,-rpath,.", "-ldl"]
                for openmp in ([], ["-fopenmp"]):
                    # What loads the loops finds the helper there as well.
                    for kind, inputs in (("linked", [*main, loops, shared]), ("helper first", [*main, shared, loops]),
                                         ("helper loaded", [f'-DHELPER="./{shared.name}"', *main, loops]),
                                         ("loaded", [f'-DHELPER="./{shared.name}"', f'-DLIBRARY="./{loops.name}"', *main])):
                        name = f"{compiler} {openmp} around {loops.name}, {kind}"
                        self.run(name, self.build(compiler, *openmp, *inputs, *ours, output="program"))
            if "gcc" in self.compilers:
                # What clang's code calls binds to the program's definitions, behind which GCC's runtime has nothing.
                self.build("clang", "-fopenmp", "-shared", self.compile("clang", "helper"), output="libother.so")
                program = self.build("gcc", '-DHELPER="./libother.so"', f'-DLIBRARY="./{loops.name}"', *main, *ours, output="program")
                self.run(f"gcc around {loops.name}, loaded, with clang's helper", program)

    def python(self):
        library = self.library("tactus")
        load = "import ctypes, sys; loops = ctypes.CDLL('{}')\n".format(library)
        load += "helper = ctypes.byref(ctypes.c_char.in_dll(loops, 'helperFunctions'))\n"
        check = "sys.exit(loops.checkLoops(helper))\n"
        # As threadpoolctl does it: by the library's own function.
        limit = "libomp = ctypes.CDLL('{}')\nlibomp.omp_set_num_threads({})\nassert loops.checkLimit(helper, {}) == 0\n".format
        limits = limit(self.libomp, 1, 1) + limit(self.libomp, 2, 0)
        # A library of plain clang whose libomp has started when ours is loaded.
        other = self.build("clang", "-fopenmp", "-fPIC", "-shared", HERE / "helper.c", output="libother.so")
        started = (
            f"import ctypes; other = ctypes.CDLL('{other}')\n"
            "functions = (ctypes.c_void_p * 5).in_dll(other, 'helperFunctions')\n"
            "assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(functions[2])(100) == 0\n"
        )
        cases = {"alone": "", "after a libomp that has started": started}
        if libgomp := ctypes.util.find_library("gomp"):
            cases["after libgomp"] = f"import ctypes; ctypes.CDLL('{libgomp}')\n"
            cases["after libgomp in the global scope"] = f"import ctypes; ctypes.CDLL('{libgomp}', ctypes.RTLD_GLOBAL)\n"
        try:
            import numpy  # noqa: F401 pylint: disable=unused-import,import-outside-toplevel

            cases["beside NumPy"] = "import numpy; a = numpy.ones((300, 300)); assert (a @ a == 300).all()\n"
        except ImportError:
            print("skipped: beside NumPy, which this Python does not have")
        for what, before in cases.items():
            self.run(f"Python, {what}", sys.executable, "-c", before + load + check)
            self.run(f"Python, {what}, limits of libomp's", sys.executable, "-c", before + load + limits)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--part", required=True, choices=("programs", "libraries", "foreign", "python"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        matrix = Matrix(arguments.root.resolve(), pathlib.Path(name))
        if "gcc" not in matrix.compilers:
            print("skipped: all that needs GCC, which is not there")
        getattr(matrix, arguments.part)()
        print(f"{matrix.runs} runs, {matrix.failures} failures")
    return matrix.failures != 0


if __name__ == "__main__":
    sys.exit(main())
