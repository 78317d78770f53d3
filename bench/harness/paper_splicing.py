# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The tables and the figure of the splicing paper: its eight programs, which bench/splice/splice.py builds and runs.

Pluto and Pochoir cannot be had. In their places stand Polly, which Debian's clang contains, with the best tile sizes of a
search, and a wavefront by hand. Times on one worker are processor time of the thread, on more the time that passes.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from splice import splice as programs

from .figures import DASH, geometric_mean
from .paper_measuring import text
from .paper_numbers import SPLICING_TABLE_1, SPLICING_TABLE_2_MEANS, SPLICING_TABLE_3

# What is tried of Polly: square tiles, two levels of them, and few time steps by few rows by long pieces of a row, which suit
# caches and vectors.
POLLY_TILES = (
    *(f"-polly-default-tile-size={size}" for size in (32, 64, 128)),
    *(f"-polly-tile-sizes={sizes}" for sizes in ("4,16,4096", "8,16,4096", "16,16,1024", "8,16,256", "16,4096", "16,16384",
                                                "8,8,80,80", "4,16,80,80")),
    "-polly-2nd-level-tiling",
)


def sizes(options, program, simulated=False):
    if options.quick:
        return programs.SMALL[program]
    return programs.simulated_size(program, programs.second_level_cache()) if simulated else programs.TIMED[program]


def number_in(arguments, name):
    words = arguments.split()
    return int(words[words.index(name) + 1])


def arguments_of(options, program, version, simulated=False):
    """With the number of calls that a search has found; the sizes name no number."""
    count = programs.COUNT[program] if version in ("splice", "tiled") else 0
    return f"{sizes(options, program, simulated)} --count {count}"


def build(options, program, flags=()):
    folder = Path(options.work) / "splicing" / "-".join(["plain", *flags]).replace("/", "-")
    folder.mkdir(parents=True, exist_ok=True)
    return programs.build(program, Path(options.root), folder, flags=flags)


def build_polly(options, program):
    """{tile and source: program}: nothing where clang has no Polly."""
    found = {}
    for tiles in POLLY_TILES[:1 if options.quick else None]:
        flags = ("-mllvm", "-polly", "-mllvm", tiles)
        folder = Path(options.work) / "splicing" / "stencils" / tiles
        folder.mkdir(parents=True, exist_ok=True)
        try:
            found[f"{tiles[len('-polly-'):]}, plain loops"] = build(options, program, flags)
            found[f"{tiles[len('-polly-'):]}, constant sizes"] = programs.build_stencil(program, sizes(options, program), folder, flags)
        except programs.Failed as failure:
            options.log(f"  without Polly: {str(failure).splitlines()[0]}")
            return {}
    return {name: binary for name, binary in found.items() if binary}


@dataclass(frozen=True)
class Tiles:
    """What Polly does best with."""

    name: str
    case: tuple


def best_of_polly(options, program):
    """The fastest, each run once; None without Polly."""
    size = sizes(options, program)
    binaries = build_polly(options, program)
    if not binaries:
        return None
    found = {name: programs.run(binary, "plain", size)[0] for name, binary in binaries.items()}
    best = min(found, key=found.get)
    options.log(f"  Polly: {best}, of {len(found)}")
    return Tiles(best, (binaries[best], "plain", size, {}))


def table_1(options, toolchain):
    """Blocks are of whole rows: a block's width is a row's. Steps are pipelined in parts where a part is less than a block.
    Our block and calls stand beside the best of a search around them, which is what the paper prints."""
    results = []
    for program in programs.PROGRAMS:
        options.log(f"  {program}")
        binary, size = build(options, program), sizes(options, program)
        rows, columns, phases, block, part = programs.configuration(binary, size)
        seconds = programs.interleaved({"plain": (binary, "plain", size, {})}, options.rounds)["plain"]
        tiles, (best, ratio) = best_of_polly(options, program), programs.best_block(binary, program, size, options.rounds)
        results.append([program, f"{rows} × {columns}", text(1000 * seconds / number_in(size, "--phases"), 3),
                        str(programs.COUNT[program]), f"{block} × {columns}", f"{part} rows" if part < block else "no",
                        f"{best[0]} × {columns}", str(best[1]), text(ratio), str(phases), tiles.name if tiles else DASH, *SPLICING_TABLE_1[program]])
    return ["program", "size", "ms a phase, plain loops", "calls spliced (T_s)", "block", "pipelined by parts of", "best block",
            "its T_s", "ours over best", "phases",
            "Polly's tiles (paper: Pluto's)", "paper: size", "paper: T_s", "paper: block", "paper: Pluto's L1 tile"], results


def one_worker(options, program, nodes):
    """Medians of all versions on one worker."""
    binary = build(options, program)
    cases = {version: (binary, version, arguments_of(options, program, version), {})
             for version in ("plain", "cilk", "splice", "tiled")}
    polly = best_of_polly(options, program)
    cases["cilkn"] = nodes_without_splicing(options, program, binary, 1, nodes)
    return {"polly": None} | programs.interleaved(cases | ({"polly": polly.case} if polly else {}), options.rounds)


