// Why a region needs threads rather than phases is said at each place, where the region's own remark does not say it.
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);
extern void (*other)(int);

// REMARK: needs-threads-because.c:[[@LINE+5]]:{{[0-9]+}}: remark: in the way of phases: a thread of the region calls code of another file, which may hold a barrier [
// REMARK-NEXT: parallel region runs as strands:
void unseen(int *x, int n) {
#pragma omp parallel
  {
    other(n);
    x[omp_get_thread_num()]++;
  }
}

// REMARK: needs-threads-because.c:[[@LINE+7]]:{{[0-9]+}}: remark: in the way of phases: a thread of the region has an array of variable length [
// REMARK: needs-threads-because.c:[[@LINE+11]]:{{[0-9]+}}: remark: in the way of phases: a single construct copies what its thread has found to the others [
// REMARK-NEXT: parallel region runs as strands:
void twoReasons(int *x, int n) {
  int k = 0;
#pragma omp parallel firstprivate(k)
  {
    int own[n];
    own[0] = omp_get_thread_num();
#pragma omp barrier
    x[own[0]] = 1;
#pragma omp single copyprivate(k)
    k = x[1];
    x[omp_get_thread_num()] += k;
  }
}

// What libomp is needed for, and not only what keeps the region from being latent.
// REMARK: needs-threads-because.c:{{[0-9:]+}} remark: in the way of threads of Tactus' own: the region creates or waits for tasks [
// REMARK: needs-threads-because.c:[[@LINE+3]]:1: remark: parallel region left to libomp: the reduction has the task modifier [
long libomps(const int *x, int n) {
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += x[i];
    }
  }
  return sum;
}
