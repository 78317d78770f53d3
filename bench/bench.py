#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Compares Tactus with the serial elision, with OpenMP and with itself under other settings.

  loops:       kernels with parallel loops      harness/loops.py          (--suite loops)
  recursion:   kernels that fork at every call  harness/recursion.py      (--suite recursion)
  mpl:         MPL's sixteen, without grains    harness/mpl.py            (--suite mpl)
  regions:     whole OpenMP programs            harness/regions.py        (--suite regions)
  pml:         programs in Standard ML          harness/pml.py            (--suite pml)
  strangers:   kinds that lost from outside     harness/strangers.py      (--suite strangers)
  paper:       figures and tables of the papers harness/paper.py          (paper hbc:fig4 ...)
  simulator:   predictions of tactus simulate   harness/predictions.py    (--parts simulator)
  at the end:  tables, JSON, RESULTS.md         harness/report.py         (--json, --write-results)
               a page with charts               harness/page.py           (--html)
               what has changed                 harness/verdicts.py       (--compare)

The method, and what the figures do not say, is in docs/benchmarks.md.
"""

import argparse
import datetime
import json
import os
import platform
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness import build, callgrind, compare, kernels as kernel_table, loops, mpl, page  # noqa: E402
from harness import paper, pml, predictions, processes, recursion, regions, report, strangers, tune, verdicts  # noqa: E402
from harness import whole_file  # noqa: E402

ROOT_DIRECTORY = kernel_table.BENCH_DIRECTORY.parent
SUITES = {"loops": loops, "recursion": recursion, "mpl": mpl, "regions": regions, "pml": pml,
          "strangers": strangers}
# Parallel ML and the strangers have reports of their own, bench/RESULTS-pml.md and bench/RESULTS-strangers.md.
ALL_SUITES = ("loops", "recursion", "mpl", "regions")
SYSTEMS = ("serial", "openmp", "tactus", "tbb")


class BadResults(Exception):
    """A file that should hold results does not."""


# Of a suite's results.
PARTS = ("kernels", "micro", "callgrind", "predictions")


def log(text):
    print(text, file=sys.stderr, flush=True)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        """Bad usage in one line, as the whole command says it."""
        self.exit(2, f"tactus: error: {message}; see tactus bench --help\n")


def make_parser():
    parser = Parser(prog="tactus bench", description=__doc__.splitlines()[0])
    parser.add_argument("figures", nargs="*", metavar="paper FIGURE",
                        help="reproduce figures and tables of the papers, such as hbc:fig4; paper --list shows them")
    parser.add_argument("--suite", default="all", metavar="A,B",
                        help=f"what to measure, of {', '.join(SUITES)} (default: all, which is {', '.join(ALL_SUITES)})")
    parser.add_argument("--kernels", default="", metavar="A,B", help="kernels to measure (default: all)")
    parser.add_argument("--systems", default=",".join(SYSTEMS), metavar="A,B",
                        help=f"of {', '.join(SYSTEMS)} (default: all; serial is always measured)")
    parser.add_argument("--sizes", default="", metavar="KERNEL=N,...",
                        help="sizes of single kernels (default: a few tenths of a second each)")
    parser.add_argument("--parts", metavar="A,B",
                        help="of kernels, micro, simulator, and callgrind, which counts instructions, at small sizes and slowly "
                             "(default: all but that; quick: kernels)")
    parser.add_argument("--reps", type=int, default=0, metavar="N",
                        help="interleaved rounds (default 7; quick 3); up to four times as many, but for quick, until the "
                             "ratios are known to a percent")
    parser.add_argument("--retries", type=int, metavar="N",
                        help="how often a disturbed run is repeated (default 4; quick 1)")
    parser.add_argument("--quick", action="store_true",
                        help="a first impression in less than five minutes: smaller sizes, fewer rounds and schedules")
    parser.add_argument("--threads", "--workers", type=int, default=2, metavar="N", help="threads or workers (default 2)")
    parser.add_argument("--root", default=str(ROOT_DIRECTORY / "build/release"), metavar="DIR",
                        help="build or install tree with bin/tactus-clang (default: build/release)")
    parser.add_argument("--clang", metavar="PROGRAM", help="the clang to compare with (default: that of the LLVM which --root is for)")
    parser.add_argument("--work", metavar="DIR",
                        help="where programs are built (default: ROOT/bench-work, or a cache folder if ROOT is not yours)")
    parser.add_argument("--json", metavar="FILE",
                        help="where the figures go (default: results.json, or for papers paper.json, in the work folder)")
    parser.add_argument("--html", metavar="FILE",
                        help="a page with charts (default: results.html or paper.html in the work folder)")
    parser.add_argument("--with", dest="earlier", action="append", default=[], metavar="OLD.json",
                        help="report the suites of this file along, their predictions, or kernels of the same "
                             "commit and settings, where they are not measured now")
    parser.add_argument("--compare", metavar="OLD.json",
                        help="list what has become faster or slower; exit with status 1 if something is slower")
    parser.add_argument("--write-results", nargs="?", const=str(kernel_table.BENCH_DIRECTORY / "RESULTS.md"),
                        metavar="FILE", help="write the report as Markdown (default: bench/RESULTS.md)")
    parser.add_argument("--check-bars", action="store_true", help="exit with status 1 if a measured bar is missed")
    parser.add_argument("--verify-only", action="store_true",
                        help="build all programs and check their results at small sizes, measure nothing")
    parser.add_argument("--list", action="store_true", help="list the kernels, or the papers' figures, and stop")
    return parser


def choose(parser, option, text, allowed):
    """The words of an option's list, all of them known ones."""
    words = [word for word in text.split(",") if word]
    for word in words:
        if word not in allowed:
            parser.error(f"{option}: unknown {word!r}, choose from {', '.join(allowed)}")
    return words


