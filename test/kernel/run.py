#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""run.py BUILD_FOLDER: tests the kernel module in a virtual machine (scripts/test_kernel.sh installs what is needed).

  build     the module against Debian's headers, the tests of the device, OpenMP programs compiled for interrupts
  boot      Debian's own kernel in QEMU, without acceleration, with a file system in memory that holds nothing else
  judge     what the tests have said on the console, the counters of the programs, and the kernel's log

A warning of the kernel's stops the machine (panic_on_warn) and fails the test. Debian's kernel is built without lockdep and
KASAN; it checks its lists (CONFIG_DEBUG_LIST)."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path += [str(ROOT / "bench"), str(ROOT / "scripts")]
sys.dont_write_bytecode = True
from harness import build, kernels  # noqa: E402  (found through the lines above)
from packaging_support import fail, run  # noqa: E402

PROGRAMS = ("mandelbrot", "spmv-random", "srad", "plus-reduce-array", "kmeans", "pr")
NESTS = ("rows", "sparse")
BEATS = (200, 1000)
# For the machine's processor, not for this one.
FLAGS = ("-O3", "-march=x86-64-v2")
# Beside a warning, which stops the machine, these are what a kernel says before it is in trouble.
TROUBLE = re.compile(r"WARNING:|BUG:|Oops|Call Trace|rcu_sched|rcu_preempt.*stall|soft lockup|blocked for more than")


def debian_kernel():
    """The newest of Debian's kernels whose headers are installed."""
    found = sorted(Path("/lib/modules").glob("*-amd64/build"), key=lambda path: [int(n) for n in re.findall(r"\d+", str(path))])
    if not found:
        fail("no kernel headers in /lib/modules, install linux-headers-amd64")
    return found[-1].parent.name


def fetch_image(version, folder):
    """The kernel's image, from its package, which is not installed: this machine has its own kernel."""
    image = folder / f"boot/vmlinuz-{version}"
    if not image.exists():
        download = folder / "package"
        download.mkdir(exist_ok=True)
        run("apt-get", "download", "-qq", f"linux-image-{version}", cwd=download)
        package = next(download.glob("*.deb"))
        unpacked = subprocess.run(f"dpkg-deb --fsys-tarfile '{package}' | tar -x -C '{folder}' ./boot/vmlinuz-{version}",
                                  shell=True, check=False)
        if unpacked.returncode:
            fail(f"{package.name}: no image in it")
        shutil.rmtree(download)
    return image


def build_module(version, folder):
    """From a copy of the sources, which stay clean."""
    sources = folder / "module"
    for part in ("kernel", "abi"):
        shutil.copytree(ROOT / part, sources / part, dirs_exist_ok=True)
    said = run("make", "-C", sources / "kernel", f"KERNEL={version}", stderr=subprocess.STDOUT)
    if re.search("warning", said, re.IGNORECASE):
        fail(f"the module has warnings:\n{said}")
    return sources / "kernel/tactus_beat.ko"


def compile_static(compiler, sources, output, flags):
    """The machine has no libraries."""
    run(compiler, "-static", *flags, *sources, "-o", output, "-lm")


def build_kernel_program(toolchain, kernel, folder):
    objects = [build.build_part(toolchain, part, folder) for part in build.parts_of(kernel)]
    loops = folder / f"{kernel.name}.o"
    build.run_compiler(build.compile_command(toolchain, "tactus-interrupt", kernel.path, kernel.is_cpp, loops, FLAGS, kernel.defines))
    compile_static(toolchain.compiler("tactus-interrupt", kernel.is_cpp), [loops, *objects], folder / kernel.name, ["-fopenmp"])


def build_programs(options, folder):
    toolchain = build.find_toolchain(options.build)
    for test in ("device", "stress"):
        compile_static(toolchain.clang, [ROOT / f"test/kernel/{test}.c"], folder / test,
                       ["-O1", "-Wall", "-Wextra", "-Werror", "-I", ROOT, "-pthread"])
    sources = [ROOT / f"test/beat/{name}.c" for name in ("run", "nest")]
    compile_static(toolchain.compiler("tactus-interrupt", False), sources, folder / "nest",
                   ["-fopenmp", "-O2", "-ftactus-beat=interrupt"])
    build_header_code(toolchain.compiler("tactus", True), folder)
    for kernel in selected():
        build_kernel_program(toolchain, kernel, folder)


