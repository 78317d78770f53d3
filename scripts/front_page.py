#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Makes what the front page shows of our measurements, from bench/RESULTS.md, bench/RESULTS-regions.md and
bench/RESULTS-strangers.md, and nothing else (decision 56).

    front_page.py [--root FOLDER]           writes docs/pictures/results-{light,dark}.svg and README's table of results
    front_page.py --check [--root FOLDER]   only says what is stale, with exit status 1
    front_page.py --check --most-commits N  also where more than N commits of the product are younger than what was measured
"""

import argparse
import math
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from packaging_support import whole_file

BEGIN, END = "<!-- made by scripts/front_page.py: begin -->", "<!-- made by scripts/front_page.py: end -->"
PALETTES = {
    "light": {"text": "#1f2328", "faint": "#59636e", "grid": "#d1d9e0", "ours": "#0969da", "theirs": "#bc4c00"},
    "dark": {"text": "#f0f6fc", "faint": "#9198a1", "grid": "#3d444d", "ours": "#4493f8", "theirs": "#db6d28"},
}
ROW, TOP, NAME, PLOT, GAP = 18, 100, 130, 270, 40
WIDTH = 2 * (NAME + PLOT) + GAP + 20


def fail(message):
    sys.exit(f"tactus: error: {message}")


class Results:
    """The tables of RESULTS.md by suite and heading."""

    def __init__(self, path):
        self.path, self.tables, suite, heading = path, {}, "", ""
        self.origins = {}
        for line in path.read_text().splitlines():
            if line.startswith("## "):
                suite = line[3:]
            elif line.startswith("### "):
                heading = line[4:].split(",")[0]
            elif match := re.match(r"- (Date|Commit|Machine): (.*)", line):
                self.origins.setdefault(suite, {})[match[1]] = match[2]
            elif line.startswith("|"):
                self.tables.setdefault((suite, heading), []).append([cell.strip() for cell in line.strip("|\n").split("|")])

    def date(self, suite):
        return self.origins[suite]["Date"][:10]

    def commit(self, suite):
        return self.origins[suite]["Commit"]

    def machine(self, suite):
        """Without what differs from day to day on the same machine."""
        return self.origins[suite]["Machine"].partition(", processors used")[0]

    def column(self, suite, name, heading="Kernels"):
        """Kernel -> median of that column of the suite's table of kernels, or of another one."""
        rows = self.tables.get((suite, heading))
        if not rows or name not in rows[0]:
            fail(f"{self.path}: no column '{name}' in the kernels of '{suite}'; adapt scripts/front_page.py to the report")
        at = rows[0].index(name)
        # The rows of means have no quartiles: "0.503", "0.562 pr".
        found = {row[0]: re.match(r"[≤≥]?([\d.]+)[~!]* \[", row[at]) for row in rows[2:]}
        return {kernel: float(match[1]) for kernel, match in found.items() if match}

    def with_verdict(self, suite, wanted):
        """(what was compared, the bar, what was measured) of the bars with that verdict, in the report's words."""
        subject = ""
        for what, bar, measured, verdict in [row[:4] for row in self.tables.get((suite, "Bars"), [])[2:]]:
            if not what.startswith("the same"):
                subject = what.partition(",")[0]
            if verdict == wanted:
                yield what.replace("the same", subject, 1), bar, measured


WANTED = {"≤": "at most", "<": "less than", "≥": "at least"}
OF_MANY = {"geometric mean": "On average, ", "worst": "In the worst, "}


def compared(what):
    """'A / B, beside C, worst' is (['beside C'], 'worst', 'A', 'B'); A is empty where nothing is compared."""
    parts = what.split(", ")
    ratio = next((part for part in parts if " / " in part), "")
    how = next((part for part in parts if part in OF_MANY), "")
    ours, _, theirs = ratio.partition(" / ")
    return [part for part in parts if part not in (ratio, how)], how, ours, theirs