def parse_sizes(parser, text):
    sizes = {}
    for word in filter(None, text.split(",")):
        name, _, size = word.partition("=")
        if not size.isdigit() or int(size) == 0 or all(name != kernel.name for suite in kernel_table.SUITES.values()
                                                       for kernel in suite):
            parser.error(f"--sizes: {word!r} is not KERNEL=N, --list shows all kernels")
        sizes[name] = int(size)
    return sizes


def default_work_directory(root):
    if os.access(root, os.W_OK):
        return str(Path(root) / "bench-work")
    return str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tactus-bench")


def parse_arguments(arguments):
    parser = make_parser()
    options = parser.parse_intermixed_args(arguments)
    word, *options.figures = options.figures or [""]
    options.is_paper = word == "paper"
    if word and not options.is_paper:
        parser.error(f"{word!r} is one argument too many, suites follow --suite and figures follow paper")
    if unknown := [name for name in options.figures if name not in paper.FIGURES]:
        parser.error(f"paper: unknown {', '.join(unknown)}, paper --list shows all")
    options.systems = choose(parser, "--systems", options.systems, SYSTEMS)
    parts = ("kernels", "micro", "simulator")
    options.parts = choose(parser, "--parts", options.parts or ("kernels" if options.quick else ",".join(parts)),
                           (*parts, "callgrind"))
    options.suites = choose(parser, "--suite", options.suite.replace("all", ",".join(ALL_SUITES)), SUITES)
    try:
        options.kernels = kernel_table.select([name for name in options.kernels.split(",") if name], options.suites)
    except KeyError as error:
        parser.error(f"--kernels: unknown kernel {error}, --list shows all")
    options.sizes = parse_sizes(parser, options.sizes)
    available = sorted(os.sched_getaffinity(0))
    if not 1 <= options.threads <= len(available):
        parser.error(f"--threads: {options.threads} asked for, but this process may use {len(available)} processors")
    if options.reps < 0 or (options.retries or 0) < 0:
        parser.error("--reps and --retries must not be negative")
    options.retries = (1 if options.quick else 4) if options.retries is None else options.retries
    options.processors = frozenset(available[:options.threads])
    options.jobs = len(available)
    # Programs are started by their path.
    options.root = str(Path(options.root).absolute())
    options.log = log
    options.rounds = options.reps or (3 if options.quick else 7)
    # A first impression is satisfied with what it gets.
    options.precise = (lambda pairs: ()) if options.quick else (lambda pairs: pairs)
    options.counted_runs = 1 if options.quick else options.rounds
    # Checking results needs no luck.
    options.places = 1 if options.quick or options.verify_only else build.PLACEMENTS
    options.finalists = 2 if options.quick else 3
    # Of each process; the driver's default of one repetition to warm up comes before them.
    options.repetitions = 2 if options.quick else 3
    options.work = options.work or default_work_directory(options.root)
    written = Path(options.work) / ("paper" if options.is_paper else "results")
    options.json = options.json or f"{written}.json"
    options.html = options.html or f"{written}.html"

    def size_arguments(kernel):
        if size := options.sizes.get(kernel.name):
            return ["--size", size]
        return kernel.quick_arguments if options.quick else []

    options.size_arguments = size_arguments
    return options


