// A region of tasks inside of an iteration becomes a call with memory of its own, which no iteration hands on: the loop
// around it stays converted, and a region that was converted for it is not left with half of its loops.
// RUN: %remarks %s 2>&1 | FileCheck %s --implicit-check-not="left to libomp"
void leaf(int);

void loop(void) {
// CHECK-DAG: tasks-of-a-region-inside.c:[[#@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp parallel for
  for (int i = 0; i < 23; i++) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
      leaf(i);
      leaf(-i);
    }
  }
}

void region(void) {
#pragma omp parallel
  {
// CHECK-DAG: tasks-of-a-region-inside.c:[[#@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp for
    for (int i = 0; i < 23; i++) {
#pragma omp parallel
#pragma omp single
      {
#pragma omp task
        leaf(i);
        leaf(-i);
      }
    }
  }
}
