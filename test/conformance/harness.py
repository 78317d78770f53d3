"""Builds one OpenMP program in several ways, runs it under many settings and compares what it prints.

    program ──┬─ clang                 "serial"   one run        ─┐
              ├─ clang -fopenmp        "libomp"   one run         ├─ all outputs must agree
              └─ tactus-clang -fopenmp "tactus"   one run for     │
                                       each of tactus_settings() ─┘

A further system, "dropin", is libomp's build run on Tactus' own libomp.so.5 (runtime/libomp/).

Another, "tsan", is not run by default either: libomp with ThreadSanitizer and Archer, which tells it what OpenMP
synchronises. It checks the programs themselves: one that races by the standard's rules proves nothing.

Used by the conformance corpus (run.py) and by the fuzzer (../fuzz_loops/fuzz.py). Only the standard
library is needed.

Outputs agree when they have the same lines. A line that starts with `~` holds inexact numbers: there, words that
are numbers may differ by RELATIVE_TOLERANCE, since a reduction may be reassociated. Tactus promises silence, so anything
on stderr is a failure too.
"""

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess

import link_modes

FORTRAN = ".f90"
RELATIVE_TOLERANCE = 1e-9
# A program takes some 20 ms. This is for machines that others use as well.
TIMEOUT_SECONDS = 60
COMPILE_TIMEOUT_SECONDS = 120
SYSTEMS = ("serial", "libomp", "tactus")
ALL_SYSTEMS = (*SYSTEMS, "dropin", "tsan")
OPENMP_FLAGS = {"serial": [], "libomp": ["-fopenmp"], "tactus": ["-fopenmp"], "dropin": ["-fopenmp"],
                "tsan": ["-fopenmp", "-fsanitize=thread", "-g"]}


class Failure(Exception):
    """A program that does not build, does not end, crashes or prints something else. The message is for the user."""


@dataclasses.dataclass
class Program:
    """What is to be built: sources and how each of them is treated."""

    name: str
    sources: list[pathlib.Path]
    flags: list[str]
    include: list[pathlib.Path] = dataclasses.field(default_factory=list)
    shared: set[str] = dataclasses.field(default_factory=set)  # each of these becomes a shared library
    opened: set[str] = dataclasses.field(default_factory=set)  # the same, but loaded by dlopen
    plain: set[str] = dataclasses.field(default_factory=set)  # foreign code: never sees -fopenmp or Tactus
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    needs_openmp: bool = False
    no_openmp: bool = False
    not_libomp: bool = False
    mode: str = ""  # of link_modes.py
    reference_flags: list[str] = dataclasses.field(default_factory=list)  # behind the others, for builds of clang's own

    def flags_for(self, system: str) -> list[str]:
        more = link_modes.flags_of(self.mode, system) if self.mode else []
        return self.flags + more + (self.reference_flags if system in ("serial", "libomp") else [])

    @property
    def language(self) -> str:
        """The one that it is linked as: a source's suffix."""
        suffixes = {source.suffix for source in self.sources}
        return next((suffix for suffix in (FORTRAN, ".cpp") if suffix in suffixes), ".c")


@dataclasses.dataclass
class Toolchain:
    clang: str
    clangxx: str
    tactus_root: pathlib.Path
    tactus_flags: list[str] = dataclasses.field(default_factory=lambda: ["-ftactus-verify"])
    tactus_link_flags: list[str] = dataclasses.field(default_factory=list)
    flang: str = ""
    # For another processor: its name for clang, where its libraries are, and what runs programs for it. Tactus' builds are
    # made for it, the others for this one.
    target: str = ""
    target_libraries: list[str] = dataclasses.field(default_factory=list)
    emulator: list[str] = dataclasses.field(default_factory=list)

    def command(self, system: str, language: str) -> list[str]:
        return [self.compiler(system, language), *self.target_flags(system)]

    def target_flags(self, system: str) -> list[str]:
        return [f"--target={self.target}"] if self.target and system == "tactus" else []

    def link_flags(self, system: str) -> list[str]:
        libraries = [f"-L{path}" for path in self.target_libraries] if self.target_flags(system) else []
        return libraries + (self.tactus_link_flags if system == "tactus" else [])

    def runner(self, system: str) -> list[str]:
        return self.emulator if self.target_flags(system) else []

    def library_path(self, system: str) -> dict[str, str]:
        return {"LD_LIBRARY_PATH": ":".join(self.target_libraries)} if self.target_flags(system) else {}

    def compiler(self, system: str, language: str) -> str:
        if system == "tactus":
            names = {".c": "tactus-clang", ".cpp": "tactus-clang++", FORTRAN: "tactus-flang"}
            return str(self.tactus_root / "bin" / names[language])
        return {".c": self.clang, ".cpp": self.clangxx, FORTRAN: self.flang}[language]

    def missing(self, systems: list[str], languages: list[str]) -> list[str]:
        wanted = {self.compiler(system, language) for system in systems for language in languages}
        return sorted(compiler for compiler in wanted if shutil.which(compiler) is None)


@dataclasses.dataclass
class Setting:
    """One way to run the Tactus build."""

    name: str
    environment: dict[str, str]


