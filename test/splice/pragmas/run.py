# Part of Tactus, under the MIT licence. See LICENSE for details.
"""run.py TACTUS_PREFIX CLANG FOLDER: programs with #pragma splice mean what they mean to compilers that ignore it.

Each program of programs/ is compiled by gcc and clang (the serial elision), and by tactus-clang without optimisation and
with. What it writes is the same, whatever number of calls is spliced, on 1, 2 and 4 workers, with forks at random points.
And it has been spliced: steps have been delayed, or nothing would have been tested.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT = 120


def fail(message):
    sys.exit(f"tactus: error: {message}")


def flags_of(source):
    """What its first line asks for."""
    first = Path(source).read_text().split("\n", 1)[0]
    return first.removeprefix("// Flags:").split() if first.startswith("// Flags:") else []


class Compilers:
    def __init__(self, prefix, clang, folder):
        self.prefix, self.clang, self.folder = Path(prefix), Path(clang), Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def build(self, name, sources, compiler, *flags):
        program = self.folder / name
        flags = (*flags, *flags_of(sources[0]))
        cxx = any(Path(source).suffix == ".cpp" for source in sources)
        command = [compiler, *(["--driver-mode=g++"] if cxx and "++" not in compiler else []), *flags, "-Wall", "-Wextra", "-Werror",
                   "-Wno-unknown-pragmas", *map(str, sources), "-o", str(program)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode or done.stderr:
            fail(f"{' '.join(command)}: {done.stderr}")
        return program

    def elisions(self, name, sources):
        """Programs of compilers that do not know the pragma."""
        include = f"-I{self.prefix / 'include'}"
        cxx = any(Path(source).suffix == ".cpp" for source in sources)
        yield self.build(f"{name}.clang", sources, str(self.clang), "-O1", include)
        if shutil.which("g++" if cxx else "gcc"):
            yield self.build(f"{name}.gcc", sources, "g++" if cxx else "gcc", "-O1", include)

    def ours(self, name, sources):
        cxx = any(Path(source).suffix == ".cpp" for source in sources)
        driver = str(self.prefix / "bin" / ("tactus-clang++" if cxx else "tactus-clang"))
        yield self.build(f"{name}.plain", sources, driver, "-O0", "-g")
        yield self.build(f"{name}.fast", sources, driver, "-O2")


def run(program, folder, **settings):
    """What the program writes, and its statistics of splicing."""
    statistics = folder / f"{program.name}.json"
    counts = folder / f"{program.name}.splice.json"
    counts.unlink(missing_ok=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    environment |= {"TACTUS_STATS": str(statistics)} | {key: str(value) for key, value in settings.items()}
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode or done.stderr:
        fail(f"{program} with {settings} ends with {done.returncode}: {done.stderr}")
    return done.stdout, json.loads(counts.read_text())["counters"] if counts.exists() else {}


def environments():
    for calls in 0, 1, 2, 3, 5, 16:
        yield {"TACTUS_SPLICE": calls, "TACTUS_WORKERS": 1, "TACTUS_SPLICE_CHECK": 1}
    yield {"TACTUS_WORKERS": 1, "TACTUS_SPLICE_SPACE_KB": 2}
    for workers in 2, 4:
        for seed in range(1, 6):
            yield {"TACTUS_SPLICE": 4 * (seed % 3), "TACTUS_WORKERS": workers, "TACTUS_CHAOS": seed}


def compare(compilers, name, sources):
    """The number of steps that were delayed, over all runs of the program."""
    texts = {program: run(program, compilers.folder)[0] for program in compilers.elisions(name, sources)}
    expected = next(iter(texts.values()))
    if not expected or any(text != expected for text in texts.values()):
        fail(f"{name}: compilers without the pragma disagree: {texts}")
    delayed = 0
    for program in compilers.ours(name, sources):
        for settings in environments():
            text, counts = run(program, compilers.folder, **settings)
            if text != expected:
                fail(f"{program} with {settings} writes {text!r}, not {expected!r}")
            delayed += counts.get("delayedSteps", 0)
    return delayed


def check_undivided(compilers):
    """The statistics name the steps in parts that are one part each time."""
    source = HERE / "programs" / "undivided.c"
    lines = source.read_text().splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("// one part")}
    program = compilers.folder / "undivided.fast"
    run(program, compilers.folder, TACTUS_SPLICE=4, TACTUS_WORKERS=1)
    sites = json.loads((compilers.folder / f"{program.name}.splice.json").read_text())["sites"]
    found = {steps["line"] for site in sites for steps in site["undivided"] if steps["steps"]}
    if found != expected:
        fail(f"{source}: the statistics name lines {found}, not {expected}")


def check_reasons(compilers):
    """The statistics say why calls do not come together, and where."""
    source = HERE / "programs" / "alone.c"
    lines = source.read_text().splitlines()
    expected = {(number, line.split("// ")[1]) for number, line in enumerate(lines[1:], 2) if "// " in line}
    compare(compilers, "alone", [source])
    program = compilers.folder / "alone.fast"
    run(program, compilers.folder, TACTUS_WORKERS=1)
    sites = json.loads((compilers.folder / f"{program.name}.splice.json").read_text())["sites"]
    found = {(cut["line"], cut["reason"]) for site in sites for cut in site["cuts"]}
    if len(found) != len(expected) or not all(any(line == number and words in reason for line, reason in found)
                                              for number, words in expected):
        fail(f"{source}: the statistics say {found}, not {expected}")


def check_recurrence(compilers):
    """A recurrence has fewer parts than a loop over as many bytes whose iterations are independent."""
    driver = str(compilers.prefix / "bin" / "tactus-clang")
    program = compilers.build("recurrence", [HERE / "programs" / "recurrence.c"], driver, "-O2")
    parts = {}
    for what in "recurrence", "independent":
        statistics = str(compilers.folder / f"{what}.json")
        environment = {**os.environ, "TACTUS_STATS": statistics, "TACTUS_SPLICE": "4", "TACTUS_WORKERS": "1"}
        done = subprocess.run([program, what], env=environment, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode or done.stderr:
            fail(f"{program} {what} ends with {done.returncode}: {done.stderr}")
        parts[what] = json.loads((compilers.folder / f"{what}.splice.json").read_text())["counters"]["steps"]
    if not 0 < 2 * parts["recurrence"] < parts["independent"]:
        fail(f"{program}: parts {parts}")


def main():
    compilers = Compilers(*sys.argv[1:4])
    programs = HERE / "programs"
    chosen = sys.argv[4:] or ["figure3.c", "values.c", "refused.c", "regions.c", "parts.c", "exceptions.cpp", "figures.cpp",
                               "between_calls.c", "deep.c", "undivided.c",
                               "between_members.cpp", "through_pointers.c", "memory.cpp", "derived.cpp", "shapes.c", "rest.c",
                               "callers.c", "clauses.c"]
    for name in chosen:
        sources = [programs / name, *sorted(programs.glob(f"{Path(name).stem}_*"))]
        delayed = compare(compilers, Path(name).stem, sources)
        if not delayed:
            fail(f"{name}: no step was ever delayed")
        if name == "undivided.c":
            check_undivided(compilers)
        print(f"{name}: {delayed} delayed steps")
    if not sys.argv[4:]:
        check_reasons(compilers)
        check_recurrence(compilers)


if __name__ == "__main__":
    main()
