# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Results as one HTML page with charts. It holds all that it needs, Chart.js included, and so works offline and for ever.

Each suite gets a chart of its ratios, with the quartiles as whiskers, and below it the tables of the report, which say the
same to those who do not see the chart. Colours follow the reader's choice of dark or light.
"""

import html
import json
from pathlib import Path

from . import report
from .figures import DASH

# Debian's libjs-chart.js; beside the harness, for those who put it there.
CHART_LIBRARIES = (Path(__file__).resolve().parent.parent / "chart.min.js",
                   Path("/usr/share/javascript/chart.js/chart.min.js"))
TEMPLATE = Path(__file__).resolve().parent / "page.html"


def chart_of(suite, columns, kernels):
    """The data of one chart: ratios of `columns` [(title, name)] by kernel, each as [median, low, high] or null."""
    series = []
    for title, name in columns:
        entries = [kernel["ratios"].get(name) for kernel in kernels]
        if any(entries):
            series.append({"title": title, "values": [entry and [entry["median"], entry["low"], entry["high"]]
                                                      for entry in entries]})
    return {"id": f"chart-{suite}", "kernels": [kernel["kernel"] for kernel in kernels], "series": series}


def _table(header, rows):
    def line(tag, cells):
        first, *others = cells
        scope = ' scope="row"' if tag == "td" else ' scope="col"'
        return (f"<tr><th{scope}>{html.escape(first)}</th>"
                + "".join(f"<{tag}{scope if tag == 'th' else ''}>{html.escape(cell) or DASH}</{tag}>" for cell in others)
                + "</tr>")

    return ("<div class='table' tabindex='0'><table><thead>" + line("th", header) + "</thead><tbody>"
            + "".join(line("td", row) for row in rows) + "</tbody></table></div>")


def suite_as_html(suite, results, with_chart):
    """The part of the page about one suite."""
    machine = results["machine"]
    facts = [f"{results['date']}, commit {results['commit']}", f"{machine['processor']}, {results['threads']} workers",
             machine["compiler"], f"{results['rounds']} rounds or more, {results['flags']}", results["command"]]
    parts = [f"<section><h2>{html.escape(suite)}</h2><ul>", *(f"<li>{html.escape(fact)}</li>" for fact in facts), "</ul>"]
    if with_chart and results["kernels"]:
        parts.append(f"<div class='chart' style='height:{120 + 70 * len(results['kernels'])}px'><canvas id='chart-{suite}' "
                     f"role='img' aria-label='Ratios of times in the suite {suite}; the table of kernels has the same "
                     "figures'></canvas></div>")
    for title, explanation, header, rows in report.sections(results):
        parts += [f"<h3>{html.escape(title)}</h3>", f"<p>{html.escape(explanation)}</p>" if explanation else "",
                  _table(header, rows)]
    return "".join(parts) + "</section>"


def find_library():
    """The text of Chart.js, None if it is not installed."""
    for path in CHART_LIBRARIES:
        if path.exists():
            return path.read_text()
    return None


def render(suites, library):
    """The page's text; without charts if there is no library."""
    charts = [chart_of(suite, report.SUITE_REPORTS[suite].columns(results), results["kernels"]) for suite, results in suites.items()
              if results["kernels"]]
    body = "".join(suite_as_html(suite, results, library is not None) for suite, results in suites.items())
    # "</" would end the script that the data stands in.
    data = json.dumps(charts).replace("</", "<\\/")
    page = TEMPLATE.read_text()
    for name, text in (("BODY", body), ("DATA", data if library else "[]"), ("LIBRARY", library or "")):
        page = page.replace(f"@{name}@", text, 1)
    return page


def write(path, suites, log):
    library = find_library()
    if library is None:
        log("bench: warning: the page has no charts, install the package libjs-chart.js for them")
    Path(path).write_text(render(suites, library))