def sentence(programs, what, bar, measured):
    """A bar that is missed, for readers: whose, what is measured of it, and what we wanted."""
    value, _, kernel = re.sub(r"[~!]", "", measured).partition(" (")
    sign, _, limit = bar.partition(" ")
    wanted = f"We wanted {WANTED.get(sign, '')} {limit}.".replace("  ", " ")
    circumstances, how, ours, theirs = compared(what)
    if not ours:
        return f"**{programs}.** {what}: {measured}. {wanted}"
    head = ", ".join([programs, *circumstances])
    begin = f"The worst is {kernel.rstrip(')')}: " if kernel else OF_MANY.get(how, "")
    article = "the " if theirs.startswith(("best", "serial")) else ""
    return f"**{head}.** {begin}{ours} takes {float(value):.2f} times as long as {article}{theirs}. {wanted}"


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Panel:
    """Rows of dots on an axis; times over the serial program's, so left is better."""

    def __init__(self, left, title, subtitle, theirs, ticks, logarithmic=False):
        self.left, self.title, self.subtitle, self.theirs, self.ticks = left, title, subtitle, theirs, ticks
        self.logarithmic = logarithmic

    def x(self, value):
        scale = math.log10 if self.logarithmic else float
        low, high = scale(self.ticks[0]), scale(self.ticks[-1])
        return self.left + NAME + PLOT * (scale(value) - low) / (high - low)

    def draw(self, rows, colours):
        bottom = TOP + ROW * len(rows)
        yield text(self.left + NAME, 22, self.title, colours["text"], size=14, weight=600)
        yield text(self.left + NAME, 40, self.subtitle, colours["faint"])
        # Each panel has its legend: in a small window only one of them is seen.
        for x, colour, words in ((0, "ours", "Tactus"), (70, "theirs", self.theirs)):
            yield f'<circle cx="{self.left + NAME + x + 5}" cy="58" r="5" fill="{colours[colour]}"/>'
            yield text(self.left + NAME + x + 16, 62, words, colours["text"])
        for tick in self.ticks:
            x = number(self.x(tick))
            yield f'<line x1="{x}" x2="{x}" y1="{TOP - 10}" y2="{bottom}" stroke="{colours["grid"]}"/>'
            yield text(self.x(tick), TOP - 16, f"{tick:g}×", colours["faint"], anchor="middle")
        for index, (name, ours, theirs) in enumerate(rows):
            y = TOP + ROW * index + ROW // 2
            yield text(self.left + NAME - 12, y + 4, name, colours["text"], anchor="end")
            a, b = sorted((self.x(ours), self.x(theirs)))
            yield f'<line x1="{number(a)}" x2="{number(b)}" y1="{y}" y2="{y}" stroke="{colours["grid"]}" stroke-width="3"/>'
            for value, colour in ((theirs, "theirs"), (ours, "ours")):
                yield f'<circle cx="{number(self.x(value))}" cy="{y}" r="5" fill="{colours[colour]}"/>'


def text(x, y, words, colour, size=12, anchor="start", weight=400):
    return (f'<text x="{number(x)}" y="{y}" fill="{colour}" font-size="{size}" font-weight="{weight}" '
            f'text-anchor="{anchor}">{words}</text>')


def sorted_rows(ours, theirs):
    rows = [(name, ours[name], theirs[name]) for name in ours if name in theirs]
    return sorted(rows, key=lambda row: (row[1] / row[2], row[0]))


def extremes(rows):
    values = [value for row in rows for value in row[1:]]
    return min(values), max(values)


def tenths(rows):
    low, high = extremes(rows)
    return [tenth / 10 for tenth in range(math.floor(low * 10), math.ceil(high * 10) + 1)]


def decades(rows):
    """From one half, if that is low enough, to a power of ten."""
    low, high = extremes(rows)
    least = [0.5] if 0.5 <= low < 1 else []
    first = 0 if least or low >= 1 else math.floor(math.log10(low))
    return least + [10.0**power for power in range(first, max(math.ceil(math.log10(high)), first + 1) + 1)]


