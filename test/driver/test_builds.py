"""What comes out of tactus-clang: programs that run, and a plugin that was loaded exactly where it should be."""

import json
import shutil
import unittest

from support import DriverTest, run

PROBE_C = "int tactus_probe(void);\nint main(void) { return tactus_probe() == 7 ? 0 : 1; }\n"
SUM = "499500\n"


class Builds(DriverTest):
    def output_of(self, program="a.out", **options):
        done = run([self.folder / program], **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_one_command(self):
        self.write("a.c")
        self.good("-fopenmp", "-O2", "a.c")
        self.assertEqual(self.output_of(), SUM)
        self.assertEqual(self.trace(), ["compile a.c"])

    def test_compile_and_link_apart(self):
        self.write("a.c")
        for level in ("-O0", "-O3", "-Os"):
            self.good("-fopenmp", level, "-g", "-MD", "-c", "a.c")
            self.assertEqual(self.trace(), ["compile a.c"])
            self.assertIn("a.c", (self.folder / "a.d").read_text())
            self.good("-fopenmp", "a.o")
            self.assertEqual(self.output_of(), SUM)
            self.assertEqual(self.trace(), [])

    def test_cxx(self):
        self.write("a.cpp", '#include <iostream>\n#include <tactus/probe.h>\nint main() { std::cout << PROBE << "\\n"; }\n')
        self.good("-fopenmp", "-std=c++20", "a.cpp", cxx=True)
        self.assertEqual(self.output_of(), "42\n")
        self.assertEqual(self.trace(), ["compile a.cpp"])

    def test_plugin_is_loaded_unless_tactus_is_off(self):
        self.write("a.c")
        for flags in ([], ["-fopenmp", "-fno-openmp"], ["-fopenmp-simd"]):
            self.good(*flags, "a.c")
            self.assertEqual(self.output_of(), SUM)
            self.assertEqual(self.trace(), ["compile a.c"])
        self.good("-fopenmp", "-fno-tactus", "a.c")
        self.assertEqual(self.output_of(), SUM)
        self.assertEqual(self.trace(), [])

    def test_several_sources(self):
        self.write("a.c", "int f(void);\nint g(void);\nint main(void) { return f() + g(); }\n")
        self.write("b.c", "int f(void) { return 1; }\n")
        self.write("c.cpp", 'extern "C" int g() { return -1; }\n')
        self.good("-fopenmp", "a.c", "b.c", "c.cpp", "-o", "program")
        self.output_of("program")
        self.assertEqual(self.trace(), ["compile a.c", "compile b.c", "compile c.cpp"])

    def test_language_and_standard_input(self):
        self.write("text", SUM_AS_CXX := "#include <cstdio>\nint main() { std::puts(\"x\"); }\n")
        self.good("-fopenmp", "-x", "c++", "text", cxx=True)
        self.assertEqual(self.output_of(), "x\n")
        self.good("-fopenmp", "-x", "c++", "-", "-o", "piped", cxx=True, input=SUM_AS_CXX)
        self.assertEqual(self.output_of("piped"), "x\n")

    def test_intermediate_forms(self):
        self.write("a.c")
        self.assertIn("int main(void)", self.good("-fopenmp", "-E", "a.c").stdout)
        self.assertIn("a.c", self.good("-fopenmp", "-M", "a.c").stdout)
        self.good("-fopenmp", "-fsyntax-only", "a.c")
        self.assertEqual(self.trace(), [])
        self.good("-fopenmp", "-S", "a.c")
        self.good("-fopenmp", "a.s", "-c")
        self.good("-fopenmp", "a.o")
        self.assertEqual(self.output_of(), SUM)
        self.good("-fopenmp", "-save-temps", "a.c")
        self.assertEqual(self.output_of(), SUM)

    def test_intermediate_code_as_input_loads_the_plugin(self):
        self.write("a.c")
        self.good("-fopenmp", "-S", "-emit-llvm", "a.c")
        self.assertEqual(self.trace(), ["compile a.c"])
        self.good("a.ll", "-c")
        self.assertEqual(self.trace(), ["compile a.c"])

    def test_shared_library(self):
        self.write("lib.c", "int tactus_probe(void);\nint twice(void) { return 2 * tactus_probe(); }\n")
        self.write("main.c", "int twice(void);\nint main(void) { return twice() == 14 ? 0 : 1; }\n")
        self.good("-fopenmp", "-fPIC", "-shared", "lib.c", "-o", "libtwice.so")
        self.good("main.c", "-L.", "-ltwice", "-Wl,-rpath,$ORIGIN")
        self.output_of()

    def test_runtime_is_linked_where_it_is_needed(self):
        needed = lambda: run(["readelf", "-d", self.folder / "a.out"]).stdout
        self.write("a.c", PROBE_C)
        self.write("plain.c", "int main(void) { return 0; }\n")
        # Many makefiles give -fopenmp to the compiler only.
        self.good("-fopenmp", "-c", "a.c")
        self.good("a.o")
        self.output_of()
        self.assertIn("libtactus.so", needed())
        self.good("plain.c")
        self.assertNotIn("libtactus.so", needed())
        self.good("-fopenmp", "-o", "a.out", "--", "a.o")
        self.output_of()

    def test_every_linker(self):
        self.write("a.c", PROBE_C)
        # Since Debian 13 gold is a package of its own.
        for linker in ("bfd", "lld", *(("gold",) if shutil.which("ld.gold") else ())):
            with self.subTest(linker=linker):
                self.good(f"-fuse-ld={linker}", "a.c")
                self.output_of()

    def test_static_runtime(self):
        self.write("a.c", PROBE_C)
        self.good("-ftactus-static-runtime", "a.c")
        self.output_of()
        self.assertNotIn("libtactus.so", run(["readelf", "-d", self.folder / "a.out"]).stdout)
        self.good("-ftactus-static-runtime", "-x", "c", "a.c")
        self.output_of()

    def test_static_program(self):
        self.write("a.c", PROBE_C)
        for flag in ("-static", "-static-pie"):
            for openmp in ([], ["-fopenmp"]):
                with self.subTest(flag=flag, openmp=openmp):
                    self.good(flag, *openmp, "a.c")
                    self.output_of()
                    self.assertNotIn("NEEDED", run(["readelf", "-d", self.folder / "a.out"]).stdout)

    def test_own_openmp_as_part_of_the_program(self):
        self.write("a.c", "#include <omp.h>\nint main(void) {\n#pragma omp parallel\n  { }\n  return omp_get_max_threads() != 7;\n}\n")
        for flags in (["-static"], ["-static", "-ftactus-runtime=tactus"], ["-ftactus-static-runtime", "-ftactus-runtime=tactus"]):
            with self.subTest(flags=flags):
                self.good("-fopenmp", *flags, "a.c")
                self.output_of()
                self.assertNotIn("omp", run(["readelf", "-d", self.folder / "a.out"]).stdout)
        exported = run(["nm", "-D", "--defined-only", self.folder / "a.out"]).stdout
        self.assertIn("__kmpc_fork_call", exported)

    def test_link_time_optimisation(self):
        self.write("a.c")
        self.good("-fopenmp", "-O2", "-flto", "a.c")
        self.assertEqual(self.output_of(), SUM)
        self.assertIn("link", self.trace())
        self.good("-fopenmp", "-O2", "-flto=thin", "a.c")
        self.assertEqual(self.output_of(), SUM)
        # Converted code may come from an object file, so the linker gets the plugin without -fopenmp as well.
        self.write("b.c", PROBE_C)
        self.good("-fopenmp", "-O2", "-flto", "-c", "b.c")
        self.trace()
        self.good("-flto", "b.o")
        self.output_of()
        self.assertEqual(self.trace(), ["link"])

    def test_response_file(self):
        self.write("space in name.c")
        self.write("arguments", '-fopenmp -O1 "space in name.c" -o\n my\\ program')
        self.good("@arguments")
        self.assertEqual(self.output_of("my program"), SUM)
        self.assertEqual(self.trace(), ["compile space in name.c"])

    def test_precompiled_header(self):
        self.write("h.h", "static int answer(void) { return 0; }\n")
        self.write("a.c", "int main(void) { return answer(); }\n")
        self.good("-fopenmp", "h.h", "-o", "h.pch")
        self.good("-fopenmp", "-include-pch", "h.pch", "a.c")
        self.output_of()

    def test_sanitizer(self):
        self.write("a.c", "int main(int argc, char **argv) {\n  int a[4] = {0};\n  return a[argc + 3];\n}\n")
        self.good("-fopenmp", "-fsanitize=address", "-g", "a.c")
        done = run([self.folder / "a.out"])
        self.assertIn("stack-buffer-overflow", done.stderr)
        self.assertIn("a.c:3", done.stderr)

    def test_errors_of_the_program_are_clangs(self):
        self.write("a.c", "int main(void) { return x; }\n")
        done = self.driver("-fopenmp", "a.c")
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.c:1:25: error: use of undeclared identifier 'x'", done.stderr)

    def test_source_locations_need_no_debug_information(self):
        self.write("a.c")
        text = self.good("-fopenmp", "-S", "-emit-llvm", "-o", "-", "a.c").stdout
        self.assertIn(";a.c;main;5;1;;", text)
        self.assertNotIn("emissionKind: FullDebug", text)

    def test_no_remark_that_nobody_asked_for(self):
        # A simd loop that is not vectorised warns, and analyses that speak of it are heard whenever any are.
        self.write("simd.c", "double f(int n, double *x) { double s = 0;\n#pragma omp parallel for simd reduction(max : s)\n"
                   "for (int i = 0; i < n; i++) s = s > x[i] ? s : x[i]; return s; }\n")
        stderr = self.driver("-fopenmp", "-O2", "-c", "simd.c").stderr
        self.assertIn("warning: loop not vectorized", stderr)
        self.assertNotIn("remark", stderr)

    def test_report(self):
        for name in ("a.c", "b.c"):
            self.write(name, f"int {name[0]}(void) {{ return 0; }}\n")
        self.good("-fopenmp", "-c", "-ftactus-report=r.json", "a.c", "b.c")
        expected = {"version": 1, "loops": [{"file": "a.c"}, {"file": "b.c"}]}
        self.assertEqual(json.loads((self.folder / "r.json").read_text()), expected)
        # A second compilation starts anew, and one for another processor has nothing to say.
        self.good("-fopenmp", "-c", "-ftactus-report=r.json", "b.c")
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["loops"], [{"file": "b.c"}])
        self.good("-c", "--target=riscv64-linux-gnu", "-ftactus-report=r.json", "b.c")
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["loops"], [])

    def test_reports_of_a_make_have_a_folder(self):
        for folder in ("one", "two"):
            (self.folder / folder).mkdir()
            self.write(f"{folder}/a.c", f"int {folder}(void) {{ return 0; }}\n")
        # Two commands for one name, and again: the second time the files are written anew.
        for _ in range(2):
            for folder in ("one", "two"):
                self.good("-fopenmp", "-c", "-ftactus-report=reports/", f"{folder}/a.c", "-o", f"{folder}/a.o")
        found = sorted(self.folder.glob("reports/*"))
        self.assertEqual(len(found), 2, found)
        self.assertTrue(all(file.name.startswith("a.o-") and file.suffix == ".json" for file in found), found)
        loops = sorted(loop["file"] for file in found for loop in json.loads(file.read_text())["loops"])
        self.assertEqual(loops, ["one/a.c", "two/a.c"])
        # A folder that exists needs no slash; without -o, the source gives the name.
        self.good("-fopenmp", "-c", "-ftactus-report=reports", "one/a.c")
        self.assertEqual(len([file for file in self.folder.glob("reports/a.c-*")]), 1)

    def test_report_that_cannot_be_written(self):
        self.write("a.c")
        done = self.driver("-fopenmp", "-c", "-ftactus-report=none/r.json", "a.c")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr, "tactus: error: cannot write 'none/r.json': No such file or directory; name another file by -ftactus-report=\n"
        )

    def test_report_of_a_failed_compilation_is_removed(self):
        self.write("a.c", "int main(void) { return x; }\n")
        self.assertEqual(self.driver("-fopenmp", "-c", "-ftactus-report=r.json", "a.c").returncode, 1)
        self.assertFalse((self.folder / "r.json").exists())

    def test_verify(self):
        self.write("a.c")
        self.good("-fopenmp", "-c", "-ftactus-verify", "a.c")
        self.assertEqual(self.trace(), ["verify a.c"])

    def test_called_through_a_link_from_elsewhere(self):
        self.write("a.c", PROBE_C)
        (self.folder / "cc++").symlink_to(self.prefix / "bin/tactus-clang")
        done = run([self.folder / "cc++", "-x", "c++", "-c", "a.c", "-###"], cwd=self.folder)
        self.assertIn(str(self.prefix / "include"), done.stderr)
        self.assertIn('"-x" "c++"', done.stderr)

    def test_parts_that_are_missing(self):
        self.write("a.c")
        plugin = self.prefix / "lib/TactusPlugin.so"
        moved = plugin.rename(plugin.with_suffix(".moved"))
        try:
            done = self.driver("-fopenmp", "-c", "a.c")
        finally:
            moved.rename(plugin)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"^tactus: error: the compiler plugin '{plugin}' is missing.*\n$")


if __name__ == "__main__":
    unittest.main()