def tactus_settings(chaos_seeds: int) -> list[Setting]:
    settings = [Setting(f"workers={n}", {"TACTUS_WORKERS": str(n)}) for n in (1, 2, 4, 9)]
    settings.append(Setting("beat=1us", {"TACTUS_WORKERS": "4", "TACTUS_HEARTBEAT_US": "1"}))
    settings.append(Setting("promote=all", {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"}))
    for seed in range(1, chaos_seeds + 1):
        settings.append(Setting(f"chaos={seed}", {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": str(seed)}))
    return settings


def few_settings() -> list[Setting]:
    """For a front end: what is common to all is tried out with C."""
    settings = [Setting(f"workers={n}", {"TACTUS_WORKERS": str(n)}) for n in (1, 2, 4)]
    return settings + [Setting("chaos=1", {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"})]


def dropin_settings(program: Program, tools: Toolchain) -> list[Setting]:
    """Workers stand for threads, so a program that is for one thread has one."""
    counts = (1,) if program.environment.get("OMP_NUM_THREADS") == "1" else (1, 2, 5)
    path = ":".join(str(tools.tactus_root / "lib" / folder) for folder in ("tactus/openmp", "."))
    return [Setting(f"workers={n}", {"LD_LIBRARY_PATH": path, "TACTUS_WORKERS": str(n)}) for n in counts]


def interrupt_settings() -> list[Setting]:
    """For programs without polls. Beats come as often as signals may."""
    settings = [Setting(f"{source}=20us, workers={workers}",
                        {"TACTUS_WORKERS": str(workers), "TACTUS_BEAT": source, "TACTUS_HEARTBEAT_US": "20"})
                for workers in (1, 3) for source in ("timer", "ping", "perf")]
    settings.append(Setting("chaos=1", {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"}))
    settings.append(Setting("no beats", {"TACTUS_WORKERS": "4", "TACTUS_HEARTBEAT_US": "0"}))
    return settings


def build(program: Program, system: str, tools: Toolchain, folder: pathlib.Path) -> tuple[pathlib.Path, list[pathlib.Path]]:
    """Returns the executable and, for Tactus, the report of each translation unit."""
    folder.mkdir(parents=True, exist_ok=True)
    objects: list[str] = []
    libraries: list[str] = []
    reports: list[pathlib.Path] = []
    openmp = [flag for flag in OPENMP_FLAGS[system] if not (program.no_openmp and flag == "-fopenmp")]
    includes = [f"-I{path}" for path in program.include]
    linker = tools.command(system, program.language)
    # What this processor can do says nothing of another.
    all_flags = [flag for flag in program.flags_for(system) if not (tools.target_flags(system) and flag == "-march=native")]
    for source in program.sources:
        in_library = source.name in program.shared or source.name in program.opened
        flags = [flag for flag in all_flags if source.suffix == ".cpp" or not flag.startswith("-std=c++")]
        target = folder / (source.stem + ".o")
        if source.name in program.plain:
            command = [tools.compiler("serial", source.suffix), *tools.target_flags(system),
                       *(flag for flag in flags if not flag.startswith("-ftactus-"))]
        else:
            command = [*tools.command(system, source.suffix), *flags, *openmp]
            if system == "tactus":
                command += tools.tactus_flags
                reports.append(folder / (source.stem + ".report.json"))
                command.append(f"-ftactus-report={reports[-1]}")
        command += [*includes, *(["-fPIC"] if in_library else []), "-c", str(source), "-o", str(target)]
        run_compiler(command, folder)
        if in_library:
            library = folder / f"lib{source.stem}.so"
            run_compiler([*linker, *all_flags, *openmp, "-shared", str(target), *tools.link_flags(system), "-o",
                          str(library)], folder)
            if source.name in program.shared:
                libraries.append(str(library))
        else:
            objects.append(str(target))
    executable = folder / "program"
    run_compiler([*linker, *openmp, *tools.link_flags(system), *objects, *libraries, *all_flags, *([] if link_modes.is_static(program.mode) else ["-Wl,-rpath,$ORIGIN"]), "-lm", "-lpthread",
                  "-o", str(executable)], folder)
    return executable, reports


def run_compiler(command: list[str], folder: pathlib.Path) -> None:
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=COMPILE_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise Failure(f"the compiler does not end: {' '.join(command)}") from None
    if result.returncode != 0:
        raise Failure(f"does not build: {' '.join(command)}\n{result.stderr.strip()[-4000:]}")


def eager_settings() -> list[Setting]:
    """Eager tasks: all policies, the smallest and the largest queue, the smallest stacks, one bucket and many."""
    settings = []
    for policy in ("default", "push-front", "steal-front", "both"):
        for size, workers, more in ((1, 3, {"TACTUS_TASK_STACK_KB": "16"}), (4, 1, {}), (4, 4, {"TACTUS_EVENT_BUCKETS": "1"}),
                                    (128, 9, {"TACTUS_TASK_STACK_KB": "64"}), (128, 4, {"TACTUS_CHAOS": str(len(settings))})):
            environment = {"TACTUS_TASKS": "eager", "TACTUS_QUEUE_POLICY": policy, "TACTUS_QUEUE_SIZE": str(size),
                           "TACTUS_WORKERS": str(workers)} | more
            settings.append(Setting(f"eager {policy} size={size} workers={workers}", environment))
    return settings


def clean_environment() -> dict[str, str]:
    """The caller's environment without settings that would change what is tested."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TACTUS_", "OMP_", "KMP_"))}
    # Four libomp threads on few processors must not spin at each other.
    return kept | {"OMP_NUM_THREADS": "4", "KMP_BLOCKTIME": "0", "OMP_DYNAMIC": "false"}


def execute(executable: pathlib.Path, extra: dict[str, str], runner: list[str] = []) -> str:
    """Runs the program and returns what it printed."""
    described = " ".join(f"{k}={v}" for k, v in extra.items()) + f" {executable}"
    process = subprocess.Popen([*runner, str(executable)], env=clean_environment() | extra, cwd=executable.parent, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                               start_new_session=True)
    try:
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        stacks = backtraces(process.pid)
        kill_group(process)
        raise Failure(f"no end after {TIMEOUT_SECONDS} s: {described}\n{stacks}") from None
    kill_group(process)  # a forked child that was left behind
    if process.returncode < 0:
        raise Failure(f"died of {signal.Signals(-process.returncode).name}: {described}\n{err.strip()[-2000:]}")
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: {described}\n{err.strip()[-2000:]}")
    if err.strip():
        raise Failure(f"prints on stderr: {described}\n{err.strip()[-2000:]}")
    if not out.strip():
        raise Failure(f"prints nothing: {described}")
    return out


def kill_group(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if process.returncode is None:
        process.communicate()


def backtraces(pid: int) -> str:
    if shutil.which("gdb") is None:
        return "(gdb is not installed: no backtraces)"
    try:
        result = subprocess.run(["gdb", "-p", str(pid), "-batch", "-nx", "-ex", "set pagination off",
                                 "-ex", "thread apply all backtrace 40"], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "(gdb did not end)"
    return result.stdout.strip()[-8000:]


def difference(expected: str, actual: str) -> str | None:
    """The first line in which two outputs differ, as a message, or None."""
    left, right = expected.splitlines(), actual.splitlines()
    for number, (a, b) in enumerate(zip(left, right), start=1):
        if not same_line(a, b):
            return f"line {number}: expected {a!r}, got {b!r}"
    if len(left) != len(right):
        return f"expected {len(left)} lines, got {len(right)}"
    return None


def same_line(a: str, b: str) -> bool:
    if a == b:
        return True
    if not (a.startswith("~") and b.startswith("~")):
        return False
    words = list(zip(a.split(), b.split()))
    return len(a.split()) == len(b.split()) and all(same_word(x, y) for x, y in words)


def same_word(a: str, b: str) -> bool:
    if a == b:
        return True
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    return abs(x - y) <= RELATIVE_TOLERANCE * max(abs(x), abs(y))


def race_environment(tools: Toolchain) -> dict[str, str]:
    """Makes libomp load Archer, and run inner loops in parallel too, as Tactus does. Libraries without ThreadSanitizer's
    instrumentation (libomp itself) are not looked at."""
    found = subprocess.run([tools.clang, "-print-file-name=libarcher.so"], capture_output=True, text=True)
    return {"OMP_TOOL_LIBRARIES": found.stdout.strip(), "TSAN_OPTIONS": "ignore_noninstrumented_modules=1",
            "OMP_NUM_THREADS": "2", "OMP_MAX_ACTIVE_LEVELS": "4"}


def check_agreement(program: Program, systems: list[str], tools: Toolchain, settings: list[Setting],
                    folder: pathlib.Path, recorded: str | None = None) -> dict[str, object]:
    """Builds and runs `program`; raises Failure at the first disagreement, also with what is recorded of it. Returns the
    reports of the Tactus build, the number of runs, and what the first one has printed."""
    reference: tuple[str, str] | None = ("what is recorded", recorded) if recorded is not None else None
    found: dict[str, object] = {"reports": [], "runs": 0, "output": recorded}
    for system in systems:
        if system == "serial" and program.needs_openmp or system == "libomp" and program.not_libomp:
            continue
        executable, reports = build(program, system, tools, folder / system)
        runs = settings if system == "tactus" else dropin_settings(program, tools) if system == "dropin" else \
            [Setting(system, race_environment(tools) if system == "tsan" else {})]
        found["reports"] += reports
        for setting in runs:
            environment = program.environment | setting.environment if system != "serial" else {}
            output = execute(executable, environment | tools.library_path(system), tools.runner(system))
            found["runs"] += 1
            name = system if setting.name == system else f"{system} {setting.name}"
            if reference is None:
                reference = (name, output)
                found["output"] = output
                continue
            message = difference(reference[1], output)
            if message is not None:
                variables = " ".join(f"{k}={v}" for k, v in environment.items())
                raise Failure(f"{name} disagrees with {reference[0]} in {message}\n  again: {variables} {executable}")
    return found
