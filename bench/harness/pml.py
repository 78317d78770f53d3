# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The Parallel ML suite: programs in Standard ML against C++, against themselves without par, and against other compilers.

  for each program:  build ► verify ► interleaved rounds

Systems, in the order of a round. With one thread, processor time counts, which other processes change little:

  of the sixteen        serial      the C++ kernel of the same name, clang
                        elide       par is sequential             full-1, tuned-1   one worker, without and with grains
                        elide-wall, full, tuned                   several workers: wall time, as for the other suites
  of all others         tactus, mlton (MLton), poly (Poly/ML), smlnj (SML/NJ); where they are installed (scripts/mlton.sh)
"""

import shutil
import subprocess
from pathlib import Path

from . import build, compare, kernels as kernel_table

PARALLEL_RATIOS = (("elide", "serial"), ("full-1", "serial"), ("full-1", "elide"), ("full-1", "tuned-1"),
                   ("full", "elide-wall"), ("full", "tuned"))
CLASSIC_RATIOS = (("tactus", "mlton"), ("tactus", "poly"), ("tactus", "smlnj"))
# What each variant of ours is built with.
VARIANTS = {"elide": ("elide", "full"), "full": ("build", "full"), "tuned": ("build", "tuned"), "tactus": ("build", "full")}
OTHERS = {"mlton": "mlton", "poly": "polyc", "smlnj": "sml"}


def run_quietly(command, directory):
    """Runs a compiler; its output is shown only if it fails."""
    result = subprocess.run(list(map(str, command)), cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        raise build.BuildError(f"{' '.join(map(str, command))}\n{(result.stdout + result.stderr).strip()[-2000:]}")


def build_ours(toolchain, program, variant, directory):
    compiler = toolchain.root / "bin" / "tactus-pml"
    if not compiler.exists():
        raise build.BuildError("tactus-pml not found, build Tactus first or name its build tree with --root")
    command, grains = VARIANTS[variant]
    output = Path(directory) / f"{program.name}.{variant}"
    # The C++ kernels are compiled for this processor as well (build.FLAGS).
    run_quietly([compiler, command, program.path, "--cpu", "native", "--mlb-path-var", f"GRAINS={grains}", "-o", output],
                directory)
    return output


def source_text(program):
    """All sources of a classic program in one, as others read no ML Basis files. The last one runs it, in each system in
    another way."""
    lines = [line.strip() for line in program.path.read_text().splitlines()]
    files = [program.path.parent / line for line in lines if line.endswith(".sml")]
    return "".join(file.read_text() for file in files[:-1]) + "structure Main = Driver (Program)\n"


def build_mlton(program, directory):
    """As its users build it: an int has 32 bits."""
    output = Path(directory) / f"{program.name}.mlton"
    run_quietly([OTHERS["mlton"], "-output", output, program.path], directory)
    return output


def build_poly(program, directory):
    output = Path(directory) / f"{program.name}.poly"
    source = output.with_name(f"{output.name}.sml")
    source.write_text(source_text(program) + "fun main () = Main.main ()\n")
    run_quietly([OTHERS["poly"], "-o", output, source], directory)
    return output


def build_smlnj(program, directory):
    """A heap image, and a script that runs it."""
    output = Path(directory) / f"{program.name}.smlnj"
    source, image = output.with_name(f"{output.name}.sml"), output.with_name(f"{output.name}.image")
    source.write_text(source_text(program) + "val () = SMLofNJ.Internals.GC.messages false\n"
                      f'val _ = SMLofNJ.exportFn ("{image}", fn _ => (Main.main (); OS.Process.success))\n')
    for old in output.parent.glob(f"{image.name}.*"):
        old.unlink()
    run_quietly([OTHERS["smlnj"], source], directory)
    # It adds the machine to the name.
    found = list(output.parent.glob(f"{image.name}.*"))
    if not found:
        raise build.BuildError(f"{source}: SML/NJ has made no program")
    output.write_text(f'#!/bin/sh\nexec {OTHERS["smlnj"]} "@SMLload={found[0]}" "$@"\n')
    output.chmod(0o755)
    return output


def build_program(options, toolchain, program):
    """Programs by variant, as far as --systems wants them and their compilers are installed."""
    Path(options.work).mkdir(parents=True, exist_ok=True)
    programs = {}
    if program.counterpart:
        programs["serial"] = build.build_variants(toolchain, program.counterpart, ["serial"], options.work, options.jobs, 1)["serial"]
    if "tactus" in options.systems:
        for variant in ("elide", "full", "tuned") if program.counterpart else ("tactus",):
            programs[variant] = build_ours(toolchain, program, variant, options.work)
    if not program.counterpart:
        makers = {"mlton": build_mlton, "poly": build_poly, "smlnj": build_smlnj}
        programs |= {name: makers[name](program, options.work) for name, command in OTHERS.items() if shutil.which(command)}
    return programs


def verify_program(options, program, programs):
    """Lets every program check its own result; those with par under several settings. Raises compare.WrongResult."""
    for variant, path in programs.items():
        environments = [{}]
        if variant in ("full", "tuned"):
            several = {"TACTUS_WORKERS": str(options.threads)}
            environments = [{"TACTUS_WORKERS": "1"}, several, {**several, "TACTUS_HEARTBEAT_US": "1"}]
        for environment in environments:
            compare.verify(path, compare.System(variant, path, options.processors, options.threads, environment),
                           program.small_size)


def systems_of(options, programs):
    one, several = frozenset([min(options.processors)]), options.threads

    def alone(name, variant):
        return compare.System(name, programs[variant], one, 1, {"TACTUS_WORKERS": "1"}, by_processor_time=True)

    def together(name, variant, workers):
        return compare.System(name, programs[variant], options.processors, several, {"TACTUS_WORKERS": str(workers)})

    table = [("serial", "serial", alone), ("elide", "elide", alone), ("full-1", "full", alone), ("tuned-1", "tuned", alone),
             ("tactus", "tactus", alone), *((name, name, alone) for name in OTHERS)]
    made = [make(name, variant) for name, variant, make in table if variant in programs]
    if not options.quick:
        made += [together(name, variant, workers) for name, variant, workers in
                 (("elide-wall", "elide", 1), ("full", "full", several), ("tuned", "tuned", several)) if variant in programs]
    # Nothing is counted.
    return made


# What the papers' tables call the variants of a C++ kernel.
PAPER_VARIANTS = {"serial": "elide", "tactus-full": "full", "tactus-tuned": "tuned", "tactus-eager": "full",
                  "tactus-eager-tuned": "tuned"}


def measure_systems(options, toolchain, kernel, systems):
    """As paper_measuring.measure(), of one of the sixteen in Standard ML: {system: Measured} of
    [(system, variant, threads, environment)], with "serial" before them, which is the program with par sequential."""
    program = next(each for each in kernel_table.PML_PROGRAMS if each.counterpart == kernel)
    options.log(f"  {program.name}")
    programs = build_program(options, toolchain, program)
    verify_program(options, program, programs)
    one = frozenset([min(options.processors)])
    made = [compare.System(name, programs[PAPER_VARIANTS[variant]], one if threads == 1 else options.processors, threads,
                           {"TACTUS_WORKERS": str(threads), **environment})
            for name, variant, threads, environment in [("serial", "serial", 1, {}), *systems]]
    return compare.interleave(made, ["--reps", 3, *options.size_arguments(program)], options.rounds, options.retries,
                              program.tolerance)


def measure_program(options, toolchain, program):
    """Everything about one program, as it goes into the JSON file."""
    options.log(program.name)
    programs = build_program(options, toolchain, program)
    verify_program(options, program, programs)
    arguments = ["--reps", options.repetitions, *options.size_arguments(program)]
    measured = compare.interleave(systems_of(options, programs), arguments, options.rounds, options.retries,
                                  program.tolerance, counted_runs=0)
    pairs = PARALLEL_RATIOS if program.counterpart else CLASSIC_RATIOS
    ratios = {f"{a}/{b}": compare.ratio(measured.get(a), measured.get(b)) for a, b in pairs}
    result = {"kernel": program.name, "is_parallel": program.counterpart is not None,
              "seconds": {name: compare.median_seconds(runs) for name, runs in measured.items()},
              "peak_mib": {name: round(runs.peak / 1024, 1) for name, runs in measured.items()},
              "disturbed_runs": {name: runs.disturbed_runs for name, runs in measured.items()},
              "ratios": {name: vars(value) for name, value in ratios.items() if value is not None}}
    options.log("  " + ", ".join(f"{name} {value['median']:.3f}" for name, value in result["ratios"].items()))
    return result


def verify(options, toolchain):
    for program in options.kernels["pml"]:
        verify_program(options, program, build_program(options, toolchain, program))
        options.log(f"{program.name}: results agree")


def measure(options, toolchain, results):
    """Everything about this suite, added to `results` as it becomes known, as it goes into the JSON file."""
    for name, command in OTHERS.items():
        if not shutil.which(command):
            options.log(f"{name} is not installed (no {command}; see scripts/packages-tests.txt and scripts/mlton.sh): its column "
                        "stays empty")
    if "kernels" in options.parts:
        for program in options.kernels["pml"]:
            results["kernels"].append(measure_program(options, toolchain, program))