def describe_machine(options, toolchain):
    processor = platform.machine()
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    return {"processor": processor, "processors": os.cpu_count(), "processors_used": sorted(options.processors),
            "kernel": platform.release(), "compiler": toolchain.version()}


def describe_commit():
    def git(*arguments):
        result = subprocess.run(["git", "-C", str(ROOT_DIRECTORY), *arguments], capture_output=True, text=True)
        return result.stdout.strip() if result.returncode == 0 else ""

    commit = git("rev-parse", "--short=12", "HEAD") or "unknown"
    return commit + (" with changes" if git("status", "--porcelain") else "")


# Options whose values are places on one machine, which nobody needs to repeat a measurement.
PLACE_OPTIONS = ("--root", "--work", "--json", "--html", "--with", "--compare", "--clang", "--write-results")


def repeatable_command(arguments):
    """The command line for the record, without places."""
    kept, skip = [], False
    for index, argument in enumerate(arguments):
        if skip:
            skip = False
        elif argument in PLACE_OPTIONS:
            skip = index + 1 < len(arguments) and not arguments[index + 1].startswith("--")
        elif not argument.startswith(tuple(f"{option}=" for option in PLACE_OPTIONS)):
            kept.append(argument)
    return shlex.join(["bench/bench.py", *kept])


def verify(options):
    toolchain = build.find_toolchain(options.root, options.clang)
    for suite in options.suites:
        SUITES[suite].verify(options, toolchain)
    return 0


