// What belongs to a thread: ThreadSanitizer does not look at the runtime's credit and at errno, and is told where a function
// uses a thread-local variable or asks for its thread's number. Nothing of it without ThreadSanitizer.
// RUN: %tactus-clang -fopenmp -O1 -fsanitize=thread -S -emit-llvm %s -o - | FileCheck %s
// RUN: %tactus-clang -fopenmp -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN \
// RUN:   --implicit-check-not=tactus_own_of --implicit-check-not=!nosanitize
#include <errno.h>
#include <omp.h>

_Thread_local int own;

// CHECK-LABEL: @useOwn(
// CHECK: call void @tactus_own_of_thread()
int *useOwn(void) {
  own++;
  return &own;
}

// CHECK-LABEL: @ask(
// CHECK: [[NUMBER:%.*]] = {{.*}}call i32 @{{.*}}omp_get_thread_num
// CHECK-NEXT: call void @tactus_own_of_number(i32 [[NUMBER]])
int ask(void) { return omp_get_thread_num(); }

// CHECK-LABEL: @forget(
// CHECK-NOT: __tsan_write
// CHECK: store i32 0, {{.*}}, !nosanitize
// PLAIN-LABEL: @forget(
// PLAIN: store i32 0, {{.*}}, !tbaa
void forget(void) { errno = 0; }
