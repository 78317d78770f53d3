#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""tactus report: the page in headless Chromium, with the keys that a user presses."""

import html.parser
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static double x[400000];
#pragma omp parallel for
  for (int i = 0; i < 400000; i++)
    x[i] = sin(i) * cos(i);
  double sum = 0;
#pragma omp parallel for ordered
  for (int i = 0; i < 1000; i++) {
#pragma omp ordered
    sum += x[i]; /* </script> stays text */
  }
  printf("%g\n", sum);
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""

LIBRARY = """
void scale(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
"""

TASKS = r"""
#include <stdio.h>
static int fib(int n) {
  if (n < 2)
    return n;
  int x, y;
#pragma omp task shared(x)
  x = fib(n - 1);
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
int main(void) {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(27);
  printf("%d\n", result);
  return 0;
}
"""

# Presses keys on the time line, sorts the table by promotions, and leaves what it saw for the assertions.
DRIVER = """
<script>
(() => {
  const seen = [], tracks = document.getElementById("tracks");
  const range = () => document.getElementById("range").textContent;
  tracks.focus();
  seen.push(document.activeElement === tracks, range());
  for (const key of ["+", "ArrowRight", "0"]) {
    tracks.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    seen.push(range());
  }
  const buttons = () => document.querySelectorAll("#place-table th button");
  buttons()[2].click();
  seen.push(document.activeElement === buttons()[2],
            document.querySelector("#place-table th[aria-sort=descending]").textContent);
  const result = document.createElement("pre");
  result.id = "seen";
  result.textContent = seen.join("|");
  document.body.append(result);
})();
</script>
"""


class Page(html.parser.HTMLParser):
    """The text of each element with an id, and the addresses that the page refers to."""

    def __init__(self, text):
        super().__init__()
        self.texts, self.open, self.references = {}, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.references += [attributes[name] for name in ("src", "href") if name in attributes]
        if tag not in ("meta", "br", "link"):
            self.open.append(attributes.get("id"))

    def handle_endtag(self, tag):
        if self.open:
            self.open.pop()

    def handle_data(self, data):
        for name in self.open:
            if name:
                self.texts[name] = self.texts.get(name, "") + data


def rendered(path, folder, *flags):
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
         "--virtual-time-budget=3000", *flags, "--dump-dom", path.as_uri()],
        capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def contrast(one, other):
    def luminance(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    lights = sorted((luminance(one), luminance(other)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


def check_colours(text):
    """Text can be read in both schemes (WCAG AA)."""
    schemes = re.findall(r":root \{(.*?)\}", text, re.S)
    assert len(schemes) == 2 and "prefers-color-scheme: dark" in text
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", scheme))
        for name in ("text", "soft", "accent", "bad"):
            for ground in ("ground", "panel"):
                assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground, colours)


def check_compile_reports(root, folder, report):
    """Reports in files and libraries, beside the program's own, and files that are none."""
    def constructs(*arguments):
        report("--trace", "trace.json", "-o", "constructs.html", *arguments)
        return (folder / "constructs.html").read_text().count('"converted":')

    own = constructs()
    assert own and constructs("--compile-report", "compile.json") == own, "constructs are there twice"
    (folder / "library.c").write_text(LIBRARY)
    subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "-shared", "-fPIC", "library.c", "-o", "library.so"],
                   cwd=folder, check=True)
    assert constructs("--compile-report", "library.so") > own
    # No file makes the reader fall over: cut off at any place, or with wrong numbers in its tables.
    whole = (folder / "library.so").read_bytes()
    sections = int.from_bytes(whole[40:48], "little")
    broken = [whole[:length] for length in (0, 3, 40, 63, 64, sections, len(whole) - 1)]
    broken += [whole[:place] + b"\xff" * 8 + whole[place + 8:] for place in (40, 56, *range(sections, len(whole) - 8, 8))]
    for contents in broken[:24]:
        (folder / "broken").write_bytes(contents)
        done = subprocess.run([root / "bin/tactus", "report", "--trace", "trace.json", "--compile-report", "broken"],
                              cwd=folder, capture_output=True, text=True)
        assert done.returncode in (0, 1) and done.stderr.startswith("tactus: "), done


