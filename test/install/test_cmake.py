# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tactus as a part of other CMake projects: by find_package() with components, and as sources (FetchContent)."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from projects_support import PROJECTS, run

LLVM = os.environ.get("LLVM", "19")

BUILD = os.environ["TACTUS_TEST_BUILD"]
CMAKE = os.environ["TACTUS_TEST_CMAKE"]
VERSION = os.environ["TACTUS_TEST_VERSION"]
SOURCE = pathlib.Path(__file__).resolve().parents[2]
FINDER = """
cmake_minimum_required(VERSION 3.16)
project(Finder C)
find_package(Tactus {arguments})
foreach(component library splice compiler other)
  message(STATUS "${{component}}: ${{Tactus_${{component}}_FOUND}}")
endforeach()
message(STATUS "found: ${{Tactus_FOUND}}")
if(Tactus_FOUND)
  add_executable(program {folder}/runtime_user.c)
  target_link_libraries(program PRIVATE Tactus::tactus)
endif()
"""


class CMake(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def install(self, *components):
        """Staged, and moved to a name with a space and letters that are not ASCII's."""
        prefix = self.folder / "tree für alle"
        shutil.rmtree(prefix, ignore_errors=True)
        for component in components:
            run(CMAKE, "--install", BUILD, "--prefix", "/opt/tactus", "--component", component,
                env={**os.environ, "DESTDIR": str(self.folder / "staged")})
        shutil.move(self.folder / "staged/opt/tactus", prefix)
        return prefix

    def find(self, prefix, arguments, check=True):
        """What CMake says, in a project that then builds and runs a program."""
        project, build = self.folder / "finder", self.folder / "build"
        shutil.rmtree(build, ignore_errors=True)
        project.mkdir(exist_ok=True)
        (project / "CMakeLists.txt").write_text(FINDER.format(arguments=arguments, folder=PROJECTS))
        done = subprocess.run([CMAKE, "-S", project, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode == 0, check, done.stderr)
        if "found: TRUE" in done.stdout or "found: 1" in done.stdout:
            run(CMAKE, "--build", build)
            self.assertEqual(run(build / "program").stdout, f"{VERSION} 1\n")
        return done.stdout + " ".join(done.stderr.split())

    def test_the_library_alone(self):
        prefix = self.install("runtime", "library")
        self.assertFalse((prefix / "bin").exists())
        self.assertFalse((prefix / "share").exists())
        said = self.find(prefix, "REQUIRED COMPONENTS library splice")
        self.assertIn("compiler: FALSE", said)
        self.find(prefix, "")
        self.assertIn("compiler: FALSE", self.find(prefix, "REQUIRED COMPONENTS library OPTIONAL_COMPONENTS compiler other"))
        for component, why in (("compiler", "bin/tactus-clang is missing"), ("other", "Tactus has no component 'other'")):
            said = self.find(prefix, f"REQUIRED COMPONENTS {component}", check=False)
            self.assertIn(why, said)
            self.assertIn("found: 0", self.find(prefix, f"COMPONENTS {component}"))

    def test_components_are_the_whole(self):
        prefix = self.install("runtime", "library", "compiler", "documents")
        by_components = {path.relative_to(prefix) for path in prefix.rglob("*")}
        self.assertIn("compiler: TRUE", self.find(prefix, "REQUIRED COMPONENTS compiler"))
        program = self.folder / "program"
        run(prefix / "bin/tactus-clang", "-O2", "-fopenmp", PROJECTS / "histogram.c", "-o", program)
        run(program)
        whole = self.folder / "whole"
        run(CMAKE, "--install", BUILD, "--prefix", whole)
        self.assertEqual(by_components, {path.relative_to(whole) for path in whole.rglob("*")})

    def test_what_programs_need_where_they_run(self):
        prefix = self.install("runtime")
        libraries = {path.name.split(".")[0] for path in prefix.rglob("*.so*")} - {"libtactus_tbb"}  # built where oneTBB is
        self.assertEqual(sorted(libraries), ["libgomp", "libomp", "libtactus", "libtactus_mpi", "libtactus_splice"])
        self.assertEqual([path for path in prefix.rglob("*") if path.is_file() and ".so." not in path.name], [])

    def configure(self, *arguments):
        return subprocess.run([CMAKE, "-S", PROJECTS / "around", "-B", self.folder / "around", f"-DTACTUS_SOURCE={SOURCE}", *arguments],
                              text=True, capture_output=True, check=False)

    def test_as_sources(self):
        """With flags that would break the runtime if they reached it, and a build type that is the project's own."""
        done = self.configure("-G", "Ninja Multi-Config", "-DLANGUAGES=C;CXX", "-DOPTIMISE=ON", f"-DCMAKE_C_COMPILER=clang-{LLVM}",
                              f"-DCMAKE_CXX_COMPILER=clang++-{LLVM}", "-DCMAKE_CXX_FLAGS=-fno-rtti -fno-exceptions -fvisibility=hidden -Weverything -Werror",
                              "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("build type '', tests ''", done.stdout)
        run(CMAKE, "--build", self.folder / "around", "--config", "Release", "--target", "around")
        self.assertEqual(run(self.folder / "around/Release/around").stdout, f"{VERSION} 1\n")

    def test_as_sources_for_another_language_or_compiler(self):
        # The compiler of C++ is ours to choose there.
        done = self.configure("-DLANGUAGES=C", "-DOPTIMISE=OFF", "-DCMAKE_C_COMPILER=gcc")
        self.assertEqual(done.returncode, 0, done.stderr)
        shutil.rmtree(self.folder / "around")
        done = self.configure("-DLANGUAGES=CXX", "-DOPTIMISE=OFF", "-DCMAKE_CXX_COMPILER=g++")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the runtime takes clang to build", " ".join(done.stderr.split()))


if __name__ == "__main__":
    unittest.main()
