// The loop in time may be the caller's: passes with a pragma are inlined there.
// RUN: %tactus-clang -O1 -fno-caret-diagnostics -ftactus-remarks -ftactus-remarks-missed -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %tactus-clang -O2 -Werror -Wall -c %s -o /dev/null
void unknown(double *);

// Each pass has its pragma; nobody else calls the function.
static void step(double *u, double *v, long n) {
#pragma splice
  for (long i = 1; i < n; i++)
    v[i] = u[i - 1] + u[i];
#pragma splice
  for (long i = 1; i < n; i++)
    u[i] = v[i] / 2;
}
void time_loop(double *u, double *v, long n) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < 9; t++)
    step(u, v, n);
}

// Other files may call it as well: there the pragma is worth nothing, but it is worth something here.
void visible(double *u, double *v, long n) {
#pragma splice
  for (long i = 1; i < n; i++)
    v[i] = u[i - 1] + u[i];
}
static void both(double *u, double *v, long n) {
  visible(u, v, n);
  visible(v, u, n);
}
void loop_of_the_callers_caller(double *u, double *v, long n) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < 9; t++) {
    both(u, v, n);
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this code and behind it are not spliced together: it is not known what 'unknown' touches [-Rpass-missed=tactus]
    unknown(u);
  }
}

// A block of passes is spliced where it stands, and with those of later calls.
void block(double *u, double *v, long n) {
  // CHECK-DAG: [[@LINE+1]]:1: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
#pragma splice
  {
    for (long i = 1; i < n; i++)
      v[i] = u[i - 1] + u[i];
    for (long i = 1; i < n; i++)
      u[i] = v[i] / 2;
  }
}
void blocks(double *u, double *v, long n) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < 9; t++)
    block(u, v, n);
}

// A function with the loop in time is called as it is.
static void simulate(double *u, double *v, long n, int steps) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < steps; t++)
    for (long i = 1; i < n; i++)
      v[i] = u[i - 1] + u[i];
}
void simulations(double *u, double *v, long n) {
  for (int steps = 0; steps < 9; steps++)
    simulate(u, v, n, steps);
}

// Called by its address as well.
void called(double *u, double *v, long n) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: not spliced: there is no loop around this one [-Rpass-missed=tactus]
  for (long i = 1; i < n; i++)
    v[i] = u[i - 1] + u[i];
}
void (*pointer)(double *, double *, long) = called;
void calls(double *u, double *v, long n) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < 9; t++)
    called(u, v, n);
}

__attribute__((noinline)) static void stays(double *u, long n) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: not spliced: there is no loop around this one [-Rpass-missed=tactus]
  for (long i = 1; i < n; i++)
    u[i] = 1;
}
static void recursive(double *u, long n) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: not spliced: there is no loop around this one [-Rpass-missed=tactus]
  for (long i = 1; i < n; i++)
    u[i] /= 2;
  for (int half = 0; half < 2 && n > 3; half++)
    recursive(u + half, n / 2);
}
void not_inlined(double *u, long n) {
  recursive(u, n);
  // CHECK-DAG: [[@LINE+2]]:5: remark: passes of different calls are not spliced together: this call cannot be inlined [-Rpass-missed=tactus]
  for (int t = 0; t < 9; t++)
    stays(u, n);
}
