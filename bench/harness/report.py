# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Turns results into text: the tables on the terminal and RESULTS.md. Reads only what bench.py put in the JSON file.

RESULTS.md has one part for each suite, headed by where its figures come from. A suite that is measured replaces its own
part and leaves the other's as it is.
"""

import re
from pathlib import Path

from . import loops_report, mpl_report, pml_report, predictions_report, recursion_report, regions_report, strangers_report, \
    whole_file, whole_report

SUITE_REPORTS = {"loops": loops_report, "recursion": recursion_report, "mpl": mpl_report,
                 "regions": regions_report, "pml": pml_report, "strangers": strangers_report}
TITLE = "# Benchmark results"
WHOLE = "whole suite"


def bars(results):
    """The bars of one suite as (what, bar, measured, met); met is None if not measured, or only from disturbed runs."""
    return SUITE_REPORTS[results["suite"]].bars(results) + predictions_report.bars(results)


def as_text(header, rows):
    """An aligned table; the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def as_markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def sections(results):
    """(title, explanation, header, rows) of everything that was measured in one suite."""
    return [*SUITE_REPORTS[results["suite"]].sections(results), *predictions_report.sections(results)]


def whole_sections(suites):
    """The same of the whole suite; nothing if a suite is missing."""
    return whole_report.sections(suites) if whole_report.is_whole(suites) else []


def terminal(suites):
    tables = [(suite, title, header, rows) for suite, results in suites.items()
              for title, _, header, rows in sections(results)]
    tables += [(WHOLE, title, header, rows) for title, _, header, rows in whole_sections(suites)]
    return "\n\n".join(f"{suite.capitalize()}: {title}\n\n{as_text(header, rows)}" for suite, title, header, rows in tables)


def _suite_as_markdown(results):
    machine = results["machine"]
    parts = [f"## {results['suite'].capitalize()}", "",
             f"- Date: {results['date']}", f"- Command: `{results['command']}`", f"- Commit: {results['commit']}",
             f"- Machine: {machine['processor']}, processors used: {machine['processors_used']} of "
             f"{machine['processors']}, Linux {machine['kernel']}", f"- Compiler: {machine['compiler']}",
             f"- Flags for all: `{results['flags']}`, rounds: {results['rounds']} or more"]
    disturbed = sum(sum(kernel["disturbed_runs"].values()) for kernel in results["kernels"])
    parts.append(f"- Runs dropped because other processes disturbed them: {disturbed}")
    return "\n".join(parts + _sections_as_markdown(sections(results))) + "\n"


def _sections_as_markdown(found):
    parts = []
    for title, explanation, header, rows in found:
        parts += ["", f"### {title}", ""] + ([explanation, ""] if explanation else []) + [as_markdown(header, rows)]
    return parts



def _parts_of(text):
    """What RESULTS.md says about each suite, by the suite's name."""
    parts = {}
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        suite = part.splitlines()[0].removeprefix("## ").lower()
        if suite in SUITE_REPORTS or suite == WHOLE:
            parts[suite] = part.rstrip() + "\n"
    return parts


def markdown(suites, existing=""):
    """The text of RESULTS.md, with the parts of `existing` for suites that were not measured. What it said of the whole suite
    goes where a suite of it was measured alone: it would contradict the new figures."""
    parts = _parts_of(existing) | {suite: _suite_as_markdown(results) for suite, results in suites.items()}
    if whole_report.is_part(suites):
        parts.pop(WHOLE, None)
    if sections_of_whole := whole_sections(suites):
        parts[WHOLE] = "\n".join([f"## {WHOLE.capitalize()}", *_sections_as_markdown(sections_of_whole)]) + "\n"
    preamble = (f"{TITLE}\n\nWritten by `bench/bench.py --write-results`; do not edit. The method is described in "
                "[docs/benchmarks.md](../docs/benchmarks.md).\n")
    return "\n".join([preamble, *(parts[suite] for suite in (WHOLE, *SUITE_REPORTS) if suite in parts)])


def write(path, suites):
    path = Path(path)
    whole_file.write_text(path, markdown(suites, path.read_text() if path.exists() else ""))
