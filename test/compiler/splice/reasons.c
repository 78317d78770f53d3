// What an annotation cannot do is said, with its line; the program is compiled in any case.
// RUN: %tactus-clang -O1 -fno-caret-diagnostics -Rpass=tactus -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:
// Without the remarks, nothing is said.
// RUN: %tactus-clang -O1 -Wall -Wextra -Werror -c %s -o /dev/null 2>&1 | count 0
#include <tactus/splice.h>
extern int shared;
int *kept;
void work(int *x, int n);
#define RE tactus_range

// Figure 3: the pragma holds for what lies between the calls.
// CHECK: [[@LINE+2]]:6: remark: function 'figure3' can be spliced: 2 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void figure3(int *x, int n) {
#pragma splice step Writes(RE(x, x + n))
  if (n < 16) {
    for (int i = 0; i < n; i++)
      x[i]++;
  } else {
    int middle = n / 2;
    figure3(x, middle);
    figure3(x + middle, n - middle);
  }
}

// A base case that returns, with a variable of its own.
// CHECK: [[@LINE+2]]:6: remark: function 'base' can be spliced: 2 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void base(int *x, int n) {
  if (n < 16) {
    int here[16] = {0};
    work(here, n);
    for (int i = 0; i < n; i++)
      x[i] += here[i];
    return;
  }
  base(x, n / 2);
  base(x + n / 2, n - n / 2);
}

// CHECK: [[@LINE+6]]:3: remark: code waits where it stands: 'sum' is needed behind it [-Rpass-missed=tactus]
// CHECK: [[@LINE+2]]:6: remark: function 'value' can be spliced: 1 calls, 0 steps that may be delayed, 1 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void value(int *x, int n) {
  int sum = 0;
#pragma splice step Reads(RE(x, x + n))
  for (int i = 0; i < n; i++)
    sum += x[i];
  base(x, sum % n);
}

// CHECK: [[@LINE+5]]:5: remark: what follows is taken to be all that the function declares: 'i' changes before a later call or step [-Rpass-missed=tactus]
// CHECK: [[@LINE+2]]:6: remark: function 'loop' can be spliced: 1 calls, 0 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void loop(int *x, int n) {
  for (int i = 0; i < n; i += 64)
    base(x + i, 64);
}

// The program says what follows.
// CHECK: [[@LINE+2]]:6: remark: function 'says_rest' can be spliced: 1 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void says_rest(int *x, int n) {
  for (int i = 64; i < n; i += 64)
#pragma splice rest Writes(RE(x, x + 64), RE(x + i, x + n))
    base(x + i, 64);
#pragma splice rest
#pragma splice step Writes(RE(x, x + 64))
  for (int i = 0; i < 64; i++)
    x[i]++;
}

// CHECK: [[@LINE+3]]:3: remark: function 'address' waits for all that it declares: the address of 'local' is taken, and the variable may be gone when a step uses it [-Rpass-missed=tactus]
#pragma splice func Writes(RE(x, x + n), RE(&kept, &kept + 1))
void address(int *x, int n) {
  int local = n;
  kept = &local;
  base(x, n);
}

struct part {
  int *x, n;
};
// Effects may be computed from memory: the program asks whether that may change.
// CHECK: [[@LINE+2]]:6: remark: function 'by_data' can be spliced: 1 calls, 0 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(p->x, p->x + p->n))
void by_data(struct part *p) { base(p->x, p->n); }

// CHECK: [[@LINE+2]]:6: remark: function 'step_by_data' can be spliced: 0 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void step_by_data(int *x, int n) {
#pragma splice step Writes(RE(x, x + x[0]))
  x[n - 1] = x[0];
}

// CHECK: [[@LINE+4]]:3: remark: function 'jumps' waits for all that it declares: calls or steps stand in a statement that is not understood [-Rpass-missed=tactus]
#pragma splice func Writes(RE(x, x + n))
void jumps(int *x, int n) {
  if (n)
  switch (n % 2) {
  case 0:
    base(x, n);
  }
}

// Global variables that effects depend on are constant while calls are spliced (relied.c).
// CHECK: [[@LINE+2]]:6: remark: function 'by_global' can be spliced: 1 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n)) Reads(RE(&shared, &shared + 1))
void by_global(int *x, int n) {
#pragma splice step Writes(RE(x, x + shared))
  if (n < 16)
    x[0]++;
  else
    base(x, n);
}

