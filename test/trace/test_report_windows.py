#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""tactus report: the page in a large and in a small window, in both cases without a word on the console."""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import windows  # noqa: E402

# Long names are what tables break of.
PROGRAM = r"""
#include <math.h>
static double values[200000];
static double a_function_whose_name_is_longer_than_the_columns_of_tables_like(int index) { return sin(index) * cos(index); }
int main(void) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 200000; i++)
    values[i] = a_function_whose_name_is_longer_than_the_columns_of_tables_like(i) + 1.0 / (1.0 + i) + sqrt(fabs(sin(i) + cos(i) * 17));
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 200000; i++)
    sum += values[i];
#pragma omp parallel for ordered
  for (int i = 0; i < 100; i++) {
#pragma omp ordered
    sum += values[i];
  }
  return sum == 0;
}
"""
NAME = "a_program_whose_name_is_long_enough_to_be_a_nuisance_in_a_table_of_a_small_window"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if not windows.has_chromium():
        print("report windows: skipped, there is no chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / f"{NAME}.c").write_text(PROGRAM)
        subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", f"{NAME}.c", "-o", NAME, "-lm"], cwd=folder, check=True)
        page = folder / "page.html"
        subprocess.run([root / "bin/tactus", "report", "--workers", "2", "-o", page, f"./{NAME}"], cwd=folder, check=True,
                       capture_output=True, timeout=60)
        browser = windows.Browser(folder)
        for width in windows.WIDTHS:
            problem = browser.problem(page, width)
            assert problem is None, f"{width} pixels: {problem}"
        for colours in ("light", "dark"):
            found = browser.colours(page, colours == "dark")
            assert found == (colours, ""), found
        # The test can fail: a page that is too wide, one that complains, one that is empty.
        text = page.read_text()
        for wrong, expected in ((text.replace("</body>", '<p style="width:900px">wide</p></body>'), "pixels wide"),
                                (text.replace("</body>", "<script>missing()</script></body>"), "console"),
                                ("<html><head></head></html>", "empty")):
            (folder / "wrong.html").write_text(wrong)
            problem = browser.problem(folder / "wrong.html", 400)
            assert problem and expected in problem, (expected, problem)
        (folder / "wrong.html").write_text(text.replace("</body>", '<p style="color:#888;background:#777">faint</p></body>'))
        assert browser.colours(folder / "wrong.html", False) == ("light", "faint")
    print("report windows: ok")


main()