def picture(reports, palette):
    colours = PALETTES[palette]
    loops = sorted_rows(*(reports["Loops"].column("Loops", name) for name in ("Tactus / serial", "OpenMP best / serial")))
    forks = sorted_rows(*(reports["Recursion"].column("Recursion", name) for name in ("tasks 1 / serial", "libomp 1 / serial")))
    left = Panel(0, "A pragma on every loop, two workers", "time over the serial program’s: less is better",
                 "OpenMP, its best schedule for each", tenths(loops))
    right = Panel(NAME + PLOT + GAP, "A task at every call, one worker", "the same, on a logarithmic axis", "libomp", decades(forks),
                  logarithmic=True)
    dates = sorted({reports[suite].date(suite) for suite in ("Loops", "Recursion")})
    height = TOP + ROW * max(len(loops), len(forks)) + 24
    at, y = right.left + NAME, TOP + ROW * (len(forks) + 2)
    legend = [
        text(at, y, "Tactus: no schedule, no grain, no cut-off.", colours["text"]),
        text(at, y + ROW, "OpenMP’s schedules were chosen by hand.", colours["text"]),
        text(at, y + 3 * ROW, f"measured {' and '.join(dates)},", colours["faint"]),
        text(at, y + 4 * ROW, "two processors; bench/RESULTS.md", colours["faint"]),
    ]
    parts = [*left.draw(loops, colours), *right.draw(forks, colours), *legend]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            'font-family="system-ui, sans-serif" role="img">\n<title>Times over the serial program: Tactus and OpenMP</title>\n'
            + "\n".join(parts) + "\n</svg>\n")


def worst(ratios):
    name = max(ratios, key=ratios.get)
    return f"{ratios[name]:.2f} ({name})"


def mean(ratios):
    return f"{math.exp(sum(map(math.log, ratios.values())) / len(ratios)):.2f}"


def table(reports):
    """Times of one over the other: below 1 the first is faster."""
    compared = [
        ("loops, 2 workers", "OpenMP's best schedule", "Loops", "Tactus / OpenMP best"),
        ("loops, 1 worker", "the serial program", "Loops", "Tactus 1 / serial"),
        ("whole OpenMP programs, 2 workers", "OpenMP's best schedule", "Regions", "Tactus / OpenMP best"),
        ("whole OpenMP programs, 1 worker", "the serial program", "Regions", "Tactus 1 / serial"),
        ("kinds of programs that were slow, 2 workers", "OpenMP's best schedule", "Strangers", "Tactus / OpenMP best"),
        ("kinds of programs that were slow, 1 worker", "the serial program", "Strangers", "Tactus 1 / serial"),
        ("a task at every call, 1 worker", "the serial program", "Recursion", "tasks 1 / serial"),
        ("C++ forks without grain, 2 workers", "the same with grains tuned by hand", "Mpl", "full / tuned"),
        ("C++ forks without grain, 2 workers", "oneTBB with these grains", "Mpl", "full / oneTBB"),
    ]
    libomp = reports["Recursion"].column("Recursion", "libomp 1 / serial")
    slowest = max(libomp, key=libomp.get)
    lines = ["| Tactus runs | compared with | programs | average | worst | slower in | measured |",
             "| --- | --- | ---: | ---: | --- | ---: | --- |"]
    for what, other, suite, column in compared:
        report = reports[suite]
        ratios = report.column(suite, column, "Programs" if suite in ("Regions", "Strangers") else "Kernels")
        slower = sum(ratio > 1.02 for ratio in ratios.values())
        lines.append(f"| {what} | {other} | {len(ratios)} | {mean(ratios)} | {worst(ratios)} | {slower} | "
                     f"{report.date(suite)}, {report.commit(suite)[:8]} |")
    lines += ["", *wrapped("The numbers are ratios of times: **below 1, Tactus is faster**. An average is the geometric mean. *Slower "
                           "in* counts the programs that lose more than 2 %. *Measured* says when, and at which commit. "
                           f"{machines(reports)}")]
    lines += ["", *wrapped(f"To compare: with a task at every call, libomp takes {float(mean(libomp)):.0f} times as long as the serial "
                           f"program on average. In {slowest} it takes {libomp[slowest]:.0f} times as long.")]
    return "\n".join(lines + losses(reports))


