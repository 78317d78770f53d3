// Without Tactus, and where sources are only preprocessed, the keywords vanish.
// RUN: %clang -I%include -O1 -Wall -Werror -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=@tactus --implicit-check-not=@__tactus
// RUN: %tactus-clang -fno-tactus -I%include -O1 -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=@tactus --implicit-check-not=@__tactus
// RUN: %tactus-clang -E -P %s -o - | FileCheck %s --check-prefix=TEXT
#include <cilk/cilk.h>
long g(long);
long f(long n) {
  long a, b;
  cilk_scope {
    a = cilk_spawn g(n);
    b = g(n + 1);
  }
  cilk_sync;
  return a + b;
}
// CHECK: call {{.*}}@g
// CHECK-NEXT: %{{.*}} = add
// TEXT: a = g(n);
