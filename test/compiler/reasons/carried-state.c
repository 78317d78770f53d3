// Private variables whose value one iteration leaves for the next one of its thread: as scalars, members, elements, in a
// reduction beyond its own sum, behind a pointer, in a generator's seed. Tasks would begin with fresh copies.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'
// RUN: %remarks -O0 %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'

// CHECK-COUNT-9: call {{.*}}@__kmpc_fork_call(
int rand_r(unsigned *);

void counted(int n, int *x, int k) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable what an earlier one of its thread left there [-Rpass-missed=tactus]
#pragma omp parallel for num_threads(2) schedule(static, 100) firstprivate(k)
  for (int i = 0; i < n; i++)
    x[i] = k++;
}
void initialisedOnce(int n, int *x, int k) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for num_threads(2) schedule(static, 100) private(k)
  for (int i = 0; i < n; i++) {
    if (i % 100 == 0)
      k = 0;
    x[i] = k++;
  }
}
void ofTheRegion(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel
  {
    int sum = 0;
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      x[i] = sum += i;
  }
}
void element(int n, int *x) {
  int seen[10] = {0};
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for firstprivate(seen)
  for (int i = 0; i < n; i++)
    x[i] = seen[x[i] % 10]++;
}
void member(int n, int *x) {
  struct {
    int written, kept;
  } s = {0, 0};
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for firstprivate(s)
  for (int i = 0; i < n; i++) {
    s.written = i;
    x[i] = s.written + s.kept;
    s.kept = 1;
  }
}
void partOfScratch(int n, int *x) {
  int scratch[10];
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for private(scratch)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 9; j++)
      scratch[j] = j;
    x[i] = i ? scratch[9] : 0;
    scratch[9] = i;
  }
}
void beyondReduction(int n, int *x, int *sum) {
  int s = 0;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
    x[i] = s;
  }
  *sum = s;
}
void inLastValue(int n, int *x, int k) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for firstprivate(k) lastprivate(k)
  for (int i = 0; i < n; i++)
    k++;
  *x = k;
}
void seed(int n, int *x, unsigned state) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: an iteration may find in a private variable
#pragma omp parallel for firstprivate(state)
  for (int i = 0; i < n; i++)
    x[i] = rand_r(&state);
}