def build_header_code(compiler, folder):
    """Forks and loops of the header, without polls and with polls."""
    objects = []
    for beat, flags in {"interrupt": [], "poll": ["-DTACTUS_TEST_POLLED"]}.items():
        for code in ("forks", "loops"):
            objects.append(folder / f"{code}-{beat}.o")
            run(compiler, "-std=c++20", "-O2", f"-ftactus-beat={beat}", *flags, "-c", ROOT / f"test/beat/{code}.cpp", "-o", objects[-1])
    compile_static(compiler, [ROOT / "test/beat/run_header.cpp", *objects], folder / "header", ["-std=c++20", "-O2"])


def selected():
    return [kernel for kernel in kernels.KERNELS if kernel.name in PROGRAMS]


def measured(options, command, beat):
    """Runs a program, and shows its counters behind what it says."""
    return (f"export TACTUS_STATS=/tmp/counters.json TACTUS_WORKERS=2 TACTUS_BEAT={options.source} TACTUS_HEARTBEAT_US={beat}\n"
            f"{command}\nstatus=$?\ncat /tmp/counters.json\nexit $status\n")


def verified(kernel):
    """The command that runs a benchmark, and fails if its result is wrong."""
    return f"/programs/{kernel.name} --size {kernel.small_size} --reps 3 --warmup 0 --verify"


def guest_tests(options):
    tests = {"device": "/programs/device\n", "stress": f"/programs/stress {options.cycles} {options.seed}\n"}
    for beat in BEATS:
        tests |= {f"nest-{nest}-{beat}": measured(options, f"/programs/nest {nest} 3", beat) for nest in NESTS}
        tests |= {f"{code}-{beat}": measured(options, f"/programs/header {code} mixed 30", beat) for code in ("forks", "loops")}
        tests |= {f"{kernel.name}-{beat}": measured(options, verified(kernel), beat) for kernel in selected()}
    return {name: script for name, script in tests.items() if re.search(options.only, name)}


def make_file_system(folder, module, tests):
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    (root / "bin").mkdir(parents=True)
    shutil.copytree(folder / "programs", root / "programs", ignore=shutil.ignore_patterns("*.o"))
    shutil.copy("/bin/busybox", root / "bin/busybox")
    shutil.copy(module, root)
    shutil.copy(ROOT / "test/kernel/init.sh", root / "init")
    (root / "init").chmod(0o755)
    (root / "tests").mkdir()
    for number, (name, script) in enumerate(tests.items()):
        (root / f"tests/{number:02}-{name}").write_text(script)
    files = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
    with open(folder / "initramfs", "wb") as archive:
        subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], input=files.encode(), stdout=archive, cwd=root, check=True)
    return folder / "initramfs"


def boot(options, image, initramfs, log):
    """Runs the machine until it ends. The console goes to the log."""
    command = ["qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "1024", "-nographic",
               "-no-reboot", "-nic", "none", "-kernel", image, "-initrd", initramfs, "-append",
               "console=ttyS0 quiet tsc=reliable panic=-1 oops=panic panic_on_warn=1"]
    with open(log, "wb") as console:
        machine = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=console,
                                   stderr=subprocess.STDOUT)
        try:
            machine.wait(options.minutes * 60)
        except subprocess.TimeoutExpired:
            machine.kill()
            machine.wait()
            print(f"the machine has not ended after {options.minutes} minutes", file=sys.stderr)
    return log.read_text(errors="replace").replace("\r", "")


def counters_of(said):
    begin = said.find("{\n")
    return json.loads(said[begin:said.rfind("}") + 1]) if begin >= 0 else None


