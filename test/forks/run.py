#!/usr/bin/env python3
"""Programs that fork with <tactus/tactus.hpp>, compiled by tactus-clang++: every run prints what the sequential one does.

Each file of programs/ is built at several levels of optimisation, as an executable and with the runtime linked statically, and
run with 1, 2, 4 and 9 workers, with a beat of a microsecond, with every fork promoted, and in chaos mode with several seeds.
A program may have the directives `// FLAGS: ...`, `// STACK: unlimited`, and `// RUNS: plain` for one that takes too long where
everything is promoted.

    run.py --root BUILD [--quick] [--keep-returns] [--filter NAME] [--level=-O2]
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = ["-O2", "-O0", "-O1", "-O3", "-Os", "-O2 -g", "-O2 -fno-omit-frame-pointer", "-O2 -ftactus-static-runtime",
          "-O2 -fno-pie -no-pie", "-O2 -flto", "-O2 -flto=thin"]


def eager_settings(unlimited):
    """Tasks that are made where they are created, by each policy."""
    for policy, size, more in (("default", "1", {}), ("push-front", "4", {"TACTUS_EVENT_BUCKETS": "1"}),
                               ("steal-front", "128", {}), ("both", "16", {"TACTUS_CHAOS": "1"})):
        yield {"TACTUS_TASKS": "eager", "TACTUS_WORKERS": "3", "TACTUS_QUEUE_POLICY": policy, "TACTUS_QUEUE_SIZE": size,
               "TACTUS_TASK_STACK_KB": "1048576" if unlimited else "256"} | more


def settings(quick, plain, unlimited):
    yield {"TACTUS_HEARTBEAT_US": "0"}
    if plain:
        yield from ({"TACTUS_WORKERS": workers} for workers in ("1", "2", "4"))
        return
    yield from eager_settings(unlimited)
    for workers in ("1", "2", "4", "9"):
        yield {"TACTUS_WORKERS": workers}
        yield {"TACTUS_WORKERS": workers, "TACTUS_HEARTBEAT_US": "1"}
    for workers in ("2", "4"):
        yield {"TACTUS_WORKERS": workers, "TACTUS_PROMOTE": "all"}
    for seed in range(1, 4 if quick else 21):
        yield {"TACTUS_WORKERS": str(2 + seed % 4), "TACTUS_CHAOS": str(seed)}


def directive(source, name):
    found = re.search(rf"^// {name}: (.*)$", source.read_text(), re.MULTILINE)
    return found.group(1) if found else ""


def run(executable, extra, unlimited):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}

    def raise_limit():
        if unlimited:
            hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
            resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))

    try:
        return subprocess.run([executable], env=environment | extra, capture_output=True, text=True, timeout=60,
                              preexec_fn=raise_limit, check=False)
    except subprocess.TimeoutExpired:
        return None


def check(source, level, root, folder, quick, more):
    flags = ["-std=c++20", *directive(source, "FLAGS").split()]
    unlimited = directive(source, "STACK") == "unlimited"
    driver = root / "bin" / "tactus-clang++"
    serial, converted = folder / "serial", folder / "converted"
    # The header without the plugin, never promoting: the sequential program.
    subprocess.run([driver, *flags, "-O1", "-U__TACTUS_FORKS__", source, "-o", serial], check=True)
    built = subprocess.run([driver, *flags, *level.split(), "-ftactus-verify", source, "-o", converted],
                           capture_output=True, text=True, check=False)
    if built.returncode:
        return [f"does not build:\n{built.stderr}"]
    expected = run(serial, {"TACTUS_HEARTBEAT_US": "0"}, unlimited)
    problems = []
    for extra in settings(quick, directive(source, "RUNS") == "plain", unlimited):
        words = " ".join(f"{name}={value}" for name, value in extra.items())
        done = run(converted, extra | more, unlimited)
        if done is None:
            problems.append(f"{words}: no end after 60 s")
        elif done.returncode or done.stdout != expected.stdout or done.stderr:
            problems.append(f"{words}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="build tree or installation")
    parser.add_argument("--quick", action="store_true", help="three seeds instead of twenty, two levels")
    parser.add_argument("--keep-returns", action="store_true", help="as where return addresses must not be changed")
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    parser.add_argument("--level", help="only this level of optimisation")
    arguments = parser.parse_args()
    failures = runs = 0
    more = {"TACTUS_RETURNS": "keep"} if arguments.keep_returns else {}
    for source in sorted((HERE / "programs").glob("*.cpp")):
        if arguments.filter not in source.stem:
            continue
        levels = [arguments.level] if arguments.level else LEVELS[:2] if arguments.quick else LEVELS
        for level in levels:
            with tempfile.TemporaryDirectory() as folder:
                problems = check(source, level, arguments.root.resolve(), pathlib.Path(folder), arguments.quick, more)
            runs += 1
            failures += bool(problems)
            for problem in problems:
                print(f"{source.stem} {level}: {problem}")
    print(f"{runs - failures} of {runs} builds right in every run")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
