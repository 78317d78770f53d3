// What follows a task in an iteration may run on another thread than the loop, whose number clang asks for before the
// loop. No number is handed to the iteration; who needs one asks there.
// RUN: %raw %s | %convert | FileCheck %s
int counted, locked;
static void count(void) {
#pragma omp atomic
  ++counted;
}
// CHECK-LABEL: define internal void @tactus.iteration(ptr %{{[^,]*}}, ptr %{{[^,]*}})
// CHECK-NOT: @__kmpc_critical(
// CHECK: call void @tactus.__kmpc_critical(
// CHECK: {{^}$}}
void f(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp task
    count();
#pragma omp critical
    locked += i;
#pragma omp taskwait
  }
}
