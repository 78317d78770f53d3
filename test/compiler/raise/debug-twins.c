// With -g clang wraps the microtask around another function, which the debugger shows. It is inlined into the wrapper,
// or no loop would be found; its subprogram becomes the slice's.
// RUN: %clang -g -O0 -fopenmp -Xclang -disable-O0-optnone -S -emit-llvm -o - %s | FileCheck %s --check-prefix=TWIN
// RUN: %clang -g -O0 -fopenmp -S -emit-llvm -o - %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %clang -g -O1 -Xclang -disable-llvm-passes -fopenmp -S -emit-llvm -o - %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %tactus-clang -g -O0 -fopenmp -ftactus-verify -c -o /dev/null -Rpass=tactus %s 2>&1 | FileCheck %s --check-prefix=REMARK

// TWIN: define internal void @f.omp_outlined_debug__(
// CHECK-NOT: omp_outlined_debug__(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0,
// CHECK: define internal void @f.slice({{.*}} !dbg ![[SLICE:[0-9]+]]
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}}) {{.*}}[ "deopt"(i64 2, i64 %{{.*}}, ptr %tactus.slot) ], !dbg
// CHECK: ![[SLICE]] = distinct !DISubprogram(name: "f.omp_outlined
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
