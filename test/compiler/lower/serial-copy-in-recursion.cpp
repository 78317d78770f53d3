// A loop that its own iterations enter is paid for as a whole: its copy has a slot, and neither charges nor polls in an
// iteration. The bound is read where the call comes back only. A loop that is entered from outside alone has no copy.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -DHEADER -O2 -I %include -ftactus-verify -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s --check-prefix=HEADER

#ifndef HEADER
void outside(long);

// CHECK-NOT: define internal void @_Z6aroundl.serial
// CHECK: define internal void @_Z4treel.serial(
// CHECK-NOT: call {{.*}}@tactus_poll
// CHECK: {{call|invoke}} void @_Z4treel({{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %[[SLOT:[a-z.0-9]+]]) ]
// CHECK: getelementptr inbounds {{(nuw )?}}i64, ptr %[[SLOT]], i64 1
// CHECK-NEXT: load volatile i64
// CHECK-NOT: call {{.*}}@tactus_poll
// CHECK: %[[PRICE:[0-9]+]] = mul i64
// CHECK-NEXT: %[[REST:[0-9]+]] = sub i64 %[[CREDIT:[0-9]+]], %[[PRICE]]
// CHECK: %[[USED:[0-9]+]] = icmp slt i64 %[[REST]], 0
// CHECK-NEXT: br i1 %[[USED]], label %[[POLLED:[0-9]+]], label %[[PAID:[0-9]+]]
// CHECK: [[PAID]]:
// CHECK-NEXT: getelementptr inbounds {{(nuw )?}}i64, ptr %[[SLOT]], i64 0
// CHECK: [[POLLED]]:
// CHECK: store i64 %[[CREDIT]]
// CHECK-NEXT: call void @_Z4treel.slice(i64 %0, i64 %1, {{.*}}[ "deopt"() ]
// CHECK-NEXT: ret void
// CHECK-NOT: call {{.*}}@tactus_poll
// CHECK: {{^}}}
void tree(long depth) {
#pragma omp parallel for
  for (long i = 0; i < depth; i++)
    if (i % 3)
      tree(depth - 1);
}

void around(long n) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    outside(i);
}
#else
#include <tactus/tactus.hpp>

// HEADER-LABEL: define {{.*}}@_Z4treel(
// HEADER: icmp slt i64
// HEADER-NOT: @tactus_poll
// HEADER: invoke void @_Z4treel({{.*}}) [ "deopt"(i64 1, i64 {{%[0-9a-z.]+}}, ptr {{(nonnull )?}}[[SLOT:%[a-z0-9.]+]]) ]
// HEADER: load volatile i64
// HEADER-NOT: @tactus_poll
// HEADER: {{^}}}
void tree(long depth) {
  tactus::parallel_for(0L, depth, [=](long i) {
    if (i % 3)
      tree(depth - 1);
  });
}
#endif