// CHECK: [[@LINE+2]]:6: remark: function 'in_parts' can be spliced: 0 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
void in_parts(int *x, int n) {
  struct tactus_chunks some = {0, n, 64, 0};
#pragma splice step Writes(RE(x + some.first, x + some.last)) Slice(some)
  for (ptrdiff_t i = some.first; i < some.last; i++)
    x[i]++;
}

static struct tactus_chunks global_part;
struct large {
  int numbers[17];
};
int cut_large(struct large *part, struct large *others);
// CHECK: [[@LINE+9]]:1: remark: step is one part: its code does not use 'some' [-Rpass-missed=tactus]
// CHECK: [[@LINE+10]]:1: remark: step is one part: what Slice names is not a local variable [-Rpass-missed=tactus]
// CHECK: [[@LINE+11]]:1: remark: step is one part: 'many' has more than 64 bytes [-Rpass-missed=tactus]
// CHECK: [[@LINE+12]]:1: remark: step is one part: there are calls in it [-Rpass-missed=tactus]
// CHECK: [[@LINE+2]]:6: remark: function 'in_one_part' can be spliced: 1 calls, 3 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n), RE(&global_part, &global_part + 1))
void in_one_part(int *x, int n) {
  struct tactus_chunks some = {0, n, 64, 0};
  struct large many = {{n}};
#pragma splice step Writes(RE(x, x + n)) Slice(some)
  x[0]++;
#pragma splice step Writes(RE(x, x + n)) Slice(global_part)
  x[1]++;
#pragma splice step Writes(RE(x, x + n)) Slice(many, cut_large)
  x[many.numbers[0] - 1]++;
#pragma splice step Writes(RE(x, x + n)) Slice(some)
  if (some.first > n)
    base(x, n);
}

// CHECK: [[@LINE+2]]:6: remark: function 'in_one_part_too' can be spliced: 0 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n)) Reads(RE(&shared, &shared + 1))
void in_one_part_too(int *x, int n, struct tactus_chunks some) {
#pragma splice step Writes(RE(x, x + shared)) Slice(some)
  x[some.first]++;
}

// CHECK: [[@LINE+4]]:3: remark: what follows is taken to be all that the function declares: code behind it has no effects that are known [-Rpass-missed=tactus]
// CHECK: [[@LINE+2]]:5: remark: function 'counted' can be spliced: 0 calls, 1 steps that may be delayed, 1 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
int counted(int *x, int n) {
  x[0]++;
  return x[0] + n;
}

void caller(int *x, int n, void (*pointer)(int *, int)) {
  // CHECK: [[@LINE+1]]:1: remark: step has no effect: it is in no function with '#pragma splice func' [-Rpass-missed=tactus]
#pragma splice step Reads(RE(x, x + n))
  pointer(x, n);
  // CHECK: [[@LINE+1]]:1: remark: rest has no effect: it is in no function with '#pragma splice func' [-Rpass-missed=tactus]
#pragma splice rest
  pointer(x, n);
  // CHECK: [[@LINE+5]]:5: remark: calls before this code and behind it are not spliced together: it calls functions that may change what they depend on [-Rpass-missed=tactus]
  // CHECK: [[@LINE+1]]:1: remark: try: 1 calls, 0 steps that may be delayed, 1 that wait [-Rpass=tactus]
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    base(x, n);
    pointer(x, n);
  }
  // CHECK: [[@LINE+5]]:9: remark: call of 'counted' is not spliced: its value is used [-Rpass-missed=tactus]
  // CHECK: [[@LINE+3]]:3: remark: calls before this code and behind it are not spliced together: it calls 'counted', which may change what they depend on [-Rpass-missed=tactus]
  // CHECK: [[@LINE+1]]:1: remark: try has no effect: no function with '#pragma splice func' is called in it, as a statement [-Rpass-missed=tactus]
#pragma splice try
  for (int i = 0; i < 9; i++)
    n = counted(x, n);
  // CHECK: [[@LINE+3]]:5: remark: try has no effect: the address of 'local' is taken, and the variable may be gone when a step uses it [-Rpass-missed=tactus]
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    int local = 0;
    base(&local, 1);
  }
}
