// Whether iterations carry state is looked for in a copy of the loop, with what they call. Calls that cannot know a
// variable of the thread's stay calls: here `large`, with all that it calls. What is given a closure that leads to the
// variable is looked at.
// RUN: %rawxx %s | %opt -passes='tactus-note-kind,tactus-tidy-microtasks,tactus-raise-loops' -debug-pass-manager -disable-output 2>&1 | FileCheck %s
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK
double large(const double *x, int n) {
  double a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < n; ++i) {
    a += x[i] * 2 + b, b += x[i] * 3 - c, c += x[i] / (1 + d * d), d += a * b - c;
    a += x[i] * 2 + b, b += x[i] * 3 - c, c += x[i] / (1 + d * d), d += a * b - c;
    a += x[i] * 2 + b, b += x[i] * 3 - c, c += x[i] / (1 + d * d), d += a * b - c;
    a += x[i] * 2 + b, b += x[i] * 3 - c, c += x[i] / (1 + d * d), d += a * b - c;
    a += x[i] * 2 + b, b += x[i] * 3 - c, c += x[i] / (1 + d * d), d += a * b - c;
  }
  return a + b + c + d;
}

// CHECK: Running pass: SROAPass on _Z5countPKdi.omp_outlined.copy ({{1..|..}} instructions)
double count(const double *x, int n) {
  long missing = 0;
  // REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for reduction(+ : missing)
  for (int i = 0; i < n; ++i)
    if (large(x, i) < 0)
      ++missing;
  return static_cast<double>(missing);
}

struct Closure {
  long *seen;
  const double *x;
  long operator()(int n) const {
    // Large, so that it is not taken for an accessor.
    double sum = large(x, n) + x[0] * 1 + x[1] * 2 + x[2] * 3 + x[3] * 4 + x[4] * 5 + x[5] * 6 + x[6] * 7 + x[7] * 8 +
                 x[8] * 9 + x[9] * 10 + x[10] * 11 + x[11] * 12 + x[12] * 13 + x[13] * 14 + x[14] * 15 + x[15] * 16;
    return sum > 0 ? (*seen)++ : 0;
  }
};

void carry(long *y, const double *x, int n) {
  long seen = 0;
  // REMARK: :[[@LINE+1]]:1: remark: {{.*}}an iteration may find in a private variable
#pragma omp parallel for firstprivate(seen)
  for (int i = 0; i < n; ++i) {
    Closure closure{&seen, x};
    y[i] = closure(i);
  }
}

// Not inlined, it would be taken for a function that adds to the sum.
static long note(double *seen, const double *x, long sum) {
  double most = large(x, 1) + x[0] * 1 + x[1] * 2 + x[2] * 3 + x[3] * 4 + x[4] * 5 + x[5] * 6 + x[6] * 7 + x[7] * 8 +
                x[8] * 9 + x[9] * 10 + x[10] * 11 + x[11] * 12 + x[12] * 13 + x[13] * 14 + x[14] * 15 + x[15] * 16;
  most -= x[0] * 1 - x[1] * 2 + x[2] * 3 - x[3] * 4 + x[4] * 5 - x[5] * 6 + x[6] * 7 - x[7] * 8 + x[8] * 9 - x[9] * 10;
  *seen = most + static_cast<double>(sum);
  return 1;
}

long tell(double *seen, const double *x, int n) {
  long sum = 0;
  // REMARK: :[[@LINE+1]]:1: remark: {{.*}}an iteration may find in a private variable
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += note(seen + i, x, sum);
  return sum;
}