def complaints(options, name, said, status):
    """What is wrong with a test that has ended with this status."""
    if status != "0":
        yield f"status {status}"
    if name in ("device", "stress"):
        if f"{name}: ok" not in said:
            yield "it has not come to its end"
        return
    statistics = counters_of(said)
    if not statistics:
        yield "no counters"
    elif statistics["beat"] != options.source:
        yield f"beats came by {statistics['beat']}"
    else:
        counters = statistics["counters"]
        if not counters["beatsTaken"] <= counters["beatsDelivered"] <= counters["beatsAsked"]:
            yield "more beats have been taken than delivered, or more delivered than asked for"
        if name.startswith("forks-") and not counters["beatsTakenAtOnce"]:
            yield "no beat has been taken where it came"


def row(name, statistics):
    counters = statistics["counters"]
    return (f"{name:24} {counters['beatsAsked']:6} {counters['beatsDelivered']:6} {counters['beatsDeliveredLate']:6} "
            f"{counters['beatsDiverted']:6} {counters['beatsRepeated']:6} {counters['beatsInKernel']:6} {counters['beatsTaken']:6} "
            f"{counters['beatsTakenAtOnce']:6} "
            f"{counters['beatsByClock']:6} {counters['beatsLost']:6} {counters['tasks']:6} "
            f"{counters['deliveryMicroseconds']:10.1f} {counters['takingMicroseconds']:10.1f}")


def judge(options, console, tests):
    """Prints the counters, and returns what is wrong."""
    wrong, moved = [], 0
    print(f"{'':24} {'asked':>6} {'deliv.':>6} {'late':>6} {'moved':>6} {'elsew.':>6} {'kernel':>6} {'taken':>6} {'there':>6} {'clock':>6} "
          f"{'lost':>6} {'tasks':>6} {'µs to del.':>10} {'then taken':>10}")
    for number, name in enumerate(tests):
        found = re.search(rf"^begin {number:02}-{re.escape(name)}\n(.*?)^end {number:02}-{re.escape(name)} (\d+)$", console, re.M | re.S)
        if not found:
            wrong.append(f"{name}: it has not ended")
            continue
        said, status = found.groups()
        problems = list(complaints(options, name, said, status))
        if problems:
            wrong.append(f"{name}: {', '.join(problems)}\n{said}")
        elif statistics := counters_of(said):
            print(row(name, statistics))
            moved += statistics["counters"]["beatsDiverted"]
        else:
            print(f"{name}: ok")
    if not moved and not all(name in ("device", "stress") or name.startswith("forks-") for name in tests):
        wrong.append("no beat has moved a thread")
    if "rmmod 0\n" not in console:
        wrong.append("the module could not be removed at the end")
    wrong += [f"the kernel says: {line}" for line in console.splitlines() if TROUBLE.search(line)]
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="the build folder")
    parser.add_argument("--cycles", type=int, default=10000, help="threads that join and end (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the nonsense that the device is asked for (default 1)")
    parser.add_argument("--minutes", type=int, default=40, help="how long the machine may run (default 40)")
    parser.add_argument("--source", default="kernel", help="another source of the beat for the programs, to compare (default kernel)")
    parser.add_argument("--only", default="", help="only tests that this pattern is found in")
    options = parser.parse_args()
    folder = options.build.resolve() / "kernel"
    (folder / "programs").mkdir(parents=True, exist_ok=True)
    version = debian_kernel()
    image, module = fetch_image(version, folder), build_module(version, folder)
    build_programs(options, folder / "programs")
    tests = guest_tests(options)
    if not tests:
        fail(f"no test has '{options.only}' in its name")
    print(f"Linux {version}, {len(tests)} tests", flush=True)
    console = boot(options, image, make_file_system(folder, module, tests), folder / "console.log")
    if wrong := judge(options, console, tests):
        print("\n".join(wrong), file=sys.stderr)
        fail(f"{len(wrong)} failures; the console is in {os.path.relpath(folder / 'console.log')}")
    print(f"{len(tests)} passed, 0 failed")


if __name__ == "__main__":
    main()
