# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_advise.py ROOT: what tactus advise says of loops without pragmas: those that are independent, dependent, undecided."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
NEEDED = "lastprivate is for what is used behind the loop"
NAMELESS = "it sums up what no clause can name: use a variable of the function for each number, and reduction(+ : ...) with their names"
ITS_OWN = "declare it in the body, or compute it from the loop's counter"
# Each loop says in its own line what is to be said of it.
JUDGED = """
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern int other(int);
enum { N = 100 };
static double table[N][N];
unsigned char pairs[512][2];
long counted;
double counted_sum;
void separate(double *restrict to, const double *restrict from, long n) {
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for
    to[i] = from[i] * 1.5;
}
void pointers(double *to, const double *from, long n) {
  for (long i = 0; i < n; i++) // independent: a guess, true if 'to' and 'from' do not overlap | #pragma omp parallel for
    to[i] = from[i] * 1.5;
}
double sum(const double *x, long n) {
  double total = 0;
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for reduction(+ : total)
    total += x[i];
  return total;
}
unsigned mixed(const unsigned *x, long n) {
  unsigned bits = 0, most = 0;
  for (long i = 0; i < n; i++) { // independent: proof | #pragma omp parallel for reduction(max : most) reduction(^ : bits)
    bits ^= x[i];
    most = x[i] > most ? x[i] : most;
  }
  return bits + most;
}
double least(const double *x, long n) {
  double smallest = 1e9;
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for reduction(min : smallest)
    if (x[i] < smallest)
      smallest = x[i];
  return smallest;
}
double nest(void) {
  double total = 0;
  for (int i = 0; i < N; i++) // independent: proof | #pragma omp parallel for reduction(+ : total)
    for (int k = 0; k < N; k++) // independent: proof | #pragma omp parallel for reduction(+ : total)
      total += table[i][k];
  return total;
}
double running(double *restrict out) {
  double total = 0;
  for (int i = 0; i < N; i++) { // dependent: proof, an iteration needs 'total' as the one before it leaves it
    for (int k = 0; k < N; k++)
      total += table[i][k];
    out[i] = total;
  }
  return total;
}
void rows(void) {
  for (int i = 0; i < N; i++) // independent: proof | #pragma omp parallel for
    for (int k = 1; k < N; k++) // dependent: proof, an iteration needs a value that the one before it computes
      table[i][k] = table[i][k - 1] * 0.5;
}
void next(double *restrict x, long n) {
  for (long i = 4; i < n; i++) // dependent: proof, what line NEXT writes, line NEXT reads in another iteration (4 away)
    x[i] = x[i - 4] + 1;
}
void differences(double *restrict to, const double *from) {
  for (long i = 1; i < N; i++) // independent: proof | #pragma omp parallel for
    to[i] = from[i] - from[i - 1];
}
void named_differences(double *restrict to, const double *from) {
  for (long i = 1; i < N; i++) { // independent: proof | #pragma omp parallel for
    double here = from[i];
    to[i] = here - from[i - 1];
  }
}
void smooth(double *x) {
  for (long i = 1; i < N; i++) // dependent: proof, what line NEXT writes, line NEXT reads in another iteration (1 away)
    x[i - 1] = x[i] - x[i - 1];
}
void delayed(double *restrict to, const double *from) {
  double last = from[0];
  for (long i = 1; i < N; i++) { // dependent: proof, an iteration needs 'last' as the one before it leaves it
    to[i] = last * from[i];
    last = from[i];
  }
}
double chain(long n) {
  double x = 0.5;
  for (long i = 0; i < n; i++) // dependent: proof, an iteration needs 'x' as the one before it leaves it
    x = 3.7 * x * (1 - x);
  return x;
}
double prefix(double *restrict to, const double *restrict x, long n) {
  double total = 0;
  for (long i = 0; i < n; i++) { // dependent: proof, an iteration needs 'total' as the one before it leaves it
    total += x[i];
    to[i] = total;
  }
  return total;
}
void histogram(int *restrict counts, const unsigned *restrict keys, long n) {
  for (long i = 0; i < n; i++) // undecided: what line NEXT writes, line NEXT may write as well in another iteration
    counts[keys[i] % 64]++;
}
int calls(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) // undecided: line NEXT calls 'other', which may touch anything
    total += other(i);
  return total;
}
void roots(double *restrict x, long n) {
  for (long i = 0; i < n; i++) // independent: a guess, true if nobody wants to know errno of line NEXT | #pragma omp parallel for
    x[i] = sqrt(x[i]);
}
struct numbers {
  double *first, *last;
};
void roots_of_all(const struct numbers *x, double *restrict out, int rounds) {
  for (int r = 0; r < rounds; r++) // undecided: what line SECOND writes, line SECOND may write as well in another iteration
    for (long i = 0; i < x->last - x->first; i++) // undecided: how many iterations there are is not known when it begins
      out[i] += sqrt(x->first[i] + r);
}
long search(const int *x, long n) {
  for (long i = 0; i < n; i++) // dependent: proof, it may end in any iteration, and then later ones must not have run
    if (x[i] == 7)
      return i;
  return -1;
}
void own(double *restrict out, long n) {
  for (long i = 0; i < n; i++) { // independent: proof | #pragma omp parallel for
    double local[8];
    for (int k = 0; k < 8; k++)
      local[k] = (double)(i * k);
    out[i] = local[i % 8];
  }
}
void stride(double *restrict x, long n, long k) {
  for (long i = 0; i < n; i++) // independent: a guess, true if line NEXT touches another place in each iteration | #pragma omp parallel for
    x[i * k] = i;
}
void variable_rows(long n, long m, double (*restrict a)[m]) {
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for
    for (long k = 0; k < m; k++) // independent: proof | #pragma omp parallel for
      a[i][k] = i + k;
}
void overlapping(char *restrict to, long n, long v) {
  for (long i = 0; i < n; i++) // undecided: what line NEXT writes, line NEXT may write as well in another iteration
    memcpy(to + i, &v, 8);
}
void halves(double *restrict x, long n) {
  for (long i = 0; i + 1 < n; i++) { // undecided: what line WRITE writes, line NEXT may read in another iteration
    unsigned half; memcpy(&half, (char *)x + 8 * i + 12, 4);
    unsigned long whole = half;
    memcpy((char *)x + 8 * i, &whole, 8);
  }
}
void around(long n) {
  for (long i = 0; i < n; i++) // undecided: what line NEXT writes, line NEXT may write as well in another iteration
    pairs[(unsigned char)i][1] = (unsigned char)(i >> 8);
}
struct __attribute__((packed)) part { char c; double d; };
void fields(struct part *restrict s, long n) {
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for
    s[i].d += s[i].c;
}
static inline void step(double *restrict to, const double *restrict from) { *to = *from * 2; }
void inlined(double *x, long n) {
  for (long i = 1; i < n; i++) // dependent: proof, what line STEP writes, line STEP reads in another iteration (1 away)
    step(&x[i], &x[i - 1]);
}
void odd(double *restrict x, long n) {
  for (long i = 1; i < n; i++) // undecided: what line SECOND writes, line SECOND may read in another iteration
    if (i & 1)
      x[i] = x[i - 1] + 1;
}
void asserted(double *restrict to, const double *restrict x, long n) {
  for (long i = 0; i < n; i++) { // undecided: line NEXT may end the program or throw in any iteration
    if (x[i] < 0) abort();
    to[i] = x[i] * 2;
  }
}
double positive(const double *x, long n) {
  double total = 0;
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for reduction(+ : total)
    if (x[i] > 0)
      total += x[i];
  return total;
}
int without_signs(const int *x, long n) {
  int best = -1;
  for (long i = 0; i < n; i++) // dependent: proof, an iteration needs 'best' as the one before it leaves it
    best = (unsigned)x[i] < (unsigned)best ? x[i] : best;
  return best;
}
double alternating(const double *x, long n) {
  double total = 0;
  for (long i = 0; i < n; i++) // dependent: proof, an iteration needs 'total' as the one before it leaves it
    total = x[i] - total;
  return total;
}
double bounded(const double *x, long n) {
  double total = 0;
  for (long i = 0; i < n; i++) // dependent: proof, an iteration needs 'total' as the one before it leaves it
    if (total < 10)
      total += x[i];
  return total;
}
void second_counter(double *restrict to, const double *restrict x, long n) {
  int j = 0;
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for | all iterations set 'j': ITS_OWN
    to[i] = x[j], j += 2;
}
void blocks(double *restrict to, const double *restrict x, long n) {
  for (long i = 0; i * 8 < n; i++) // independent: proof | #pragma omp parallel for
    to[i] = x[i] * 2;
}
void both(double *restrict to, const double *restrict x, long n) {
  for (long i = 0, j = n; i < n; i++, j--) // independent: proof | #pragma omp parallel for | all iterations set 'j': ITS_OWN
    to[i] = x[j] * 2;
}
long dead_counter(double *restrict to, const double *restrict x, long n) {
  long count = 0;
  for (long i = 0; i < n; i++) // independent: proof | #pragma omp parallel for | all iterations set 'count': ITS_OWN
    to[i] = x[i] * 2, count++;
  return count;
}
void counter_in_memory(double *restrict to, const double *restrict x, long n) {
  for (long i = 0; i < n; i++) // undecided: what line NEXT writes, line NEXT may write as well in another iteration
    to[i] = x[i] * 2, counted++;
}
double partial_sums(double *restrict out, const double *restrict x, long n) {
  double total = 0;
  for (long i = 0; i < n; i++) // undecided: what line NEXT writes, line NEXT may write as well in another iteration
    total += x[i], *out = total;
  return total;
}
void sum_in_memory(const double *restrict x, long n) {
  for (long i = 0; i < n; i++) // independent: proof | NAMELESS
    counted_sum += x[i];
}
void last_of_a_row(double *restrict to, const double *restrict x, long n) {
  for (long i = 0; i < n; i++) // undecided: what line SECOND writes, line SECOND may write as well in another iteration
    for (int k = 1; k < 4; k++)
      to[k] = x[i];
}
void one_or_the_other(double *restrict to, const double *restrict x, long n) {
  for (long i = 0; i < n; i++) { // dependent: proof, what line SELF writes, line SELF writes as well in every iteration
    if (x[i] > 0)
      *to = 1;
    else
      *to = x[i];
    to[i + 1] = x[i] * 2;
  }
}
static void leave(double *restrict last, double *restrict to, long n) {
  for (long i = 0; i < n; i++) { // undecided: what line SELF writes, line SELF may write as well in another iteration
    *last = to[i];
    to[i] = 3;
  }
}
double left(double *restrict to, long n) {
  double last = 0;
  leave(&last, to, n);
  return last;
}
double complex product_sum(const double complex *x, long n) {
  double complex total = 0;
  for (long i = 0; i < n; i++) // independent: proof | NAMELESS
    total += x[i];
  return total;
}
double last_value(double *restrict to, const double *restrict x, long n) {
  double last = 0;
  for (long i = 0; i < n; i++) { // independent: proof | #pragma omp parallel for lastprivate(last) | all iterations set 'last': ITS_OWN; NEEDED
    last = x[i] * 2;
    to[i] = last;
  }
  return last;
}
long seen_before_the_last(const long *restrict x, const long *restrict y, long n) {
  long sum = 0, last = 0;
  for (long i = 0; i < n; i++) { // dependent: proof, an iteration needs 'sum' as the one before it leaves it
    last = sum + y[i];
    sum += x[i];
  }
  return last + sum;
}
long whole_sum(const long *restrict x, long n) {
  long sum = 0, i = 0;
  for (; i < n; i++) // independent: proof | #pragma omp parallel for reduction(+ : sum)
    sum += x[i];
  return sum;
}
long counted_by_rows(long *restrict to, const long *restrict steps, long n) {
  long count = 4;
  for (long i = 0; i < n; i++) { // independent: proof | #pragma omp parallel for | all iterations set 'count': ITS_OWN
    to[i] = i;
    for (long k = 0; k < 16; k++)
      count += steps[k];
  }
  return count;
}
void three_pointers(double *to, const double *from, const double *other, long n) {
  for (long i = 0; i < n; i++) // independent: a guess, true if 'to' and 'from', 'to' and 'other' do not overlap, and if nobody wants to know errno of line NEXT | #pragma omp parallel for
    to[i] = from[i] * sqrt(other[i]);
}
void until(double *restrict to, long n) {
  long i = 0, isDone = 0;
  while (!isDone) { // independent: proof | a pragma takes a 'for' with a counter: write the 'while' as one
    to[i] *= 2;
    if (++i >= n)
      isDone = 1;
  }
}
void old_style(void) {
  double t;
  int i, j;
  for (i = 0; i < N; i++) // independent: proof | #pragma omp parallel for | all iterations set 'j', 't': ITS_OWN
    for (j = 0; j < N; j++) { // independent: proof | #pragma omp parallel for | all iterations set 't': ITS_OWN
      t = i * 0.5 + j;
      table[i][j] = t * t;
    }
}
"""
HOT = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double a[400][400], b[400][400];
__attribute__((noinline)) static double work(double x) {
  for (int i = 0; i < 2000; i++) // in the function that the hottest loop calls
    x = sin(x) + x;
  return x;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  double total = 0;
  for (int i = 0; i < n; i++) // the hottest
    total += work(i);
  for (int i = 0; i < 400; i++)
    for (int k = 0; k < 400; k++)
      b[i][k] = a[k][i];
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 400; i++)
    total += b[i][i];
  printf("%d\\n", total > 0);
  return argc > 2 ? 3 : 0;
}
"""


class Advise(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name).resolve()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def compile(self, name, text, *flags):
        source = self.folder / f"{name}.c"
        source.write_text(text)
        subprocess.run([ROOT / "bin/tactus-clang", "-fopenmp", source, "-o", self.folder / name, *flags], cwd=self.folder, check=True)

    def advise(self, *arguments):
        return subprocess.run([ROOT / "bin/tactus", "advise", *map(str, arguments)], cwd=self.folder, text=True, capture_output=True,
                              timeout=240)

    def test_what_is_said_of_each_loop(self):
        self.compile("judged", JUDGED, "-O2", "-g", "-c")
        done = self.advise("--static", "--count", 100, "judged")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = {}
        for entry in re.split(r"(?m)^(?=\S)", done.stdout)[1:]:
            self.assertEqual([line for line in entry.splitlines() if len(line) > 80 and "#pragma" not in line], [])
            # What a line has no room for stands further in, in the next ones.
            place, *rest = re.sub(r"\n {4,}", " ", entry).splitlines()
            said[int(re.match(r"judged\.c:(\d+), in \w+$", place)[1])] = " | ".join(line.strip() for line in rest)
        wanted = {number: line.split("// ")[1] for number, line in enumerate(JUDGED.splitlines(), 1) if "//" in line}
        for number, text in wanted.items():
            for word, value in (("SELF", number), ("NEXT", number + 1), ("SECOND", number + 2), ("WRITE", number + 3), ("STEP", number - 2), ("ITS_OWN", ITS_OWN),
                                ("NEEDED", NEEDED), ("NAMELESS", NAMELESS)):
                text = text.replace(word, str(value))
            with self.subTest(number=number, line=JUDGED.splitlines()[number - 1]):
                self.assertEqual(said.get(number), text)

    def test_the_hottest_come_first(self):
        self.compile("hot", HOT, "-O2", "-g", "-lm")
        done = self.advise("./hot", 20000)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[0], "1")  # the program's own
        places = re.findall(r"(?m)^ *(\d+) %  hot\.c:(\d+), in (\w+)$", done.stdout)
        # What is called counts for the loop that calls it: both are nearly all of the time.
        self.assertEqual({line for _, line, _ in places[:2]}, {"7", "14"})
        self.assertGreater(int(places[0][0]), 80)
        self.assertNotIn(19, {int(line) for _, line, _ in places})  # has a pragma

    def test_a_program_that_fails(self):
        self.compile("hot", HOT, "-O2", "-g", "-lm")
        done = self.advise("./hot", "20000", "--fail")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "tactus: warning: './hot' ended with status 3; this is about what it did until then\n")
        self.assertIn("hot.c:14", done.stdout)

    def test_a_program_in_place_of_another(self):
        again = '#include <unistd.h>\nint main(int argc, char **argv) {\n  if (argc < 3)\n    execl(argv[0], argv[0], argv[1], "x", NULL);'
        self.compile("exec", HOT.replace("int main(int argc, char **argv) {", again), "-O2", "-g", "-lm")
        done = self.advise("./exec", 20000)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "tactus: error: './exec' executes another program in its place, which cannot be sampled; name that one\n")

    def test_programs_that_say_nothing(self):
        for flags in (["-O0", "-g"], ["-O2"]):
            self.compile("hot", HOT, *flags, "-lm")
            done = self.advise("./hot", "1")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr, "tactus: error: './hot' names no loop without a pragma: it has none, or was not compiled by "
                                          "tactus-clang with -O1 or more and -g\n")
        for arguments in (["/nowhere"], ["--static", __file__]):
            done = self.advise(*arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, r"^tactus: error: .*; .*\n$")

    def test_code_is_the_same_without_it(self):
        """-g changes no code, and neither does what is written of loops."""
        self.compile("judged", JUDGED, "-O2", "-g", "-c")
        with_lines = self.text()
        self.compile("judged", JUDGED, "-O2", "-c")
        self.assertEqual(with_lines, self.text())

    def text(self):
        dump = subprocess.run(["objdump", "-d", "--no-show-raw-insn", self.folder / "judged"], text=True, capture_output=True, check=True).stdout
        return dump

    def test_bad_usage(self):
        for arguments in ([], ["--count", "0", "x"], ["--bad", "x"], ["--static"], ["--static", "a", "b"]):
            done = self.advise(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertRegex(done.stderr, r"^tactus: error: .*\n$")


if __name__ == "__main__":
    unittest.main()
