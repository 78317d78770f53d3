# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Compiles one source in the ways that are compared, with the same flags for all.

Loops:
  serial         clang                        no -fopenmp
  tactus         tactus-clang -fopenmp        every DOALL loop has its pragma, no schedule
  tactus-interrupt                            the same without polls: beats are signals
  openmp-nested  clang -fopenmp               the same source and pragmas
  openmp-tuned   clang -fopenmp               the same with schedule(runtime)
  openmp-outer   clang -fopenmp               pragmas on outer loops only, no schedule: static
  openmp-inner   clang -fopenmp               pragmas on inner loops only, no schedule
  openmp-outer-tuned, openmp-inner-tuned      the same with schedule(runtime), for OMP_SCHEDULE to choose. A schedule
                                              that is known at compile time makes tighter code, hence both.
Recursion:
  serial         clang                        no -fopenmp
  tactus-par     tactus-clang                 tactus::par
  tactus-tasks   tactus-clang -fopenmp        OpenMP tasks
  tactus-par-interrupt, tactus-tasks-interrupt, tactus-full-interrupt  without polls: beats are signals
  libomp-tasks   clang -fopenmp               the same
  gcc-serial     g++                          no -fopenmp
  gcc-par        g++                          tactus::par, the header and libtactus alone
Regions:
  serial, tactus                              as for loops
  openmp         clang -fopenmp               the same source
  openmp-tuned   clang -fopenmp               with schedule(runtime) on the loops that have no schedule of their own
MPL:
  serial         clang                        loops and calls
  tactus-full    tactus-clang                 tactus.hpp down to the last iteration and call
  tactus-tuned   tactus-clang                 the same source with grains
  tactus-eager, tactus-eager-tuned            loops are forks of their halves, for TACTUS_TASKS=eager
  tbb            clang                        oneTBB with the same grains
"""

import os
import resource
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from . import llvm
from .kernels import KERNEL_DIRECTORY

FLAGS = ["-O3", "-march=native"]
# valgrind knows no AVX-512.
CALLGRIND_FLAGS = ["-O3", "-march=x86-64-v3"]
# Not timed, and run under valgrind as well.
PART_FLAGS = ["-O3"]
VARIANTS = {
    "serial": [],
    "tactus": ["-fopenmp"],
    "tactus-interrupt": ["-fopenmp", "-ftactus-beat=interrupt"],
    "tactus-reproducible": ["-fopenmp", "-ftactus-reproducible"],
    "openmp-nested": ["-fopenmp"],
    "openmp-outer": ["-fopenmp", "-DBENCH_LOOPS=BENCH_OUTER"],
    "openmp-inner": ["-fopenmp", "-DBENCH_LOOPS=BENCH_INNER"],
    "openmp-outer-tuned": ["-fopenmp", "-DBENCH_LOOPS=BENCH_OUTER", "-DBENCH_TUNED"],
    "openmp-inner-tuned": ["-fopenmp", "-DBENCH_LOOPS=BENCH_INNER", "-DBENCH_TUNED"],
    "openmp": ["-fopenmp"],
    "openmp-tuned": ["-fopenmp", "-DBENCH_TUNED"],
    "tactus-par": ["-DBENCH_PAR"],
    "tactus-tasks": ["-fopenmp"],
    "libomp-tasks": ["-fopenmp"],
    "tactus-par-interrupt": ["-DBENCH_PAR", "-ftactus-beat=interrupt"],
    "tactus-tasks-interrupt": ["-fopenmp", "-ftactus-beat=interrupt"],
    "gcc-serial": [],
    "gcc-par": ["-DBENCH_PAR"],
    "tactus-full": ["-DBENCH_PAR"],
    "tactus-full-interrupt": ["-DBENCH_PAR", "-ftactus-beat=interrupt"],
    "tactus-tuned": ["-DBENCH_PAR", "-DBENCH_GRAIN"],
    "tactus-eager": ["-DBENCH_PAR", "-DBENCH_EAGER"],
    "tactus-eager-tuned": ["-DBENCH_PAR", "-DBENCH_EAGER", "-DBENCH_GRAIN"],
    "tbb": ["-DBENCH_TBB"],
}


# How fast the same code is depends on where in memory it lies, by up to a sixth where there is little but calls (fib). Which
# place that is, is luck: any change of the program moves it. So programs are linked so many times, each with the kernel's
# code further on by some bytes, and rounds take turns (compare.py).
PLACEMENTS = 4
PLACEMENT_BYTES = 16


class BuildError(Exception):
    pass


@dataclass
class Toolchain:
    """Compilers by language for clang, Tactus and GCC; the latter two may be missing."""

    clang: str
    clangxx: str
    tactus_clang: str | None
    tactus_clangxx: str | None
    gxx: str | None
    # Build or install tree of Tactus, with include/ and lib/.
    root: Path

    def compiler(self, variant, is_cpp):
        if variant.startswith("tactus"):
            found = self.tactus_clangxx if is_cpp else self.tactus_clang
            if not found:
                raise BuildError("tactus-clang not found, build Tactus first or name its build tree with --root")
            return found
        if variant.startswith("gcc"):
            if not self.gxx:
                raise BuildError("g++ not found, install the package g++")
            return self.gxx
        return self.clangxx if is_cpp else self.clang

    def version(self):
        text = subprocess.run([self.clang, "--version"], capture_output=True, text=True).stdout
        return text.splitlines()[0] if text else "unknown"

    def has_tbb(self):
        """Whether oneTBB is installed, which is optional."""
        program = [self.clangxx, "-x", "c++", "-", "-fsyntax-only"]
        return subprocess.run(program, input="#include <tbb/parallel_for.h>", text=True, capture_output=True).returncode == 0

    def library_flags(self, variant):
        """What a compiler that knows nothing of the variant's library needs: (to compile, to link)."""
        if variant == "tbb":
            return [], ["-ltbb"]
        if variant != "gcc-par":
            return [], []
        library = self.root / "lib"
        return ["-I", str(self.root / "include")], ["-L", str(library), "-ltactus", f"-Wl,-rpath,{library}"]