SUITES = {"Loops": "loops", "Recursion": "a task at every call", "Mpl": "C++ forks", "Regions": "whole OpenMP programs",
          "Strangers": "kinds of programs that were slow"}
FILES = {suite: "RESULTS.md" for suite in SUITES} | {"Regions": "RESULTS-regions.md", "Strangers": "RESULTS-strangers.md"}


def read_reports(root):
    """Suite -> the report that it is in."""
    files = {name: Results(root / "bench" / name) for name in FILES.values()}
    return {suite: files[name] for suite, name in FILES.items()}


def machines(reports):
    found = {}
    for suite, words in SUITES.items():
        found.setdefault(reports[suite].machine(suite), []).append(words)
    if len(found) == 1:
        return f"The machine: {next(iter(found))}."
    return "The machines: " + "; ".join(f"{name} for {', '.join(words)}" for name, words in found.items()) + "."


# A change of anything else does not change what is measured.
PRODUCT = ("compiler", "runtime", "include")


def outdated(reports, root, most):
    """The suites that more than `most` commits of the product have come after. Without the history nothing is known."""
    for suite, words in SUITES.items():
        commit = reports[suite].commit(suite).partition(" ")[0]  # it may be one "with changes"
        counted = subprocess.run(["git", "rev-list", "--count", f"{commit}..HEAD", "--", *PRODUCT], cwd=root, capture_output=True,
                                 text=True)
        if counted.returncode == 0 and int(counted.stdout) > most:
            yield f"{words}: measured at {commit}, {counted.stdout.strip()} commits of the product ago"


def losses(reports):
    """Bars that are missed, then those of which the measurement says nothing."""
    suites = {"Loops": "Loops", "Recursion": "Recursion", "Mpl": "C++ forks", "Regions": "Whole OpenMP programs",
              "Strangers": "Kinds of programs that were slow"}
    missed = [sentence(programs, *bar) for suite, programs in suites.items()
              for bar in reports[suite].with_verdict(suite, "MISSED")]
    disturbed = list(dict.fromkeys(f"{programs}, {', '.join([' and '.join(filter(None, (ours, theirs))), *circumstances])}"
                                   for suite, programs in suites.items()
                                   for what, _, _ in reports[suite].with_verdict(suite, "disturbed, repeat")
                                   for circumstances, _, ours, theirs in [compared(what)]))
    lines = ["", "Where we wanted better:", ""] if missed else ["", "No bar of these is missed."]
    lines += [line for one in missed for line in wrapped(one, "* ")]
    if disturbed:
        lines += ["", *wrapped(f"Other programs disturbed these measurements, so they are to be repeated: {'; '.join(disturbed)}.")]
    return lines


def wrapped(words, mark=""):
    return textwrap.wrap(words, 125, break_on_hyphens=False, initial_indent=mark, subsequent_indent=" " * len(mark))


def wanted(root):
    """Path -> text of everything that the front page needs."""
    reports = read_reports(root)
    files = {root / f"docs/pictures/results-{palette}.svg": picture(reports, palette) for palette in PALETTES}
    readme = root / "README.md"
    before, begin, rest = readme.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        fail(f"{readme}: the lines '{BEGIN}' and '{END}' are missing; put them where the results belong")
    files[readme] = f"{before}{BEGIN}\n{table(reports)}\n{END}{after}"
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    parser.add_argument("--most-commits", type=int, help="with --check: how old measurements may be")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    stale = []
    for path, content in wanted(options.root).items():
        if path.exists() and path.read_text() == content:
            continue
        stale.append(str(path.relative_to(options.root)))
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            whole_file.write_text(path, content)
    if options.check and stale:
        fail(f"{', '.join(stale)}: not what {', '.join(f'bench/{name}' for name in dict.fromkeys(FILES.values()))} say; run "
             "scripts/front_page.py")
    if options.check and options.most_commits is not None:
        if old := list(outdated(read_reports(options.root), options.root, options.most_commits)):
            fail(f"{'; '.join(old)}: measure again by bench/bench.py --write-results on a quiet machine")


if __name__ == "__main__":
    main()
