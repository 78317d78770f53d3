// A loop of the header whose iterations may poll has no record: its iteration and its slot are in the maps of the calls
// in its body, behind those of the loops around it.
// RUN: %tactus-clangxx -std=c++20 -O2 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --check-prefix=O0
#include <tactus/tactus.hpp>

long elsewhere(int, int);

// CHECK-LABEL: define internal {{.*}}CanonicalLoop{{.*}}4nestE{{.*}}3runE
// CHECK-NOT: tactus_latent_top
// CHECK: [[OUTER:%[a-z0-9.]+]] = alloca %struct.tactus_loop_slot
// CHECK-NOT: tactus_latent_top
// CHECK: invoke{{.*}} @_Z9elsewhereii({{.*}} [ "deopt"(i64 1, i64 {{%[0-9a-z.]+}}, ptr {{(nonnull )?}}[[OUTER]]) ]
// CHECK-NOT: tactus_latent_top
// The bound is read again after each call: a promotion below may have lowered it.
// CHECK: load volatile i64
// CHECK-NOT: tactus_latent_top
// CHECK: {{^}}}
// O0: invoke{{.*}} [ "deopt"(i64 1, i64 {{%[0-9a-z.]+}}, ptr {{%[0-9a-z.]+}}) ]
extern "C" void nest(int n, long *sums) {
  tactus::parallel_for(0, n, [=](int i) { sums[i] = elsewhere(i, n); });
}

// CHECK-LABEL: define internal {{.*}}CanonicalLoop{{.*}}9nestOfTwoE{{.*}}3runE
// CHECK: @_Z9elsewhereii({{.*}} [ "deopt"(i64 1, i64 {{%[0-9a-z.]+}}, ptr {{[^,]*}}, i64 1, i64 {{%[0-9a-z.]+}}, ptr {{[^,]*}}) ]
// CHECK: {{^}}}
extern "C" void nestOfTwo(int n, long *sums) {
  tactus::parallel_for(0, n, [=](int i) {
    sums[i] = tactus::parallel_reduce(0, i, 0L, [=](int j) { return elsewhere(i, j); }, std::plus<long>());
  });
}