def find_toolchain(root, clang=None):
    """Looks for clang in PATH and for tactus-clang in `root`/bin."""
    version = llvm.version(root)

    def plain(name):
        return shutil.which(f"{name}-{version}") or shutil.which(name)

    clang_c = clang or plain("clang")
    clang_cxx = (clang.replace("clang", "clang++") if clang else plain("clang++"))
    if not clang_c or not clang_cxx:
        raise BuildError(f"clang-{version} not found, install the package clang-{version} or name it with --clang")

    def tactus(name):
        path = Path(root) / "bin" / name
        return str(path.absolute()) if os.access(path, os.X_OK) else None

    return Toolchain(clang_c, clang_cxx, tactus("tactus-clang"), tactus("tactus-clang++"),
                     shutil.which("g++"), Path(root).absolute())


def compile_command(toolchain, variant, source, is_cpp, output, flags=None, extra=()):
    """The command that compiles `source` to an object file."""
    standard = ["-std=c++20"] if is_cpp else ["-std=gnu11"]
    return [toolchain.compiler(variant, is_cpp), *(flags or FLAGS), *standard, "-Wno-unknown-pragmas",
            *VARIANTS[variant], *toolchain.library_flags(variant)[0], *extra, "-c", str(source), "-o", str(output)]


def run_compiler(command):
    """Runs it and returns the processor seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        raise BuildError(f"{' '.join(command)}\n{result.stderr.strip()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def link(toolchain, variant, objects, is_cpp, output):
    openmp = ["-fopenmp"] if "-fopenmp" in VARIANTS[variant] else []
    run_compiler([toolchain.compiler(variant, is_cpp), *openmp, *map(str, objects),
                  *toolchain.library_flags(variant)[1], "-lm", "-o", str(output)])


def build_part(toolchain, source, directory):
    """Compiles what belongs to no system, the driver and the makers of inputs: once for all programs, if nothing has
    changed."""
    path, output = KERNEL_DIRECTORY / source, Path(directory) / f"{source}.part.o"
    newest = max(file.stat().st_mtime_ns for file in KERNEL_DIRECTORY.iterdir() if file == path or file.suffix == ".h")
    if not output.exists() or output.stat().st_mtime_ns < newest:
        is_cpp = source.endswith(".cpp")
        run_compiler([toolchain.clangxx if is_cpp else toolchain.clang, *PART_FLAGS,
                      "-std=c++20" if is_cpp else "-std=gnu11", "-c", str(path), "-o", str(output)])
    return output


def parts_of(kernel):
    """The sources of what belongs to no system."""
    return ("driver.c", *(("out_of_memory.cpp",) if kernel.is_cpp else ()), *kernel.parts)


def placed(program, number):
    """The path of a program with its code at another place, the program itself for 0."""
    return program if number == 0 else program.with_name(f"{program.name}.placed-{number}")


def placements(program):
    """The paths of a program with its code at all places that it has been linked for, itself first."""
    return [program, *(path for path in (placed(program, number) for number in range(1, PLACEMENTS)) if path.exists())]


def build_padding(toolchain, directory, number):
    """An object file with nothing but code that nobody runs, which moves the code that is linked behind it."""
    source, output = directory / f"padding-{number}.s", directory / f"padding-{number}.o"
    if not output.exists():
        source.write_text(f'.text\n.skip {number * PLACEMENT_BYTES}, 0xcc\n.section .note.GNU-stack,"",@progbits\n')
        run_compiler([toolchain.clang, "-c", str(source), "-o", str(output)])
    return output


def build_kernel(toolchain, kernel, variant, directory, flags=None, places=1):
    """Compiles, and links for so many places of the code; returns the path of the program for the first."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    parts = [build_part(toolchain, source, directory) for source in parts_of(kernel)]
    kernel_object = directory / f"{kernel.name}.{variant}.o"
    run_compiler(compile_command(toolchain, variant, kernel.path, kernel.is_cpp, kernel_object, flags, kernel.defines))
    for file in kernel.files:
        parts.append(directory / f"{kernel.name}.{variant}.{file}.o")
        run_compiler(compile_command(toolchain, variant, kernel.path.with_name(file), file.endswith(".cpp"), parts[-1], flags,
                                     kernel.defines))
    program = directory / f"{kernel.name}.{variant}"
    for old in placements(program)[1:]:
        old.unlink()
    for number in range(places):
        padding = [build_padding(toolchain, directory, number)] if number else []
        link(toolchain, variant, [*padding, kernel_object, *parts], kernel.is_cpp, placed(program, number))
    return program


