// A loop whose bound is a field of a record waits for nobody where it writes other fields, of whichever record. Where it
// writes that field, others may, too, as far as is known.
// RUN: %remarks %s 2>&1 | FileCheck %s
// RUN: %remarks -DWRITTEN=count %s 2>&1 | FileCheck %s --check-prefix=WRITES

#ifndef WRITTEN
#define WRITTEN top
#endif
struct cell {
  int count, top;
};
int limit;

static int search(struct cell *cells, int id, int depth) {
  int sum = 0;
  for (int i = 0; i < cells[id].count; i++) {
    cells[id].WRITTEN = i;
    if (i < limit) {
#pragma omp critical
      limit = i;
    }
    if (depth)
      sum += search(cells, id + 1, depth - 1);
  }
  return sum;
}

// CHECK-NOT: may wait
// CHECK: :[[@LINE+6]]:1: remark: task converted
// CHECK-NOT: may wait
// WRITES: :[[@LINE+4]]:1: remark: task left to its region: a task may wait for what others do at the same time
int searchAll(struct cell *cells, int n) {
  int sums[64], sum = 0;
  for (int i = 0; i < n; i++) {
#pragma omp task shared(sums)
    sums[i] = search(cells, i, 3);
  }
#pragma omp taskwait
  for (int i = 0; i < n; i++)
    sum += sums[i];
  return sum;
}
