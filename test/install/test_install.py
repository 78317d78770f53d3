"""Installs Tactus, moves it elsewhere, and builds projects with it as users do.

Each project has to give the right answer and has to have had its loops converted, which the compiler's remarks tell."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from projects_support import HISTOGRAM, PRIMES, PROJECTS, run

LLVM = os.environ.get("LLVM", "19")

CMAKE = os.environ["TACTUS_TEST_CMAKE"]
VERSION = os.environ["TACTUS_TEST_VERSION"]


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        root = pathlib.Path(cls.temporary.name).resolve()
        environment = {**os.environ, "DESTDIR": str(root / "staged")}
        run(CMAKE, "--install", os.environ["TACTUS_TEST_BUILD"], "--prefix", "/opt/first", env=environment)
        # Nothing may know where it was installed: the tree goes to another place, with a space in its name.
        cls.prefix = root / "moved here"
        shutil.move(root / "staged/opt/first", cls.prefix)
        cls.cc = cls.prefix / "bin/tactus-clang"
        cls.cxx = cls.prefix / "bin/tactus-clang++"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        # Makefiles and configure scripts split CC at spaces, so they reach the compilers through links.
        self.link_cc, self.link_cxx = self.folder / "cc", self.folder / "c++"
        self.link_cc.symlink_to(self.cc)
        self.link_cxx.symlink_to(self.cxx)
        self.work = self.folder / "work"
        shutil.copytree(PROJECTS, self.work)

    def assert_programs_work(self, folder):
        for workers in ("1", "2"):
            environment = {**os.environ, "TACTUS_WORKERS": workers, "TACTUS_HEARTBEAT_US": "1"}
            self.assertEqual(run(folder / "histogram", env=environment).stdout, HISTOGRAM)
            self.assertEqual(run(folder / "primes", env=environment).stdout, PRIMES)
        for program in ("histogram", "primes"):
            symbols = run("nm", "-u", "--dynamic", folder / program).stdout
            self.assertIn("tactus_poll", symbols, f"{program} is not converted")

    def test_layout(self):
        for path in (
            "bin/tactus",
            "bin/tactus-clang",
            "bin/tactus-clang++",
            "bin/tactus-flang",
            "include/tactus/tactus.h",
            "include/tactus/tactus.hpp",
            "include/tactus/detail/par.hpp",
            "include/tactus/detail/refused/overload.def",
            "include/tactus/execution",
            "lib/libtactus.so",
            "lib/libtactus.a",
            "include/tactus/splice.h",
            "include/tactus/splice.hpp",
            "include/tactus/splice/effect.hpp",
            "include/tactus/splice/region.hpp",
            "lib/libtactus_splice.so",
            "lib/libtactus_splice.a",
            "lib/tactus/libtactus_splice.so.0",
            "lib/tactus/libtactus_sampler.so",
            "lib/TactusPlugin.so",
            "lib/TactusCilk.so",
            "include/cilk/cilk.h",
            "lib/pkgconfig/tactus.pc",
            "lib/pkgconfig/tactus-openmp.pc",
            "lib/cmake/Tactus/TactusConfig.cmake",
            "share/doc/tactus/README.md",
            "share/doc/tactus/docs/tutorial.md",
            "share/doc/tactus/examples/life/life.cpp",
            "share/bash-completion/completions/tactus-clang",
            "share/fish/vendor_completions.d/tactus-clang.fish",
            "share/zsh/vendor-completions/_tactus",
            "share/tactus/kernel/Makefile",
            "share/tactus/abi/kernel_beat.h",
        ):
            self.assertTrue((self.prefix / path).exists(), path)
        self.assertNotIn("missing", run(self.prefix / "bin/tactus", "env").stdout)

    def test_links_of_installed_documents(self):
        run(sys.executable, PROJECTS.parents[2] / "scripts/check_links.py", self.prefix / "share/doc/tactus")

    def doctor(self, prefix, **variables):
        environment = {**os.environ, "PATH": f"{prefix}/bin:{os.environ['PATH']}", **variables}
        done = subprocess.run([prefix / "bin/tactus", "doctor"], text=True, capture_output=True, env=environment, check=False)
        self.assertEqual(done.stderr, "")
        return done

    def test_doctor(self):
        # It runs a program, which must not write over what the user records.
        trace = self.folder / "trace.json"
        well = self.doctor(self.prefix, TACTUS_TRACE=str(trace), TACTUS_STATS="1")
        self.assertEqual(well.returncode, 0, well.stdout)
        self.assertRegex(well.stdout, r"(?m)^ok +a parallel loop +compiled, converted, right; \d+ workers$")
        self.assertRegex(well.stdout, r"(?m)^ok +PATH ")
        self.assertFalse(trace.exists())
        copy = self.folder / "copy"
        shutil.copytree(self.prefix, copy, symlinks=True)
        (copy / "lib/TactusPlugin.so").write_text("no plugin\n")
        self.assertRegex(self.doctor(copy).stdout, r"(?m)^MISSING +a parallel loop +does not compile: .*TactusPlugin")
        (copy / "lib/TactusPlugin.so").unlink()
        ill = self.doctor(copy, PATH="/usr/bin:/bin")
        self.assertEqual(ill.returncode, 1)
        self.assertRegex(ill.stdout, r"(?m)^MISSING +Tactus .*TactusPlugin\.so' is missing; keep the installed tree together")
        self.assertRegex(ill.stdout, r"(?m)^optional +PATH +has no tactus-clang; export PATH=")

    def test_doctor_names_the_package(self):
        libomp = subprocess.run([f"clang-{LLVM}", "-print-file-name=libomp.so.5"], text=True, capture_output=True, check=True).stdout.strip()
        owner = subprocess.run(["dpkg-query", "--search", os.path.realpath(libomp)], text=True, capture_output=True, check=True).stdout
        self.assertRegex(self.doctor(self.prefix, TACTUS_CLANG="/nowhere/clang").stdout, fr"MISSING +clang {LLVM} .*apt install clang-{LLVM}")
        for name, script, expected in (
            ("old", "echo clang version 14.0.6", fr"MISSING +clang {LLVM} .*is version 14\.0\.6; apt install clang-{LLVM}"),
            ("bare", f"case $* in *--version*) echo clang version {LLVM}.1.7;; *) echo \"x.c:1:10: fatal error: 'omp.h' file not found\"; exit 1;;"
             " esac", fr"MISSING +a parallel loop .*omp\.h.*apt install libomp-{LLVM}-dev"),
            ("unlinked", f"case $* in *--version*) echo clang version {LLVM}.1.7;; *) echo 'ld.lld: error: unable to find library -lgcc'; exit 1;;"
             " esac", r"(?m)^MISSING +a parallel loop .*-lgcc; apt install gcc$"),
            ("broken", f"case $* in *--version*) echo clang version {LLVM}.1.7;; *) echo 'error: libomp.so.5 is too short'; exit 1;;"
             " esac", fr"(?m)^MISSING +a parallel loop .*libomp.*; apt install --reinstall {owner.split(':')[0]}$"),
        ):
            clang = self.folder / name
            clang.write_text(f"#!/bin/sh\n{script}\n")
            clang.chmod(0o755)
            ill = self.doctor(self.prefix, TACTUS_CLANG=str(clang))
            self.assertEqual(ill.returncode, 1)
            self.assertRegex(ill.stdout, expected)

    def test_doctor_on_machines_that_lack_something(self):
        # What is there, what is said, and which other lines are not to be wrong.
        no_folder = self.doctor(self.prefix, TMPDIR=str(self.folder / "none"))
        self.assertEqual(no_folder.returncode, 1)
        self.assertRegex(no_folder.stdout, r"(?m)^MISSING +a folder to try in +no folder can be made in .*; set TMPDIR to a folder of yours$")
        self.assertEqual(list(pathlib.Path().glob("tactus-doctor-*")), [])
        # The compiler's remarks come before what is wrong.
        no_linker = self.doctor(self.prefix, PATH=str(self.folder))
        self.assertEqual(no_linker.returncode, 1)
        self.assertRegex(no_linker.stdout, r"(?m)^MISSING +a parallel loop +does not compile: .*error: .*; apt install binutils$")
        other = self.folder / "libtactus.so.0"
        (self.folder / "other.c").write_text("void tactus_other(void) {}\n")
        run("cc", "-shared", "-fPIC", "-Wl,-soname,libtactus.so.0", self.folder / "other.c", "-o", other)
        old = self.doctor(self.prefix, LD_LIBRARY_PATH=str(self.folder))
        self.assertEqual(old.returncode, 1)
        self.assertRegex(old.stdout, r"(?m)^MISSING +a parallel loop +does not run: .*; another libtactus is found first: unset LD_LIBRARY_PATH")
        one = self.doctor(self.prefix, TACTUS_WORKERS="1", LC_ALL="nowhere", TERM="", HOME="/nonexistent")
        self.assertEqual(one.returncode, 0)
        self.assertRegex(one.stdout, r"(?m)^ok +a parallel loop +compiled, converted, right; 1 worker$")
        if (os.cpu_count() or 1) > 1:
            self.assertRegex(one.stdout, r"(?m)^optional +processors +1 of \d+ are used; see TACTUS_WORKERS")

    def test_commands_without_a_temporary_folder(self):
        run(self.cc, "-O2", "-g", "-fopenmp", "histogram.c", "-o", "program", cwd=self.work)
        (self.work / "hello.sml").write_text('val _ = print "hello\\n"\n')
        program = self.prefix / "share/tactus/tpal/fib.tpal"
        for command in (["report", "./program"], ["advise", "./program"], ["pml", "run", "hello.sml"], ["tpal", "compile", program, "-o", "fib"]):
            done = subprocess.run([self.prefix / "bin/tactus", *command], cwd=self.work, text=True, capture_output=True, check=False,
                                  env={**os.environ, "TMPDIR": str(self.folder / "none")})
            self.assertEqual(done.returncode, 1, command)
            self.assertRegex(done.stderr, r"^\S*(tactus: )?error: no folder can be made in '.*/none': .*; set TMPDIR to a folder of yours\n$", command)

    def test_remarks_and_report(self):
        report = self.folder / "r.json"
        flags = ["-O2", "-fopenmp", "-Rpass=tactus", f"-ftactus-report={report}", "-c"]
        done = run(self.cc, *flags, "histogram.c", "-o", "h.o", cwd=self.work)
        for line in ("8", "17"):
            self.assertRegex(done.stderr, rf"histogram\.c:{line}:\d+: remark: .*\[-Rpass=tactus\]")
        document = json.loads(report.read_text())
        self.assertEqual(document["version"], 1)
        self.assertGreaterEqual({loop["line"] for loop in document["loops"]}, {8, 17})
        done = run(self.cxx, *flags, "primes.cpp", "-o", "p.o", cwd=self.work)
        self.assertRegex(done.stderr, r"primes\.cpp:6:\d+: remark: .*\[-Rpass=tactus\]")

    def test_cmake(self):
        build = self.folder / "build"
        configuration = ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_COMPILER={self.cc}", f"-DCMAKE_CXX_COMPILER={self.cxx}"]
        done = run(CMAKE, "-S", self.work / "cmake", "-B", build, *configuration)
        self.assertIn(f"The C compiler identification is Clang {LLVM}.", done.stdout)
        run(CMAKE, "--build", build)
        self.assert_programs_work(build)

    def test_search_paths_after_cmakes_installation(self):
        # An empty entry would be the current folder: who puts a library there has his code run.
        for name, flags, environment in (
            ("none", [], {"LD_LIBRARY_PATH": "lib"}),
            ("relative", ["-DCMAKE_INSTALL_RPATH=$ORIGIN/../lib"], {}),
            ("skipped", ["-DCMAKE_SKIP_INSTALL_RPATH=ON"], {"LD_LIBRARY_PATH": "lib"}),
            ("at the build", ["-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON", "-DCMAKE_INSTALL_RPATH=$ORIGIN/../lib"], {}),
            ("of links", ["-DCMAKE_INSTALL_RPATH_USE_LINK_PATH=ON"], {"LD_LIBRARY_PATH": "lib"}),
        ):
            with self.subTest(name=name):
                build, prefix = self.folder / f"build {name}", self.folder / f"installed {name}"
                run(CMAKE, "-S", self.work / "rpath", "-B", build, "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_COMPILER={self.cc}",
                    f"-DCMAKE_INSTALL_PREFIX={prefix}", *flags)
                run(CMAKE, "--build", build)
                run(CMAKE, "--install", build)
                shutil.rmtree(build)
                for file in ("lib/libhistogram.so", "lib/libbetween.so", "bin/program"):
                    dynamic = run("readelf", "--dynamic", "--wide", prefix / file).stdout
                    for path in re.findall(r"Library r(?:un)?path: \[(.*)\]", dynamic):
                        self.assertNotIn("", path.split(":"), f"{file}: {path}")
                done = run(prefix / "bin/program", cwd=prefix, env={**os.environ, **environment})
                self.assertEqual(done.stdout, HISTOGRAM)

    def test_make(self):
        run("make", "-C", self.work / "make", f"CC={self.link_cc}", f"CXX={self.link_cxx}")
        self.assert_programs_work(self.work / "make")

    def test_configure(self):
        build = self.folder / "build"
        build.mkdir()
        environment = {**os.environ, "CC": str(self.link_cc), "CXX": str(self.link_cxx)}
        run(self.work / "configure/configure", cwd=build, env=environment)
        run("make", cwd=build)
        self.assertIn("histogram.c", (build / "histogram.d").read_text())
        self.assert_programs_work(build)

    def test_kinds_of_build(self):
        for name, flags in (
            ("O0", ["-O0", "-g"]),
            ("O3", ["-O3", "-march=native"]),
            ("Os", ["-Os"]),
            ("lto", ["-O2", "-flto"]),
            ("thinlto", ["-O2", "-flto=thin"]),
            ("static-runtime", ["-O2", "-ftactus-static-runtime"]),
            ("static", ["-O2", "-static"]),
            ("verified", ["-O2", "-ftactus-verify"]),
        ):
            with self.subTest(name=name):
                program = self.folder / name
                run(self.cc, "-fopenmp", *flags, "histogram.c", "-o", program, cwd=self.work)
                environment = {**os.environ, "TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"}
                self.assertEqual(run(program, env=environment).stdout, HISTOGRAM)
                defined = run("nm", program).stdout
                self.assertIn("tactus_poll", defined, "not converted")

    def test_breakpoint_in_a_converted_loop(self):
        for level in ("-O0", "-O2"):
            with self.subTest(level=level):
                run(self.cc, level, "-g", "-fopenmp", "histogram.c", "-o", "program", cwd=self.work)
                # Stops before the end and kills the program: gdb 13 may complain when several threads exit at a time.
                commands = ["break histogram.c:20", "run", "backtrace", "delete", "break histogram.c:28", "continue",
                            "call (int)fflush((void *)0)", "kill"]
                arguments = [word for command in commands for word in ("-ex", command)]
                # One worker: with several, the first to come by may run a task, below which there is no main().
                environment = {**os.environ, "TACTUS_WORKERS": "1"}
                output = run("gdb", "-nx", "-batch", *arguments, "program", cwd=self.work, env=environment).stdout
                self.assertRegex(output, r"Breakpoint 1(\.\d+)?, total.* at histogram\.c:20\n20\t      sum \+=")
                self.assertRegex(output, r"#\d+ .* main \(\) at histogram\.c:27")
                self.assertIn(HISTOGRAM, output)

    def test_shared_library(self):
        run(self.cc, "-O2", "-fopenmp", "-fPIC", "-shared", "-Dmain=library_main", "histogram.c", "-o", "libhistogram.so",
            cwd=self.work)
        (self.work / "main.c").write_text("int library_main(void);\nint main(void) { return library_main(); }\n")
        run(self.cc, "main.c", "-L.", "-lhistogram", "-Wl,-rpath,$ORIGIN", "-o", "program", cwd=self.work)
        self.assertEqual(run(self.work / "program").stdout, HISTOGRAM)

    def test_pkg_config(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        self.assertEqual(run("pkg-config", "--modversion", "tactus", env=environment).stdout, VERSION + "\n")
        command = 'cc runtime_user.c $(pkg-config --cflags --libs tactus) -o program'
        # pkg-config escapes the space, which only a second reading by the shell understands.
        run("sh", "-c", 'eval "' + command.replace("$(", "`").replace(")", "`") + '"', cwd=self.work, env=environment)
        self.assertEqual(run(self.work / "program").stdout, f"{VERSION} 1\n")

    def test_header_with_plain_compilers(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        for compiler in ("g++", f"clang++-{LLVM}"):
            if not shutil.which(compiler):
                continue
            command = f"eval \"{compiler} -std=c++20 -O2 -Wall -Werror header_user.cpp `pkg-config --cflags --libs tactus` -o program\""
            run("sh", "-c", command, cwd=self.work, env=environment)
            for settings in ({}, {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"}):
                self.assertEqual(run(self.work / "program", env={**os.environ, **settings}).stdout, "6765 328350\n")

    def test_splicing(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        for compiler in ("g++", f"clang++-{LLVM}", str(self.link_cxx)):
            if not shutil.which(compiler):
                continue
            command = f"eval \"{shlex.quote(compiler)} -std=c++20 -O2 -Wall -Wextra -Werror splice_user.cpp " \
                      "`pkg-config --cflags --libs tactus` -ltactus_splice -o program\""
            run("sh", "-c", command, cwd=self.work, env=environment)
            # With libtactus as well, which knows the names of splicing's settings.
            done = run(self.work / "program", env={**os.environ, "TACTUS_SPLICE_CHECK": "1"})
            self.assertEqual((done.stdout, done.stderr), ("12799\n", ""))

    def test_gccs_openmp_beside_the_runtime(self):
        # GCC computes the bounds of a static loop in place, from what its own runtime says of the thread.
        if not shutil.which("g++"):
            self.skipTest("no g++")
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        for order in ("-fopenmp gomp_user.cpp `pkg-config --cflags --libs tactus`",
                      "`pkg-config --cflags --libs tactus` -Wl,--no-as-needed -ltactus gomp_user.cpp -fopenmp"):
            run("sh", "-c", f'eval "g++ -std=c++20 -O2 {order} -o program"', cwd=self.work, env=environment)
            for settings in ({}, {"OMP_NUM_THREADS": "3", "TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all"}):
                self.assertEqual(run(self.work / "program", env={**os.environ, **settings}).stdout, "right\n")

    def test_program_of_another_compiler_around_our_library_and_others(self):
        if not shutil.which("gcc"):
            self.skipTest("no gcc")
        project, build = self.work / "foreign", self.folder / "build"
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        loops = self.folder / "libloops.so"
        run(self.cc, "-O2", "-fopenmp", "-fPIC", "-shared", "loops.c", "-o", loops, cwd=project)
        run("gcc", "-O2", "-fopenmp", "-fPIC", "-shared", "slots.c", "-o", "libslots.so", cwd=project)
        command = "eval \"gcc main.c libslots.so '{}' `pkg-config --libs tactus-openmp` -Wl,-rpath,. -Wl,-rpath,'{}' -o program\""
        run("sh", "-c", command.format(loops, self.folder), cwd=project, env=environment)
        run(CMAKE, "-S", project, "-B", build, "-DCMAKE_C_COMPILER=gcc", f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DLOOPS={loops}")
        run(CMAKE, "--build", build)
        for folder in (project, build):
            for settings in ({"TACTUS_CHAOS": "1"}, {"TACTUS_HEARTBEAT_US": "1"}):
                done = run("./program", cwd=folder, env={**os.environ, "TACTUS_WORKERS": "4", **settings})
                self.assertEqual(done.stdout, "right\n")

    def test_find_package(self):
        build = self.folder / "build"
        done = run(CMAKE, "-S", self.work / "library", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn(f"Tactus {VERSION} {self.cxx}", done.stdout)
        run(CMAKE, "--build", build)
        for program in ("shared", "static"):
            self.assertEqual(run(build / program).stdout, f"{VERSION} 1\n")

    def test_bench_builds_and_verifies(self):
        done = run(self.prefix / "bin/tactus", "bench", "--verify-only", "--kernels", "plus-reduce-array,mpl-wc", "--threads", "1",
                   "--work", self.folder / "bench")
        self.assertEqual(done.stderr, "plus-reduce-array: results agree\nmpl-wc: results agree\n")

    def test_bench_builds_the_splicing_programs(self):
        done = run(self.prefix / "bin/tactus", "bench", "paper", "splicing:table4", "--quick", "--work", self.folder / "bench")
        self.assertRegex(done.stdout, r"jacobi_1d +\d+")


if __name__ == "__main__":
    unittest.main()
