// The shape of Cython's prange. The barrier between a variable's firstprivate and lastprivate copies is clang's own;
// another before the loop is the program's, and has nothing to separate.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}double @total(
// CHECK: call void @total.slice(
// CHECK-LABEL: define {{.*}}void @separated(
// CHECK: call void @separated.slice(
int omp_get_max_threads(void);

double total(double *data, long n, int threads, long *index, double *last) {
  long place, number, i = *index;
  double sum = 0, t = *last;
  if (n > 0) {
#pragma omp parallel reduction(+ : sum) num_threads(threads != 0 ? threads : omp_get_max_threads()) private(place)
    {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp for nowait firstprivate(i) lastprivate(i) firstprivate(t) lastprivate(t) schedule(static)
      for (number = 0; number < n; number++) {
        i = number;
        place = i;
        sum = sum + data[place];
        t = data[place];
      }
    }
  }
  *index = i;
  *last = t;
  return sum;
}
void separated(double *data, long n, long i) {
#pragma omp parallel
  {
#pragma omp barrier
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp for nowait firstprivate(i) lastprivate(i)
    for (long number = 0; number < n; number++)
      data[i = number] = 0;
  }
}
