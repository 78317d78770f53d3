# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Results as one HTML page with charts. It holds all that it needs, Chart.js included, and so works offline and for ever.

Each suite, and each figure of the papers, gets a chart and below it the tables of the report, which say the same to those who
do not see the chart. Ratios of suites have their quartiles as whiskers. Colours follow the reader's choice of dark or light.
"""

import html
import json
import re
from pathlib import Path

from . import report, whole_file
from .figures import DASH

# Debian's libjs-chart.js; beside the harness, for those who put it there.
CHART_LIBRARIES = (Path(__file__).resolve().parent.parent / "chart.min.js",
                   Path("/usr/share/javascript/chart.js/chart.min.js"))
TEMPLATE = Path(__file__).resolve().parent / "page.html"
# What a chart of many series shows first: the price of one worker, and what several are compared with. A click on a title in
# the legend shows or hides its series.
SHOWN_FIRST = ("tactus-1/serial", "tactus/openmp", "tactus-par-1/serial", "tactus-par/serial", "tactus-full-1/serial",
               "tactus-full/tactus-tuned")
MOST_SHOWN = 4


def chart_of(suite, columns, kernels):
    """The data of one chart: ratios of `columns` [(title, name)] by kernel, each as [median, low, high] or null."""
    measured = [(title, name) for title, name in columns if any(name in kernel["ratios"] for kernel in kernels)]
    shown = [name for _, name in measured if len(measured) <= MOST_SHOWN or name in SHOWN_FIRST] or [name for _, name in measured[:1]]
    series = []
    for title, name in measured:
        entries = [kernel["ratios"].get(name) for kernel in kernels]
        series.append({"title": title, "isShown": name in shown,
                       "values": [entry and [entry["median"], entry["low"], entry["high"]] for entry in entries]})
    return {"id": f"chart-{suite}", "labels": [kernel["kernel"] for kernel in kernels], "series": series}


def chart_of_table(name, header, rows):
    """The same of a table whose first column names the rows: of its other columns with two numbers or more."""
    def number(cell):
        # With a mark, as figures.ratio_text() adds them.
        return float(cell.rstrip("~!")) if re.fullmatch(r"-?\d+(\.\d+)?[~!]?", cell) else None

    series = []
    for title, *cells in zip(header[1:], *(row[1:] for row in rows)):
        values = [number(cell) for cell in cells]
        if sum(value is not None for value in values) >= 2:
            series.append({"title": title, "isShown": True,
                           "values": [None if value is None else [value] * 3 for value in values]})
    return {"id": f"chart-{name}", "labels": [row[0] for row in rows], "series": series}


def _table(header, rows):
    def line(tag, cells):
        first, *others = cells
        scope = ' scope="row"' if tag == "td" else ' scope="col"'
        return (f"<tr><th{scope}>{html.escape(first)}</th>"
                + "".join(f"<{tag}{scope if tag == 'th' else ''}>{html.escape(cell) or DASH}</{tag}>" for cell in others)
                + "</tr>")

    return ("<div class='table' tabindex='0'><table><thead>" + line("th", header) + "</thead><tbody>"
            + "".join(line("td", row) for row in rows) + "</tbody></table></div>")


def _sections_as_html(sections):
    return "".join(f"<h3>{html.escape(title)}</h3>" + (f"<p>{html.escape(explanation)}</p>" if explanation else "")
                   + _table(header, rows) for title, explanation, header, rows in sections)


def whole_as_html(suites):
    """The part of the page about the whole suite; nothing if a suite is missing."""
    sections = report.whole_sections(suites)
    return f"<section><h2>{report.WHOLE}</h2>{_sections_as_html(sections)}</section>" if sections else ""


def _canvas(identity, height, what):
    return (f"<div class='chart' style='height:{height}px'><canvas id='{identity}' role='img' "
            f"aria-label='{what}; the table below has the same figures'></canvas></div>")


def suite_as_html(suite, results, with_chart):
    """The part of the page about one suite."""
    machine = results["machine"]
    facts = [f"{results['date']}, commit {results['commit']}", f"{machine['processor']}, {results['threads']} workers",
             machine["compiler"], f"{results['rounds']} rounds or more, {results['flags']}", results["command"]]
    parts = [f"<section><h2>{html.escape(suite)}</h2><ul>", *(f"<li>{html.escape(fact)}</li>" for fact in facts), "</ul>"]
    if with_chart and results["kernels"]:
        parts.append(_canvas(f"chart-{suite}", 120 + 70 * len(results["kernels"]), f"Ratios of times in the suite {suite}"))
    return "".join(parts) + _sections_as_html(report.sections(results)) + "</section>"


def find_library():
    """The text of Chart.js, None if it is not installed."""
    for path in CHART_LIBRARIES:
        if path.exists():
            return path.read_text()
    return None


def _render(title, introduction, body, charts, library):
    # "</" would end the script that the data stands in.
    data = json.dumps(charts).replace("</", "<\\/")
    page = TEMPLATE.read_text().replace("@TITLE@", title)
    for name, text in (("INTRODUCTION", introduction), ("BODY", body), ("DATA", data if library else "[]"),
                       ("LIBRARY", library or "")):
        page = page.replace(f"@{name}@", text, 1)
    return page


def render(suites, library):
    """The text of the page about suites; without charts if there is no library."""
    charts = [chart_of(suite, report.SUITE_REPORTS[suite].columns(results), results["kernels"]) for suite, results in suites.items()
              if results["kernels"]]
    body = whole_as_html(suites) + "".join(suite_as_html(suite, results, library is not None) for suite, results in suites.items())
    introduction = ("Ratios of times, lower is better for the first. Whiskers and brackets are quartiles over interleaved "
                    "rounds.")
    return _render("tactus bench", introduction, body, charts, library)


def render_figures(figures, introduction, library):
    """The text of the page about figures of the papers: {name: {"title", "claim", "header", "rows", "charted"}}, of which
    "charted" is the number of columns, beside the first, that one chart can show, from the left; None for all."""
    charts, parts = [], []
    for name, figure in figures.items():
        parts.append(f"<section><h2>{name}: {html.escape(figure['title'])}</h2>")
        parts.append(f"<p>The paper: {html.escape(figure['claim'])}</p>" if figure["claim"] else "")
        columns = None if figure["charted"] is None else 1 + figure["charted"]
        chart = chart_of_table(name, figure["header"][:columns], figure["rows"])
        if library and chart["series"]:
            charts.append(chart)
            height = 80 + len(chart["labels"]) * (10 + 12 * len(chart["series"]))
            parts.append(_canvas(chart["id"], height, html.escape(figure["title"], quote=True)))
        parts.append(_table(figure["header"], figure["rows"]) + "</section>")
    return _render("tactus bench paper", html.escape(introduction), "".join(parts), charts, library)


def write(path, suites, log):
    whole_file.write_text(path, render(suites, _library_or_warning(log)))


def write_figures(path, figures, introduction, log):
    whole_file.write_text(path, render_figures(figures, introduction, _library_or_warning(log)))


def _library_or_warning(log):
    library = find_library()
    if library is None:
        log("tactus: warning: the page has no charts, install the package libjs-chart.js for them")
    return library