def check_honesty(folder, report):
    """What the page cannot know it does not claim, and its numbers go together."""
    head = {"ph": "M", "pid": 1, "tid": 1}
    events = [{**head, "name": "tactus_process", "args": {
        "version": 1, "workers": 2, "processors": 2, "heartbeat": 100, "tokens": 1, "classic": False, "directory": "/",
        "command": ["program"]}},
              {**head, "name": "tactus_place", "args": {"place": 1, "kind": "loop", "leaf": True, "file": "a.c", "line": 7,
                                                        "column": 1, "function": "f"}}]
    for thread, name in enumerate(("main thread", "worker 1", "worker 2"), 1):
        events += [{**head, "tid": thread, "name": "thread_name", "args": {"name": name}},
                   {"ph": "B", "pid": 1, "tid": thread, "ts": 10, "name": "computation a.c:7"},
                   {**head, "tid": thread, "ts": 900, "name": "tactus_lost", "args": {"lost": 700_000}},
                   {"ph": "E", "pid": 1, "tid": thread, "ts": 1000}]
    events.append({"ph": "M", "pid": 1, "ts": 1000, "name": "tactus_end", "args": {"dropped": 0, "thinning": 0}})
    (folder / "honest.json").write_text("[\n" + ",\n".join(json.dumps(event) for event in events) + "]\n")
    report("--trace", "honest.json", "-o", "honest.html")
    page = Page(rendered(folder / "honest.html", folder))
    assert "3 threads took turns at 2 workers" in page.texts["threads-hint"], page.texts["threads-hint"]
    assert "executions seen" in page.texts["place-table"] and "Executions seen are" in page.texts["places"]
    # Work and time off the processor are different columns, and each row is a whole.
    table = page.texts["thread-table"]
    assert "kept from running" in table, table
    for name, kept in (("main thread", 70), ("worker 1", 0), ("worker 2", 0)):
        shares = [float(share) for share in re.findall(r"([\d.]+) %", table.split(name)[1])[:7]]
        assert abs(sum(shares) - 100) < 0.5 and abs(shares[6] - kept) < 1 and shares[1] <= 100 - kept, (name, table)
    assert "Threads wanted to run and could not" in page.texts["advice-list"], page.texts["advice-list"]
    assert "something may be missing" in page.texts["advice-list"]
    # Nor does it draw a curve without saying what that is worth.
    assert "curve mean nothing" in page.texts["what-if-text"], page.texts["what-if-text"]


def check_tasks(root, folder, report):
    """What is analysed of a program's tasks stands beside what was measured."""
    (folder / "tasks.c").write_text(TASKS)
    subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "tasks.c", "-o", "tasks"], cwd=folder, check=True)
    report("--workers", "2", "-o", "tasks.html", "./tasks")
    table = re.search(r'<table id="task-table">(.*?)</table>', rendered(folder / "tasks.html", folder), re.DOTALL)[1]
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)[1:]]
    place, function, kind, rho, lam, effort, stack, worker, balanced, promotions, tasks, stolen, mean, longest = rows[0]
    assert [place, function, kind, rho, lam, balanced] == ["tasks.c:7", "fib", "recursive", "1", "0", "yes"], rows
    assert float(effort) > 5 and stack.startswith("~ ") and worker.endswith(" KiB"), rows
    # The first token promotes whatever the machine is busy with; how many beats come after it is a matter of time.
    assert int(tasks.replace(",", "")) >= int(promotions.replace(",", "")) >= 1, rows
    assert re.fullmatch(r"[\d.]+ (µs|ms|s)", mean) and re.fullmatch(r"[\d.]+ (µs|ms|s)", longest), rows
    subprocess.run(["strip", "--remove-section=tactus_structure", "--remove-section=tactus_code", "tasks"], cwd=folder, check=True)
    report("-o", "without.html", "./tasks")
    page = Page(rendered(folder / "without.html", folder))
    assert "no summaries" in page.texts["task-parameters"], page.texts.get("task-parameters")


ENDLESS = r"""
#include <stdio.h>
static volatile double sum;
int main(void) {
  for (long round = 0;; round++) {
    double total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 1; i < 1000000; i++)
      total += 1.0 / i;
    sum = total;
    if (round == 3) {
      puts("running");
      fflush(stdout);
    }
  }
}
"""


def check_interrupt(root, folder):
    """Ctrl-C and requests to end are for the program, and the page says what it did; if the user wants no interrupts, there are none."""
    (folder / "endless.c").write_text(ENDLESS)
    subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "endless.c", "-o", "endless"], cwd=folder, check=True)
    temporary = folder / "temporary"
    temporary.mkdir()
    for before, sent, send, expected in ((signal.SIG_DFL, signal.SIGINT, os.killpg, "'./endless' was interrupted"),
                                         (signal.SIG_DFL, signal.SIGINT, os.kill, "'./endless' was interrupted"),
                                         (signal.SIG_IGN, signal.SIGTERM, os.killpg, "'./endless' ended with status 143"),
                                         (signal.SIG_IGN, signal.SIGTERM, os.kill, "'./endless' ended with status 143"),
                                         (signal.SIG_DFL, signal.SIGHUP, os.kill, "'./endless' ended with status 129")):
        command = [root / "bin/tactus", "report", "-o", "interrupted.html", "./endless"]
        # A group of its own, as a terminal has one for what runs in the foreground.
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, before), env={**os.environ, "TMPDIR": str(temporary)})
        try:
            assert process.stdout.readline() == "running\n"
            if sent != signal.SIGINT and before == signal.SIG_IGN:
                os.killpg(process.pid, signal.SIGINT)
                time.sleep(0.2)
                assert process.poll() is None, "an interrupt that is ignored has ended it"
            send(process.pid, sent)
            _, errors = process.communicate(timeout=60)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
                isProgramLeft = True
            except ProcessLookupError:
                isProgramLeft = False
            process.wait()
        assert process.returncode == 1 and expected in errors, (process.returncode, errors)
        assert "endless.c:7" in (folder / "interrupted.html").read_text()
        assert not isProgramLeft and not list(temporary.iterdir())