def table_2(options, toolchain):
    """Time over SP's, as the paper has it: numbers above 1 are slower than SP."""
    others = ("plain", "cilk", "cilkn", "tiled", "polly")
    rows, columns, nodes = [], {name: [] for name in others}, numa_order(options)
    for program in programs.PROGRAMS:
        options.log(f"  {program}")
        medians = one_worker(options, program, nodes)
        ratios = [medians[name] / medians["splice"] if medians[name] else None for name in others]
        for name, ratio in zip(others, ratios):
            if ratio:
                columns[name].append(ratio)
        rows.append([program, *map(text, ratios)])
    rows.append(["geometric mean", *(text(geometric_mean(column)) if column else DASH for column in columns.values())])
    rows.append(["paper, 1 to 8 cores", DASH, *(text(SPLICING_TABLE_2_MEANS[name]) for name in ("CILK", "CILKN", "POCHOIR", "PLUTO"))])
    return ["time over SP", "plain", "CILK", "CILKN", "tiled by hand (paper: Pochoir)", "Polly (paper: Pluto)"], rows


def table_3(options, toolchain):
    """By cachegrind, without what fills and reads the arrays."""
    cache = programs.second_level_cache()
    columns = {"data references": ("Dr", "Dw"), "L1 misses": ("D1mr", "D1mw"), "last-level misses": ("DLmr", "DLmw"),
               "instructions": ("Ir",)}
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as name:
        for program in programs.PROGRAMS:
            options.log(f"  {program}")
            binary = build(options, program)
            base = programs.count_events(binary, "cilk", f"{sizes(options, program, simulated=True)} --repeat 0", Path(name), cache)
            misses = {}
            for version in ("splice", "cilk", "plain", "tiled"):
                arguments = arguments_of(options, program, version, simulated=True)
                events = programs.count_events(binary, version, arguments, Path(name), cache)
                found = [sum(events[event] - base[event] for event in column) for column in columns.values()]
                misses[version] = found[2]
                paper = SPLICING_TABLE_3[program].get(version)
                rows.append([f"{program}, {version}", *(text(value / 1e6) for value in found), paper or DASH])
            ratios.append(max(misses["splice"], 1) / max(misses["cilk"], 1))
    rows.append(["last-level misses SP over CILK, geometric mean", DASH, DASH, text(geometric_mean(ratios)), DASH, DASH])
    return ["millions", *columns, "paper's L3 misses, millions"], rows


def table_4(options, toolchain):
    columns = {"interferenceChecks": "interference checks", "contextSwitches": "context switches",
               "delayedSteps": "delayed steps", "dependences": "dependences"}
    rows = []
    for program in programs.PROGRAMS:
        binary = build(options, program)
        counters = programs.counters_of(binary, arguments_of(options, program, "splice"), Path(options.work))
        rows.append([program, *(str(counters[name]) for name in columns), text(counters["extraBytes"] / 2**20)])
    return ["program", *columns.values(), "extra space, MiB"], rows


def numa_order(options):
    """SPN's settings. Where memory has one node, of two simulated ones: that shows what the order costs, not what it gains."""
    settings = {"TACTUS_SPLICE_NUMA": "1"}
    if len(list(Path("/sys/devices/system/node").glob("node[0-9]*"))) < 2:
        settings["HWLOC_SYNTHETIC"] = f"numa:2 pu:{(options.threads + 1) // 2}"
        options.log(f"  SPN: simulated nodes, {settings['HWLOC_SYNTHETIC']}")
    return settings


def nodes_without_splicing(options, program, binary, workers, nodes):
    """The case of CILKN: SPN whose groups are single calls, which keep to the nodes of their data."""
    return binary, "splice", f"{sizes(options, program)} --count 1", {"TACTUS_WORKERS": str(workers), **nodes}


def figure_7(options, toolchain):
    """Speedup over a serial program that scales perfectly: (serial / workers) / time."""
    numbers, nodes = list(range(1, options.threads + 1)), numa_order(options)
    versions = {"CILK": ("cilk", {}), "SP": ("splice", {}), "SPN": ("splice", nodes)}
    rows, names = [], ("CILK", "CILKN", "SP", "SPN")
    for program in programs.PROGRAMS:
        options.log(f"  {program}")
        binary = build(options, program)
        cases = {"plain": (binary, "plain", sizes(options, program), {})}
        cases |= {(name, number): (binary, version, arguments_of(options, program, version),
                                   {"TACTUS_WORKERS": str(number), **environment})
                  for name, (version, environment) in versions.items() for number in numbers}
        cases |= {("CILKN", number): nodes_without_splicing(options, program, binary, number, nodes) for number in numbers}
        medians = programs.interleaved(cases, options.rounds, programs.PASSED)
        rows.append([program, *(text(medians["plain"] / number / medians[name, number])
                                for name in names for number in numbers)])
    return ["speedup over perfectly scaled serial", *(f"{name}, {number}" for name in names for number in numbers)], rows
