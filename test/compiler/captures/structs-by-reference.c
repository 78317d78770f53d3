// An object is captured by reference and stays so: its members are read where it is.
// RUN: %raw %s | %convert | FileCheck %s
struct Grid {
  int rows, columns;
};

// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, {{.*}}ptr %grid
void f(struct Grid grid, int n, int *x) {
  struct Grid *address = &grid;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = grid.rows * grid.columns;
  (void)address;
}
