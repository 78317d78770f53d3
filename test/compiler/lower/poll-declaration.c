// What the poll may be assumed to do. preserve_most keeps the loop's registers; the dynamic linker's lazy binding would
// clobber them, so there is none; and it writes nothing that the program can see, or every load would be repeated: what
// it writes is the loop's weight, which is its argument.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -fPIC -S -o - %s | FileCheck %s --check-prefix=ASM

// CHECK: call preserve_mostcc i64 @tactus_poll(ptr getelementptr (i8, ptr @tactus.loop, i64 40)) #[[CALL:[0-9]+]] [ "deopt"(
// CHECK: ; Function Attrs: nonlazybind
// CHECK-NEXT: declare preserve_mostcc i64 @tactus_poll(ptr) #[[DECLARATION:[0-9]+]]
// CHECK-DAG: attributes #[[DECLARATION]] = { nonlazybind }
// CHECK-DAG: attributes #[[CALL]] = { cold nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: readwrite) }
// ASM: tactus_poll@GOTPCREL(%rip)
// ASM-NOT: tactus_poll@PLT
void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
