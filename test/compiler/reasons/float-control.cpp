// What changes how its thread rounds, by a function of the C library, an intrinsic or assembly.
// RUN: %rawxx %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'
extern "C" int fesetround(int mode);
static void set(unsigned word) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(word);
#else
  __builtin_aarch64_set_fpcr(word);
#endif
}

// CHECK-COUNT-3: call {{.*}}@__kmpc_fork_call(
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases unless a callee is in the way: the loop changes how its thread rounds [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    fesetround(0x800);
    x[i] /= 3;
    fesetround(0);
  }
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop changes how its thread rounds [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    set(0x9fc0);
    x[i] /= 3;
    set(0x1f80);
  }
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop changes how its thread rounds [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#if defined(__x86_64__)
    unsigned short word = 0x37f;
    __asm__ volatile("fldcw %0" : : "m"(word));
#else
    __asm__ volatile("msr fpcr, %0" : : "r"(0ul));
#endif
    x[i] /= 3;
  }
}
