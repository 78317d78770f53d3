#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""foreign.py SUITE SOURCES [--root build/release] [--only PATTERN] [--settings NAME,...] [--seconds N] [--jobs N] [--work DIR]

Runs GCC's or LLVM's tests of OpenMP under clang 19 with libomp, and what passes there under tactus-clang. SUITE is `gcc` or
`llvm`, SOURCES where its sources have been unpacked: `libgomp/testsuite` of gcc-12, `openmp/runtime/test` of
llvm-toolchain-19. `gcc-fortran` is GCC's programs in Fortran, under flang 19 and tactus-flang. With `dropin` for `llvm`, clang
builds them, and they run on libomp and on Tactus' own libomp.so.5; with `dropin-gcc` for `gcc`, gcc-12 does, and it is libgomp and
our libgomp.so.1. They are not ours, and no part of the tree (docs/internals/testing.md).

Tests that set OMP_NUM_THREADS for themselves, behind which TACTUS_WORKERS does not go, are for the settings `2-threads` and
`4-threads`, which set it as well.

What fails under tactus-clang counts if it passes under clang, twice, with as many threads. Each such program is written with
the setting and the end of its output. Exit status 1 if there is any.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SETTINGS = {
    "plain": {},
    "1": {"TACTUS_WORKERS": "1"},
    "2": {"TACTUS_WORKERS": "2"},
    "4": {"TACTUS_WORKERS": "4"},
    "beat": {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"},
    "all": {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"},
    "chaos": {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "7"},
    "2-threads": {"OMP_NUM_THREADS": "2"},
    "4-threads": {"OMP_NUM_THREADS": "4"},
}
# The same number of threads for libomp: some tests pass with one number only.
THREADS = {"1": "1", "2": "2", "4": "4", "beat": "2", "all": "3", "chaos": "4", "2-threads": "2", "4-threads": "4"}
SECONDS = 30
LIT = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
LIT_SITE = """
config.test_c_compiler = {c!r}
config.test_cxx_compiler = {cxx!r}
config.test_compiler_features = ["clang", "clang-19", "clang-19.1", "clang-19.1.7"]
config.test_compiler_has_omp_h = 1
config.test_filecheck = "FileCheck-19"
config.test_not = "/usr/lib/llvm-19/bin/not"
config.test_openmp_flags = "-fopenmp"
config.test_extra_flags = "-O2 -w {flags}"
config.libomp_obj_root = {work!r}
config.library_dir = "/usr/lib/llvm-19/lib"
config.omp_header_directory = "/usr/lib/llvm-19/lib/clang/19/include"
config.operating_system = "Linux"
config.hwloc_library_dir = ""
config.using_hwloc = 0
config.has_ompt = {ompt}
config.has_ompx_taskgraph = 0
config.has_libm = 1
config.has_libatomic = 1
config.is_standalone_build = 1
config.has_omit_frame_pointer_flag = 1
config.target_arch = "x86_64"
config.environment.update({environment!r})
config.excludes = ["Inputs"] if config.has_ompt else ["ompt", "Inputs"]
lit_config.load_config(config, {suite!r})
config.environment.update({library!r})
config.substitutions = [(a, "timeout {seconds} " + b if a == "%libomp-run" else b) for a, b in config.substitutions]
"""


def run(command, settings=None, folder=None):
    """Status and output; 124 if it took too long."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=SECONDS, cwd=folder, env={**os.environ, **(settings or {})})
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        return 124, (late.stdout or b"").decode(errors="replace") + "took too long"


class Gcc:
    """Programs of one file that exit with 0, and say by DejaGnu's directives how they are built."""

    reference, ours = "clang-19", "tactus-clang"
    folders = (("libgomp.c", "c"), ("libgomp.c++", "C"), ("libgomp.c-c++-common", "cC"))

    def __init__(self, options):
        self.options = options
        self.programs = {}
        for folder, languages in self.folders:
            for source in sorted((options.sources / folder).glob("*.[cCfF]*")):
                text = source.read_text(errors="replace")
                if not re.search(options.only, source.name) or not self.runs(text):
                    continue
                for language in languages:
                    name = f"{folder}/{source.name}" + (" as C++" if languages == "cC" and language == "C" else "")
                    self.programs[name] = (source, language == "C", text)

    @staticmethod
    def runs(text):
        kinds = re.findall(r"dg-do\s+(\w+)", text)
        return (not kinds or kinds[0] == "run") and not re.search("dg-shouldfail|dg-additional-sources", text)

    def build(self, name, compiler):
        source, is_cxx, text = self.programs[name]
        flags = re.findall(r"-std=[^\s\"]+", text)[:1]
        flags += re.findall(r"-O[0-3]", " ".join(re.findall(r"dg-options.*", text)))[:1] or ["-O2"]
        program = self.options.work / (re.sub(r"\W+", "_", name) + "." + Path(compiler).name.replace("++", ""))
        if is_cxx:
            flags += ["-x", "c++"] if source.suffix == ".c" else []
            compiler = compiler.replace("clang-19", "clang++-19").replace("tactus-clang", "tactus-clang++")
        verify = ["-ftactus-verify"] if "tactus" in compiler else []
        status, output = run([compiler, "-fopenmp", "-w", *verify, *flags, "-I", source.parent,
                              "-I", self.options.sources / "../../include", source, "-o", program, "-lm", "-latomic"])
        return program if status == 0 else None, output

    def settings_of(self, name):
        return dict(re.findall(r"dg-set-target-env-var\s+(\w+)\s+\"([^\"]*)\"", self.programs[name][2]))

    def passes_under_clang(self, name, program, setting):
        threads = {"OMP_NUM_THREADS": THREADS[setting]} if setting in THREADS else {}
        return all(run([program], {**threads, **self.settings_of(name)})[0] == 0 for _ in range(2))

    def check(self, name):
        """What goes wrong under Tactus, of what does not under libomp; None if it does not count."""
        reference, _ = self.build(name, self.reference)
        if not reference or run([reference], self.settings_of(name))[0] != 0:
            return None
        program, output = self.build(name, str(self.options.root / "bin" / self.ours))
        if not program:
            return [f"does not build\n{output[-1500:]}"]
        wrong = []
        for setting in self.options.settings:
            status, output = run([program], {**SETTINGS[setting], **self.settings_of(name)})
            if (status != 0 or "tactus: " in output) and self.passes_under_clang(name, reference, setting):
                wrong.append(f"fails ({setting}, status {status})\n{output[-600:]}".rstrip())
        reference.unlink()
        program.unlink()
        return wrong


class GccFortran(Gcc):
    """Programs that end with STOP and a number if something is wrong. What flang 19 cannot compile does not count."""

    reference, ours = "flang-new-19", "tactus-flang"
    folders = (("libgomp.fortran", "f"),)

    def build(self, name, compiler):
        source, _, text = self.programs[name]
        program = self.options.work / (re.sub(r"\W+", "_", name) + "." + Path(compiler).name)
        level = re.findall(r"-O[0-3]", " ".join(re.findall(r"dg-options.*", text)))[:1] or ["-O2"]
        status, output = run([compiler, "-fopenmp", *level, "-J", self.options.work, "-I", source.parent, source, "-o", program])
        return program if status == 0 else None, output


class GccDropin(Gcc):
    """The same programs, built by gcc, and what they are linked to found elsewhere."""

    def build(self, name, compiler):
        source, is_cxx, text = self.programs[name]
        options = " ".join(re.findall(r"dg-(?:additional-)?options \"([^\"]*)\"", text)).split()
        program = self.options.work / re.sub(r"\W+", "_", name)
        status, output = run([compiler.replace("gcc", "g++") if is_cxx else compiler, "-O2", "-fopenmp", "-w", *options,
                              *(["-x", "c++"] if is_cxx else []), "-I", source.parent, "-I", self.options.sources / "..",
                              source, "-o", program, "-lm", "-latomic"])
        return program if status == 0 else None, output

    def check(self, name):
        program, _ = self.build(name, "gcc-12")
        threads = {"OMP_NUM_THREADS": "4", **self.settings_of(name)}
        if not program or run([program], threads)[0] != 0:
            return None
        path = f"{self.options.root}/lib/tactus/openmp:{self.options.root}/lib"
        wrong = []
        for setting in self.options.settings:
            chosen = {"OMP_NUM_THREADS": THREADS.get(setting, "4")}
            ours = {**chosen, **SETTINGS[setting], **self.settings_of(name), "LD_LIBRARY_PATH": path}
            status, output = run([program], ours)
            if status != 0 and all(run([program], {**chosen, **self.settings_of(name)})[0] == 0 for _ in range(2)):
                wrong.append(f"fails ({setting}, status {status})\n{output[-600:]}".rstrip())
        program.unlink()
        return wrong


class Llvm:
    """LLVM's tests say by RUN lines what is built, run and compared, so LLVM's lit runs them, once for each setting."""

    ompt = 0

    def __init__(self, options):
        self.options = options
        self.programs = {}
        tactus = str(options.root / "bin/tactus-clang")
        for name in options.settings:
            ours = self.outcomes(f"tactus-{name}", (tactus, tactus + "++", "-ftactus-verify"), SETTINGS[name], options.only)
            wrong = {test: output for test, (code, output) in ours.items() if code not in ("PASS", "UNSUPPORTED")}
            threads = {"OMP_NUM_THREADS": THREADS[name]} if name in THREADS else {}
            pattern = "|".join(re.escape(test.split(" :: ")[-1]) for test in wrong)
            clang = self.outcomes(f"clang-{name}", ("clang-19", "clang++-19", ""), threads, pattern) if wrong else {}
            for test, (code, _) in ours.items():
                found = self.programs.setdefault(test, [])
                if test in wrong and clang[test][0] == "PASS":
                    found.append(f"fails ({name}, {code})\n{wrong[test][-2500:]}")

    def outcomes(self, name, compilers, settings, pattern, library=None):
        work = self.options.work / name
        work.mkdir(parents=True, exist_ok=True)
        c, cxx, flags = compilers
        suite = str(self.options.sources / "lit.cfg")
        (work / "lit.site.cfg").write_text(LIT_SITE.format(c=c, cxx=cxx, flags=flags, work=str(work), suite=suite, seconds=SECONDS,
                                                           environment={"LIBRARY_PATH": "/usr/lib/llvm-19/lib", **settings}, ompt=self.ompt,
                                                           library=library or {}))
        subprocess.run([sys.executable, LIT, "-q", "-j", str(self.options.jobs), "--filter",
                        pattern or ".", "--output", work / "out.json", work], stdout=subprocess.DEVNULL, check=False)
        found = json.loads((work / "out.json").read_text())["tests"]
        return {test["name"]: (test["code"], test["output"]) for test in found}

    def check(self, name):
        return self.programs[name]


class Dropin(Llvm):
    """The same programs and those of OMPT, and what they are linked to found elsewhere."""

    ompt = 1

    def __init__(self, options):
        self.options = options
        self.programs = {}
        clang = ("clang-19", "clang++-19", "")
        path = f"{options.root}/lib/tactus/openmp:{options.root}/lib"
        for name in options.settings:
            threads = {"OMP_NUM_THREADS": THREADS.get(name, "4")}
            ours = self.outcomes(f"dropin-{name}", clang, {**SETTINGS[name], **threads}, options.only, {"LD_LIBRARY_PATH": path})
            # What passes needs no comparison.
            wrong = [test for test, (code, _) in ours.items() if code not in ("PASS", "UNSUPPORTED")]
            pattern = "|".join(re.escape(test.split(" :: ")[-1]) for test in wrong)
            libomps = self.outcomes(f"clang-{name}", clang, threads, pattern) if wrong else {}
            folders = {}
            for test, (code, output) in ours.items():
                counts = folders.setdefault(test.split(" :: ")[-1].split("/")[0], [0, 0, 0])
                counts[0] += code == "PASS"
                if code == "PASS":
                    self.programs[test] = self.programs.get(test) or []
                elif test in wrong and libomps[test][0] == "PASS":
                    counts[1] += 1
                    self.programs[test] = [*(self.programs.get(test) or []), f"fails ({name}, {code})\n{output[-2500:]}"]
                else:
                    counts[2] += test in wrong
                    self.programs.setdefault(test, None)
            for folder, (both, theirs, neither) in sorted(folders.items()):
                print(f"{name} {folder}: {both} pass on Tactus, {theirs} on libomp alone, {neither} on neither", flush=True)


def main():
    global SECONDS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", choices=["gcc", "gcc-fortran", "llvm", "dropin", "dropin-gcc"])
    parser.add_argument("sources", type=Path)
    parser.add_argument("--root", type=Path, default=Path("build/release"))
    parser.add_argument("--only", default="", help="a regular expression of names")
    parser.add_argument("--settings", default=",".join(SETTINGS))
    parser.add_argument("--work", type=Path, default=Path("/tmp/tactus-foreign-openmp"))
    parser.add_argument("--seconds", type=int, default=SECONDS, help="that a program may take")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    options = parser.parse_args()
    SECONDS = options.seconds
    options.root, options.sources = options.root.resolve(), options.sources.resolve()
    options.settings = options.settings.split(",")
    options.work.mkdir(parents=True, exist_ok=True)
    suite = {"gcc": Gcc, "gcc-fortran": GccFortran, "llvm": Llvm, "dropin": Dropin, "dropin-gcc": GccDropin}[options.suite](options)
    if not suite.programs:
        sys.exit(f"foreign.py: error: no programs below {options.sources}, name the folder that has them")
    counted = failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, wrong in zip(suite.programs, pool.map(suite.check, suite.programs)):
            counted += wrong is not None
            if wrong is None:
                print(f"{name}: does not count", flush=True)
            failed += bool(wrong)
            for text in wrong or []:
                print(f"{name}: {text}", flush=True)
    print(f"{options.suite}: {len(suite.programs)} programs, {counted} count, {failed} of them fail under Tactus")
    sys.exit(failed > 0)


main()