def processor_time():
    """Of all programs and compilers so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_suite(options, toolchain, suite, results):
    """Adds a suite's results to `results`, with what it took to get them: on an idle machine, hardly more time than processor
    time."""
    began, began_processor = time.monotonic(), processor_time()
    SUITES[suite].measure(options, toolchain, results)
    if "simulator" in options.parts and "tactus" in options.systems and suite in predictions.VARIANTS:
        results["predictions"] = predictions.measure(options, toolchain, suite)
    taken = {"seconds": round(time.monotonic() - began, 1), "processor_seconds": round(processor_time() - began_processor, 1)}
    options.log(f"{suite}: {taken['seconds']} s, in which programs and compilers had {taken['processor_seconds']} s of "
                "processor time")
    results["taken"] = taken


def measure(options, arguments, suites):
    """Adds the results of each suite to `suites` as they become known. They stand on their own: each says where it comes
    from."""
    toolchain = build.find_toolchain(options.root, options.clang)
    if "tactus" in options.systems:
        toolchain.compiler("tactus", False)  # Fail before an hour of measurements, not after.
    Path(options.work).mkdir(parents=True, exist_ok=True)
    origin = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "command": repeatable_command(arguments),
        "commit": describe_commit(),
        "machine": describe_machine(options, toolchain),
        "flags": shlex.join(build.FLAGS),
        "rounds": options.rounds,
        "threads": options.threads,
    }
    for suite in options.suites:
        if options.kernels[suite]:
            suites[suite] = {"suite": suite, **origin, "kernels": [], "quick": options.quick}
            measure_suite(options, toolchain, suite, suites[suite])


def keep_part(options, suites):
    """Writes down what was measured before something failed, beside the results of earlier runs, which stay as they are."""
    suites = {suite: results for suite, results in suites.items() if any(results.get(part) for part in PARTS)}
    if suites:
        path = Path(f"{options.json}.partial")
        whole_file.write_text(path, json.dumps(suites, indent=1) + "\n")
        log(f"tactus: warning: not finished; what was measured until then is in {path}, for --with")


# What runs have in common whose kernels are reported together.
SAME_SETUP = ("commit", "machine", "flags", "rounds", "threads", "quick")


def with_other_kernels(old, new):
    """The newer results of a suite, and the older run's of kernels that the newer one has not measured: a suite can be
    measured in parts. Only of one commit, machine and setting; else the older ones are left."""
    if not new["kernels"] or any(key not in old or old[key] != new.get(key) for key in SAME_SETUP):
        return new
    names = {kernel["kernel"] for kernel in new["kernels"]}
    others = [kernel for kernel in old["kernels"] if kernel["kernel"] not in names]
    return new | {"kernels": others + new["kernels"], "command": f"{old['command']}; {new['command']}"} if others else new


def combine(older, newer):
    """The newest results of each suite. Its predictions may be of another run, and its kernels of several that are alike;
    all else is of one."""
    combined = older | newer
    for suite in older.keys() & newer.keys():
        old, new = older[suite], with_other_kernels(older[suite], newer[suite])
        combined[suite] = new
        measured = [part for part in PARTS if new.get(part)]
        if measured == ["predictions"]:
            combined[suite] = predictions.attach(old, new)
        elif "predictions" in old and "predictions" not in new:
            combined[suite] = predictions.attach(new, old)
    return combined


def read_results(option, path):
    """What --json has written. Raises BadResults."""
    try:
        suites = json.loads(Path(path).read_text())
    except (OSError, ValueError) as error:
        raise BadResults(f"{option} {path}: {error}; give a file that --json has written") from error
    if not isinstance(suites, dict) or not all(isinstance(suite, dict) and "kernels" in suite for suite in suites.values()):
        raise BadResults(f"{option} {path}: these are no results; give a file that --json has written")
    # Not only when they are compared, after minutes.
    try:
        verdicts.differences_in_setup(suites, suites)
        verdicts.compare(suites, suites)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise BadResults(f"{option} {path}: these results are damaged ({type(error).__name__}: {error}); give a file that "
                         "--json has written") from error
    return suites


def compare_with(old, new):
    """Prints what has changed; returns whether something is slower."""
    for difference in verdicts.differences_in_setup(old, new):
        log(f"tactus: warning: not the same setup: {difference}")
    rows = verdicts.compare(old, new)
    changes = [row[-1] for row in rows]
    print(f"\nCompared with the old results: {len(rows)} ratios, {changes.count('slower')} slower, "
          f"{changes.count('faster')} faster, {changes.count('unknown')} disturbed, the others the same within the noise")
    header, table = verdicts.comparison_table(rows)
    if table:
        print(report.as_text(header, table))
    return "slower" in changes


def run(options, arguments):
    if options.verify_only:
        return verify(options)
    if options.is_paper:
        return paper.run(options, build.find_toolchain(options.root, options.clang))
    old = read_results("--compare", options.compare) if options.compare else None
    earlier = {}
    for path in options.earlier:
        earlier = combine(earlier, read_results("--with", path))
    measured = {}
    try:
        measure(options, arguments, measured)
    except BaseException:
        keep_part(options, measured)
        raise
    suites = combine(earlier, measured)
    whole_file.write_text(options.json, json.dumps(suites, indent=1) + "\n")
    print(report.terminal(suites))
    page.write(options.html, suites, log)
    log(f"written: {options.json}, {options.html}")
    if options.write_results:
        report.write(options.write_results, suites)
    is_slower = compare_with(old, suites) if old is not None else False
    if options.check_bars and any(met is False for results in suites.values() for *_, met in report.bars(results)):
        log("tactus: error: a bar is missed, see the table")
        return 1
    return int(is_slower)


def main(arguments):
    options = parse_arguments(arguments)
    # What was measured until then is kept: it may be an hour's work.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    if options.list:
        print(paper.listing() if options.is_paper else
              "\n".join(kernel.name for suite in options.suites for kernel in options.kernels[suite]))
        return 0
    try:
        return run(options, arguments)
    except (build.BuildError, compare.WrongResult, processes.RunError, tune.NoCandidate, callgrind.NoValgrind,
            predictions.BadPrediction, paper.splicing.programs.Failed, BadResults) as error:
        log(f"tactus: error: {error}")
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def main_in_one_line(arguments):
    """What the system refuses is one line as well."""
    try:
        status = main(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        status = 128 + signal.SIGPIPE
    except OSError as error:
        log(f"tactus: error: cannot write '{error.filename or 'standard output'}': {error.strerror}; choose a place with room")
        status = 1
    # Python would try to write once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


if __name__ == "__main__":
    sys.exit(main_in_one_line(sys.argv[1:]))
