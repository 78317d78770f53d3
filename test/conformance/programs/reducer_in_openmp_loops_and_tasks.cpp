// Cilk's reducers in OpenMP's loops and tasks, and in loops inside spawned calls.
// libomp knows nothing of views, so it gets one thread.
// FLAGS: -O2 -std=c++20
// ENV: OMP_NUM_THREADS=1
// CONVERTED: 6
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_string.h>

static cilk::reducer<cilk::op_string> text;
static cilk::reducer_max<long> greatest;

static void loops(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    *text += char('a' + i % 26);
#pragma omp parallel for
    for (int k = 0; k < i % 5; ++k) {
      greatest.calc_max(long(work(i * 7 + k, 20) % 100000));
      *text += char('0' + k);
    }
  }
}

static void tasks(int n) {
  if (n == 0)
    return;
#pragma omp task
  {
    *text += '(';
    tasks(n - 1);
  }
#pragma omp task
  {
    tasks(n - 1);
    *text += ')';
  }
#pragma omp taskwait
}

static void spawns(int n) {
  if (n < 2) {
#pragma omp parallel for
    for (int i = 0; i < 20; ++i)
      *text += char('A' + (i + n) % 26);
    return;
  }
  cilk_spawn spawns(n - 1);
  *text += '-';
  spawns(n - 2);
  cilk_sync;
}

int main() {
  loops(600);
#pragma omp parallel
#pragma omp single
  tasks(9);
  spawns(11);
  SHOW("greatest", greatest.get_value());
  SHOW("length", text.get_value().size());
  SHOW_ARRAY("text", text.get_value().data(), text.get_value().size());
  return 0;
}