def check_unwritable_page(root, folder):
    """Said before the program runs."""
    done = subprocess.run([root / "bin/tactus", "report", "-o", "nowhere/page.html", "./endless"], cwd=folder, text=True,
                          capture_output=True, timeout=60, check=False)
    assert done.returncode == 1 and "cannot write 'nowhere/page.html'" in done.stderr, done


def main():
    root = pathlib.Path(sys.argv[1])
    assert shutil.which("chromium"), "no chromium: run scripts/setup.sh"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "program.c").write_text(PROGRAM)
        subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "-ftactus-report=compile.json", "program.c", "-o",
                        "program", "-lm"], cwd=folder, check=True)

        def report(*arguments, expect=0):
            done = subprocess.run([root / "bin/tactus", "report", *arguments], cwd=folder, capture_output=True,
                                  text=True, env={**os.environ, "TACTUS_HEARTBEAT_US": "20"})
            assert done.returncode == expect, done
            return done

        # The program carries what the compiler says, also when it is stripped.
        subprocess.run(["strip", "program"], cwd=folder, check=True)
        done = report("--workers", "2", "-o", "page.html", "./program")
        assert done.stdout == "-0.013001\n" and done.stderr == "tactus: wrote page.html\n", done
        text = (folder / "page.html").read_text()
        check_colours(text)
        assert all(reference.startswith("#") for reference in Page(text).references), "not self-contained"
        assert "http" not in re.sub(r"http://www\.w3\.org/2000/svg", "", text), "not self-contained"

        (folder / "driven.html").write_text(text.replace("</body>", DRIVER + "</body>"))
        dom = rendered(folder / "driven.html", folder)
        assert 'data-ready="true"' in dom
        page = Page(dom)
        assert "Parallelism" in page.texts["facts"] and "Not converted: 1 of 2 constructs" in page.texts["advice-list"]
        assert "libomp 0.0 %, serial " in page.texts["shares"], page.texts["shares"]
        rows = page.texts["line-table"]
        assert "loop program.c:7" in rows and "Tactus, latent" in rows and "region program.c:11" in rows, rows
        assert "Tactus, strands" in rows and "the loop is ordered" in rows and "if the order is not needed" in rows, rows
        assert "main thread" in page.texts["thread-table"] and "loop program.c:7" in page.texts["place-table"]
        assert "1024" in page.texts["curve-table"] and "virtual workers" in page.texts["what-if-text"]
        assert "loop converted: leaf loop" in page.texts["files"]
        assert "loop runs as strands: the loop is ordered" in page.texts["files"]
        assert "/* </script> stays text */" in page.texts["files"]
        assert dom.count("<rect") > 10 and "undefined" not in page.texts["facts"] and "NaN" not in dom
        focused, whole, zoomed, moved, again, kept_focus, column = page.texts["seen"].split("|")
        assert focused == "true" and kept_focus == "true" and column == "promotions", page.texts["seen"]
        assert whole != zoomed != moved and again == whole, page.texts["seen"]

        # A recorded trace, and a program that fails: the page is there all the same.
        subprocess.run(["./program"], cwd=folder, check=True, env={**os.environ, "TACTUS_TRACE": "trace.json"},
                       stdout=subprocess.DEVNULL)
        report("--trace", "trace.json", "-o", "again.html")
        assert "program.c:7" in (folder / "again.html").read_text()
        check_compile_reports(root, folder, report)
        check_honesty(folder, report)
        check_tasks(root, folder, report)
        failed = report("-o", "failed.html", "./program", "3", expect=1)
        assert "ended with status 3" in failed.stderr and (folder / "failed.html").exists()
        check_interrupt(root, folder)
        check_unwritable_page(root, folder)

        assert "left no trace" in report("/bin/true", expect=1).stderr
        assert "cannot run" in report("./nothing", expect=1).stderr
        assert "no report of tactus-clang" in report("--trace", "trace.json", "--compile-report", "program.c",
                                                     expect=1).stderr
        # A line beyond all files was looked for until the memory was full.
        loop = {"file": "program.c", "function": "main", "line": 4294967292, "column": 1, "converted": False, "reason": "x"}
        (folder / "damaged.json").write_text(json.dumps({"loops": [loop]}))
        assert "'line' is 4294967292, expected" in report("--trace", "trace.json", "--compile-report", "damaged.json",
                                                          expect=1).stderr
        for wrong in ([], ["--trace", "trace.json", "./program"], ["--unknown"]):
            assert report(*wrong, expect=2).stderr.startswith("tactus: error: ")
        assert "--compile-report" in report("--help").stdout
    print("report: ok")


if __name__ == "__main__":
    main()