def build_variants(toolchain, kernel, variants, directory, jobs, places=PLACEMENTS):
    """Programs of a kernel by variant, several at a time, linked for so many places of their code."""
    Path(directory).mkdir(parents=True, exist_ok=True)
    for number in range(1, places):  # Not by several of them at once, as what follows.
        build_padding(toolchain, Path(directory), number)
    for part in parts_of(kernel):
        build_part(toolchain, part, directory)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        def build(variant):
            return build_kernel(toolchain, kernel, variant, directory, places=places)

        return dict(zip(variants, pool.map(build, variants)))


def build_source(toolchain, source, variant, directory):
    """Compiles and links a program that is one file."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    is_cpp = Path(source).suffix == ".cpp"
    object_file = directory / f"{Path(source).stem}.{variant}.o"
    run_compiler(compile_command(toolchain, variant, source, is_cpp, object_file))
    program = directory / f"{Path(source).stem}.{variant}"
    link(toolchain, variant, [object_file], is_cpp, program)
    return program


def frame_bytes(toolchain, kernel, variant, directory, function):
    """Stack bytes of one call of a function of the kernel, its return address not counted."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    object_file = directory / f"{kernel.name}.{variant}.frames.o"
    run_compiler(compile_command(toolchain, variant, kernel.path, kernel.is_cpp, object_file,
                                 extra=[*kernel.defines, "-fstack-usage"]))
    for line in object_file.with_suffix(".su").read_text().splitlines():
        place, size, _ = line.split("\t")
        # FILE:LINE:MANGLED-NAME, in which names come with their length before them.
        if f"{len(function)}{function}E" in place:
            return int(size)
    raise BuildError(f"{object_file}: no function {function}, which {kernel.source} should have")


def build_preload(toolchain, source, directory):
    """Compiles a C file to a shared object for LD_PRELOAD."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    output = directory / f"{Path(source).stem}.so"
    run_compiler([toolchain.clang, "-O2", "-fPIC", "-shared", str(source), "-o", str(output)])
    return output
