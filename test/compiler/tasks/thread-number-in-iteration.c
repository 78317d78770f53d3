// What follows a task in an iteration may run on another thread than the loop, whose number clang asks for before the
// loop. No number is handed to the iteration; who needs one asks there. What it asks of OpenMP is asked of libtactus.
// The only call of a function is to be inlined into an iteration, but not where it is a fork: the verifier, which runs
// behind each stage here, would stop a program that is linked with -flto.
// RUN: %raw %s | %convert | FileCheck %s
int omp_get_dynamic(void);
int counted, locked;
static void count(void) {
#pragma omp atomic
  ++counted;
}
// CHECK-LABEL: define internal void @tactus.iteration(ptr %{{[^,]*}}, ptr %{{[^,]*}})
// CHECK: invoke void @count() #
// CHECK-NOT: @__kmpc_critical(
// CHECK: call void @tactus.__kmpc_critical(
// CHECK: call i32 @tactus.omp_get_dynamic(
// CHECK: {{^}$}}
void f(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp task
    count();
#pragma omp critical
    locked += i;
#pragma omp atomic
    locked += omp_get_dynamic();
#pragma omp taskwait
  }
}
