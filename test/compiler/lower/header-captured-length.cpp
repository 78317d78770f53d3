// Rows whose length is captured by reference are paid for together: the length may change in a cold call, and in no row
// that is paid for. In these nothing is loaded but what the rows hold, and what follows from the length is computed once
// for all of them.
// RUN: %tactus-clangxx -std=c++20 -O2 -fno-vectorize -fno-unroll-loops -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

// CHECK: define internal {{.*}}CanonicalLoop{{.*}}4grid{{.*}}3runE
// CHECK: %[[WIDE:[0-9]+]] = phi i64
// CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 64)
// CHECK: call i64 @llvm.smax.i64(
// CHECK: br i1 %{{.*}}, label %[[PAID:[0-9]+]], label
// CHECK: {{^}}[[PAID]]:
// CHECK: br label %[[ROWS:[0-9]+]]
// The call that may run anything of the program:
// CHECK: call {{.*}}CanonicalLoop
// CHECK: load i64, ptr
// CHECK: {{^}}[[ROWS]]:
// CHECK-NOT: load i64
// CHECK-NOT: load ptr
// CHECK: {{^}}}
extern "C" void grid(double *to, const double *from, long high, long wide) {
  tactus::parallel_for(0L, high, [&](long i) {
    tactus::parallel_for(0L, wide, [&](long j) { to[i * wide + j] = from[i * wide + j] + 1; });
  });
}

// A length that the rows write is loaded in each row, and charged there.
// CHECK: define internal {{.*}}CanonicalLoop{{.*}}7growing{{.*}}3runE
// CHECK-NOT: i64 64)
// CHECK: {{^}}}
extern "C" void growing(long *to, long high, long wide) {
  tactus::parallel_for(0L, high, [&](long i) {
    tactus::parallel_for(0L, wide, [&](long j) { to[i * 8 + j] += j; });
  });
}
