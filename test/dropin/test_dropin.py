"""Programs of plain clang run on Tactus' own libomp.so.5: docs/dropin.md."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

CLANG = os.environ["TACTUS_TEST_CLANG"]
# Empty where there is none.
GCC = os.environ["TACTUS_TEST_GCC"]
LIBGOMP = pathlib.Path(os.environ["TACTUS_TEST_LIBGOMP"])
COMMAND = os.environ["TACTUS_TEST_COMMAND"]
ROOT = pathlib.Path(os.environ["TACTUS_TEST_ROOT"])
LIBOMP = pathlib.Path(os.environ["TACTUS_TEST_LIBOMP"])
SOURCE = pathlib.Path(os.environ["TACTUS_TEST_SOURCE"])
PROGRAMS = pathlib.Path(__file__).parent / "programs"
MAPS = """
#include <stdio.h>
#include <string.h>
int main(void) {
#pragma omp parallel
#pragma omp master
  {
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
      if (strstr(line, "libomp.so.5") && strstr(line, "r-xp"))
        fputs(strrchr(line, ' ') + 1, stdout);
  }
  return 0;
}
"""
IDLE = """
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp barrier
  }
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  usleep(300000);
  getrusage(RUSAGE_SELF, &after);
  long used = (after.ru_utime.tv_sec - before.ru_utime.tv_sec) * 1000000 + after.ru_utime.tv_usec - before.ru_utime.tv_usec;
  puts(used < 100000 ? "sleeps" : "runs");
  return 0;
}
"""
THREADS = """
#include <dirent.h>
#include <stdio.h>
int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp barrier
  }
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  for (struct dirent *entry; (entry = readdir(folder));)
    count += entry->d_name[0] != '.';
  printf("%d\\n", count);
  return 0;
}
"""
RACE = """
int main(void) {
  int shared = 0;
#pragma omp parallel num_threads(2)
  shared++;
  return shared < 0;
}
"""
MISSING = """
void kmp_threadprivate_insert(int, void *, void *, unsigned long);
int main(void) { kmp_threadprivate_insert(0, 0, 0, 0); }
"""


class Dropin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def build(self, source, compiler=CLANG, flags=()):
        """Of a file, or of a text."""
        if not isinstance(source, pathlib.Path):
            text, source = source, self.folder / f"{self.id()}.c"
            source.write_text(text)
        program = self.folder / f"{self.id()}-{source.stem}"
        subprocess.run([compiler, "-O1", "-fopenmp", "-Wno-pass-failed", *flags, source, "-o", program], check=True)
        return program

    @staticmethod
    def plain_environment():
        return {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_", "KMP_", "LD_"))}

    def run_it(self, program, *arguments, **settings):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_", "KMP_"))}
        return subprocess.run([COMMAND, "run", "--openmp", program, *arguments], env=kept | settings, text=True, capture_output=True,
                              timeout=300, check=False)

    def test_programs(self):
        for source in sorted(PROGRAMS.glob("*.c")):
            program = self.build(source)
            for workers, threads in (("1", "4"), ("2", "2"), ("4", "4"), ("", "4"), ("", "1")):
                with self.subTest(program=source.name, workers=workers, threads=threads):
                    chosen = {"TACTUS_WORKERS": workers} if workers else {"OMP_NUM_THREADS": threads}
                    done = self.run_it(program, OMP_CANCELLATION="true", **chosen)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_places(self):
        first, last = min(os.sched_getaffinity(0)), max(os.sched_getaffinity(0))
        spread, close, true = "4", "3", "1"
        for compiler in filter(None, (CLANG, GCC)):
            program = self.build(PROGRAMS / "affinity.c", compiler, flags=("-w",))
            for threads in ("1", "2", "4"):
                for settings, places, binding in (
                        ({"OMP_PROC_BIND": "spread", "OMP_PLACES": f"{{{first}}},{{{last}}}"}, 2, spread),
                        ({"OMP_PROC_BIND": "close,spread", "OMP_PLACES": f"{{{first}}}, {last},{{{first}:1}},{{{last}}}"}, 4, close),
                        ({"OMP_PLACES": f"{{{first}}}:1"}, 1, true),
                        ({"OMP_PLACES": "threads(1)"}, 1, true),
                        ({"OMP_PROC_BIND": "true", "GOMP_CPU_AFFINITY": f"{first} {last}"}, 2, true),
                        ({"KMP_AFFINITY": "granularity=fine,compact", "GOMP_CPU_AFFINITY": f"{first},{last}"}, 2, close),
                        ({"OMP_PROC_BIND": "false", "OMP_PLACES": "cores"}, 0, "0")):
                    with self.subTest(compiler=compiler, threads=threads, **settings):
                        done = self.run_it(program, str(places), binding, OMP_NUM_THREADS=threads, OMP_MAX_ACTIVE_LEVELS="3", **settings)
                        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_wrong_settings(self):
        program = self.build("int main(void) {\n#pragma omp parallel\n  {}\n  return 0;\n}\n")
        for setting, words in (("OMP_PLACES={0", "#250: OMP_PLACES: syntax error, using cores. Expected threads, cores"),
                               ("OMP_PLACES=sockets(", "#250: OMP_PLACES: syntax error, using sockets. "),
                               ("OMP_PROC_BIND=x", "#42: OMP_PROC_BIND: \"x\" is an invalid value; ignored. "),
                               ("KMP_HW_SUBSET=x", "#247: KMP_HW_SUBSET: invalid value \"x\""),
                               ("OMP_SCHEDULE=x", "#42: OMP_SCHEDULE: \"x\" is an invalid value; ignored. "),
                               ("OMP_STACKSIZE=x", "#42: OMP_STACKSIZE: \"x\" is"),
                               ("OMP_WAIT_POLICY=x", "#42: OMP_WAIT_POLICY: \"x\" is"),
                               ("OMP_TARGET_OFFLOAD=x", "#42: OMP_TARGET_OFFLOAD: \"x\" is"),
                               ("OMP_ALLOCATOR=111", "#42: OMP_ALLOCATOR: \"111\" is"),
                               ("OMP_DYNAMIC=x", "#20: OMP_DYNAMIC=\"x\": Wrong value, boolean expected; "),
                               ("OMP_DISPLAY_ENV=x", "#20: OMP_DISPLAY_ENV=\"x\": "),
                               ("OMP_NUM_TEAMS=x", "#80: OMP_NUM_TEAMS=\"x\": not a number; expected "),
                               ("OMP_THREAD_LIMIT=0", "#80: OMP_THREAD_LIMIT=\"0\": value too small; "),
                               ("KMP_DISP_NUM_BUFFERS=4097", "#80: KMP_DISP_NUM_BUFFERS=\"4097\": value too large; ")):
            with self.subTest(setting=setting):
                done = self.run_it(program, **dict([setting.split("=")]))
                self.assertEqual(done.returncode, 0)
                self.assertRegex(done.stderr, "^OMP: Warning " + re.escape(words))
                self.assertEqual(done.stderr.count("\n"), 1)
                done = self.run_it(program, **dict([setting.split("=")]), KMP_WARNINGS="off")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        for setting in ("OMP_SCHEDULE=monotonic:dynamic,4", "OMP_DYNAMIC=.T.", "OMP_STACKSIZE=8M", "OMP_WAIT_POLICY=PASSIVE", "OMP_PLACES=cores",
                        "OMP_ALLOCATOR=omp_default_mem_alloc", "OMP_NUM_TEAMS= 3 ", "OMP_DYNAMIC=", "KMP_BLOCKTIME=infinite"):
            with self.subTest(setting=setting):
                self.assertEqual(self.run_it(program, **dict([setting.split("=")])).stderr, "")

    def test_effective_settings(self):
        program = self.build("int main(void) {\n#pragma omp parallel\n  {}\n  return 0;\n}\n")
        first = min(os.sched_getaffinity(0))
        for places, shown in (("threads()", "threads"), (f"{{{first}:1}}", f"{{{first}}}")):
            told = self.run_it(program, KMP_SETTINGS="on", OMP_PLACES=places, OMP_CANCELLATION=".true.", OMP_SCHEDULE="guided,5").stderr
            self.assertIn(f"   OMP_PLACES={places}\n", told[:told.index("Effective settings:")])
            for line in (f"OMP_PLACES='{shown}'", "OMP_CANCELLATION=true", "OMP_SCHEDULE='GUIDED,5'", "OMP_ALLOCATOR=omp_default_mem_alloc"):
                self.assertIn(f"   {line}\n", told[told.index("Effective settings:"):])

    @unittest.skipUnless(GCC, "there is no gcc")
    def test_programs_of_gcc(self):
        for name in ("cancellation.c", "dependences.c", "gcc/allocators.c", "gcc/clauses.c", "gcc/groups.c", "gcc/target.c", "masters.c",
                     "pause.c", "tasks.c", "worksharing.c"):
            program = self.build(PROGRAMS / name, GCC, flags=("-w",))
            for workers, threads in (("1", "4"), ("2", "2"), ("4", "4"), ("", "1")):
                with self.subTest(program=name, workers=workers, threads=threads):
                    chosen = {"TACTUS_WORKERS": workers} if workers else {"OMP_NUM_THREADS": threads}
                    done = self.run_it(program, OMP_CANCELLATION="true", **chosen)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_names_of_gcc(self):
        """Each row has a symbol of its version."""
        table = "".join((SOURCE / "runtime/libgomp" / name).read_text() for name in ("constructs.def", "entries.def"))
        rows = re.findall(r"^TACTUS_LIBGOMP_(OLD_)?(?:ENTRY|MISSING)\(([\w.]+), (\w+)", table, re.MULTILINE)
        symbols = subprocess.run([os.environ["TACTUS_TEST_NM"], "-D", "--defined-only", LIBGOMP], text=True, capture_output=True, check=True)
        exported = re.findall(r" T (\w+@@?[\w.]+)$", symbols.stdout, re.MULTILINE)
        self.assertEqual(sorted(f"{name}{'@' if old else '@@'}{version}" for old, version, name in rows), sorted(exported))

    def test_converted_programs_share_the_threads(self):
        """What tactus-clang converts, and what it leaves to libomp, in one process: what is left keeps its place in our team."""
        for source in sorted(PROGRAMS.glob("*.c")):
            program = self.build(source, ROOT / "bin/tactus-clang")
            for settings in ({"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "4"}, {"TACTUS_WORKERS": "4", "TACTUS_HEARTBEAT_US": "0"},
                             {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "7"}):
                with self.subTest(program=source.name, **settings):
                    done = self.run_it(program, OMP_CANCELLATION="true", **settings)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_converted_tasks_find_groups_that_were_left(self):
        """A converted task of another file reduces in a group of which libomp's code knows alone."""
        units = SOURCE / "test/conformance/programs/tasks_reduction_units"
        flags = ("-I", units.parent.parent, units / "library.c")
        subprocess.run([CLANG, *flags, units / "main.c", "-o", self.folder / "serial"], check=True)
        expected = subprocess.run([self.folder / "serial"], text=True, capture_output=True, check=True).stdout
        program = self.build(units / "main.c", ROOT / "bin/tactus-clang", flags)
        for settings in ({"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "4"}, {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "7"}):
            with self.subTest(**settings):
                done = self.run_it(program, **settings)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, expected, ""))

    @unittest.skipUnless(GCC, "there is no gcc")
    def test_objects_of_gcc(self):
        """`-fopenmp` links objects of gcc with libomp, LLVM's or this one."""
        own = (ROOT / "bin/tactus-clang", "-ftactus-runtime=tactus")
        for name, linkers in (("dependences.c", [(CLANG,), own]), ("gcc/groups.c", [(CLANG,), own]), ("worksharing.c", [(CLANG,), own]),
                              ("gcc/clauses.c", [own])):  # LLVM's libomp lacks some of the last one's names
            compiled = self.folder / f"{self.id()}.o"
            subprocess.run([GCC, "-O1", "-w", "-fopenmp", "-c", PROGRAMS / name, "-o", compiled], check=True)
            program = self.folder / f"{self.id()}-linked"
            for linker in linkers:
                with self.subTest(program=name, linker=linker):
                    subprocess.run([*linker, "-fopenmp", compiled, "-o", program], check=True)
                    done = self.run_it(program, OMP_NUM_THREADS="4", OMP_CANCELLATION="true")
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_linked_programs(self):
        """By -ftactus-runtime=tactus a program finds this library, wherever it is started."""
        flags = ("-ftactus-runtime=tactus",)
        kept = self.plain_environment()
        found = subprocess.run([self.build(MAPS, ROOT / "bin/tactus-clang", flags)], env=kept, text=True, capture_output=True, check=True)
        self.assertEqual([pathlib.Path(line).resolve() for line in found.stdout.splitlines()], [LIBOMP.resolve()])
        for source in sorted(PROGRAMS.glob("*.c")):
            program = self.build(source, ROOT / "bin/tactus-clang", flags)
            for settings in ({}, {"TACTUS_WORKERS": "4"}):
                with self.subTest(program=source.name, **settings):
                    done = subprocess.run([program], env=kept | {"OMP_CANCELLATION": "true"} | settings, text=True, capture_output=True,
                                          timeout=300, check=False)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_programs_that_have_it_inside(self):
        """A program with a static libtactus has this OpenMP inside, and needs no other library."""
        for flags in (("-static",), ("-ftactus-runtime=tactus", "-ftactus-static-runtime")):
            for source in sorted(PROGRAMS.glob("*.c")):
                program = self.build(source, ROOT / "bin/tactus-clang", flags)
                for settings in ({}, {"TACTUS_WORKERS": "4"}):
                    with self.subTest(program=source.name, flags=flags, **settings):
                        done = subprocess.run([program], env=self.plain_environment() | {"OMP_CANCELLATION": "true"} | settings, text=True,
                                              capture_output=True, timeout=300, check=False)
                        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_libraries_find_what_is_inside(self):
        """What plain clang has compiled comes to the program's OpenMP, and not to the libomp that it brings along."""
        library = self.folder / "libasks.so"
        source = self.folder / "asks.c"
        source.write_text("""
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <omp.h>
            #include <string.h>
            void __kmpc_fork_call();
            int isOfALibrary(void) {
              Dl_info found;
              return !dladdr((void *)__kmpc_fork_call, &found) || strstr(found.dli_fname, "libomp");
            }
            int members(void) {
              int count = 0;
            #pragma omp parallel num_threads(3) reduction(+ : count)
              count += omp_get_level();
              return count;
            }
        """)
        subprocess.run([CLANG, "-O1", "-fopenmp", "-shared", "-fPIC", source, "-o", library], check=True)
        program = self.build("""
            #include <omp.h>
            int isOfALibrary(void);
            int members(void);
            int main(void) {
              int count = 0;
              omp_set_max_active_levels(2);
            #pragma omp parallel num_threads(2) reduction(+ : count)
              count += members();
              return isOfALibrary() || count != 2 * 3 * 2;
            }
        """, ROOT / "bin/tactus-clang", ("-ftactus-runtime=tactus", "-ftactus-static-runtime", library, f"-Wl,-rpath,{self.folder}"))
        for workers in ("1", "4"):
            done = subprocess.run([program], env=self.plain_environment() | {"TACTUS_WORKERS": workers}, text=True, capture_output=True,
                                  timeout=300, check=False)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_there_is_nobody_to_leave_regions_to(self):
        done = self.run_it(self.build(PROGRAMS / "nested.c"), TACTUS_REGIONS="libomp", TACTUS_WORKERS="2")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_it_is_the_only_one(self):
        done = self.run_it(self.build(MAPS), LD_LIBRARY_PATH="/nonexistent")
        self.assertEqual([pathlib.Path(line).resolve() for line in done.stdout.splitlines()], [LIBOMP.resolve()], done.stderr)

    @unittest.skipUnless(GCC, "there is no gcc")
    def test_copies_of_gcc_s_library(self):
        """Wheels bring libgomp along under a name of their own."""
        copy = self.folder / "libgomp-0123abcd.so.1.0.0"
        (self.folder / "copy.map").write_text("GOMP_1.0 { global: GOMP_*; }; GOMP_4.0 { } GOMP_1.0; OMP_1.0 { global: omp_*; };")
        (self.folder / "copy.c").write_text("""
            #include <stdio.h>
            __asm__(".symver parallel, GOMP_parallel@@GOMP_4.0");
            void parallel(void (*code)(void *), void *data, unsigned threads, unsigned flags) { puts("copy"); }
            int omp_get_num_threads(void) { return -1; }
        """)
        subprocess.run([GCC, "-w", "-shared", "-fPIC", f"-Wl,-soname,{copy.name},--version-script={self.folder / 'copy.map'}",
                        self.folder / "copy.c", "-o", copy], check=True)
        source, program = self.folder / "user.c", self.folder / "user"
        source.write_text("""
            #include <stdio.h>
            int omp_get_num_threads(void);
            int main(void) {
              int members = 0;
            #pragma omp parallel num_threads(3) reduction(+ : members)
              members += omp_get_num_threads();
              printf("%d\\n", members);
              return 0;
            }
        """)
        subprocess.run([GCC, "-fopenmp", "-c", source, "-o", f"{program}.o"], check=True)
        subprocess.run([GCC, f"{program}.o", copy, f"-Wl,-rpath,{self.folder}", "-o", program], check=True)
        self.assertIn("copy", subprocess.run([program], text=True, capture_output=True, check=True).stdout)
        done = self.run_it(program)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "9\n", ""))

    @unittest.skipUnless(GCC, "there is no gcc")
    def test_address_sanitizer_of_gcc(self):
        done = self.run_it(self.build(PROGRAMS / "regions.c", GCC, flags=("-w", "-fsanitize=address")))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))

    def test_threads_sleep(self):
        self.assertEqual(self.run_it(self.build(IDLE)).stdout, "sleeps\n")

    def test_only_members_have_threads(self):
        """Nobody watches what cannot wait for anything latent."""
        done = self.run_it(self.build(THREADS))
        self.assertEqual((done.stdout, done.stderr), ("3\n", ""))

    def test_races(self):
        """ThreadSanitizer is told what constructs order: it sees a program's race, and no others."""
        flags = ("-g", "-fsanitize=thread")
        for source in (PROGRAMS / "tasks.c", PROGRAMS / "dependences.c", PROGRAMS / "worksharing.c"):
            with self.subTest(program=source.name):
                done = self.run_it(self.build(source, flags=flags), TACTUS_WORKERS="3")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok\n", ""))
        self.assertIn("data race", self.run_it(self.build(RACE, flags=("-O0", *flags))).stderr)

    # Of test/dropin/tools/program.c.
    TOLD = {"threads": 3, "threadEnds": 3, "regions": 3, "regionEnds": 3, "implicit": 6, "implicitEnds": 6, "tasks": 24, "switches": 24,
            "completed": 24, "barriers": 18, "barrierEnds": 18, "work": 10, "workEnds": 10, "chunks": 27, "acquired": 6, "released": 6,
            "unfit": 0}

    def test_tools(self):
        """OMPT: a tool of the program's or of a library is told of everything once, or of nothing."""
        tools, result = PROGRAMS.parent / "tools", "sum=9900 tasks=32\n"
        told = result + "".join(f"{name}={count}\n" for name, count in self.TOLD.items())
        library = self.folder / "tool.so"
        subprocess.run([CLANG, "-O1", "-fopenmp", "-shared", "-fPIC", tools / "tool.c", "-o", library], check=True)
        for flags, settings, expected in (
                (("-DTOOL=\"tool.c\"",), {}, told), ((), {"OMP_TOOL_LIBRARIES": f"/nonexistent:{library}"}, told), ((), {}, result),
                (("-DTOOL=\"tool.c\"",), {"OMP_TOOL": "disabled"}, result), (("-DTOOL=\"tool.c\"",), {"TOOL_DECLINES": "1"}, result)):
            program = self.build(tools / "program.c", flags=flags)
            for threads in ("1", "4"):
                with self.subTest(flags=flags, threads=threads, **settings):
                    done = self.run_it(program, OMP_NUM_THREADS=threads, **settings)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, expected, ""))

    def test_missing_function(self):
        done = self.run_it(self.build(MISSING))
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"\Atactus: error: kmp_threadprivate_insert: .* -ftactus-runtime=libomp.*\n\Z")

    def test_settings(self):
        program = self.build("#include <omp.h>\nint main(void) { return omp_get_max_threads(); }")
        done = self.run_it(program, OMP_DISPLAY_ENV="true", OMP_SCHEDULE="guided,7", OMP_NUM_THREADS="3")
        self.assertEqual(done.returncode, 3)
        self.assertIn("OMP_SCHEDULE='GUIDED,7'", done.stderr)

    def test_names(self):
        """Each entry point of the sources has a row, and each row a symbol of the version that programs ask for."""
        rows = re.findall(r"^TACTUS_LIBOMP_(?:ENTRY|MISSING)\((\w+)", (SOURCE / "runtime/libomp/entries.def").read_text(), re.MULTILINE)
        rows += re.findall(r"^TACTUS_LIBGOMP_ENTRY\([\w.]+, (\w+)", (SOURCE / "runtime/libgomp/constructs.def").read_text(), re.MULTILINE)
        symbols = subprocess.run([os.environ["TACTUS_TEST_NM"], "-D", "--defined-only", LIBOMP], text=True, capture_output=True, check=True)
        exported = re.findall(r" T (\w+)@@VERSION$", symbols.stdout, re.MULTILINE)
        self.assertEqual(sorted(rows), sorted(exported))
        entries = set(re.findall(r"^TACTUS_LIBOMP_ENTRY\(\w+, (\w+)\)", (SOURCE / "runtime/libomp/entries.def").read_text(), re.MULTILINE))
        defined = {name for file in (SOURCE / "runtime/libomp").glob("*.cpp")
                   for name in re.findall(r"TACTUS_ENTRY\([^,#]*, (\w+)\)", file.read_text())}
        self.assertEqual(sorted(defined - entries - {"name"}), [])


unittest.main()
