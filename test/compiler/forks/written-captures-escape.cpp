// What the task writes is read again after the join; what nobody writes is recorded by value.
// RUN: %tactus-clangxx -std=c++20 -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

void leaf(int);
void use(int &);

// CHECK-LABEL: define{{.*}} @_Z7writteni(
// CHECK: [[X:%[0-9a-z.]+]] = alloca i32
// CHECK: invoke void @_Z4leafi({{.*}} [ "deopt"(i64 3, i64 1, i64 {{[0-9]+}}, i64 {{[0-9]+}}, ptr {{.*}}[[X]]) ]
// CHECK: call{{.*}}takeJoined
// CHECK: load i32, ptr [[X]]
int written(int n) {
  int x = n;
  tactus::par([&] { leaf(n); }, [&] { use(x); });
  return x;
}

// CHECK-LABEL: define{{.*}} @_Z4readi(
// CHECK-NOT: alloca i32
// CHECK: invoke void @_Z4leafi({{.*}} [ "deopt"(i64 3, i64 1, i64 {{[0-9]+}}, i64 {{[0-9]+}}, i32 {{%.*}}) ]
int read(int n) {
  int x = n * 3;
  tactus::par([&] { leaf(n); }, [&] { leaf(x); });
  return x;
}

// Constants are not recorded at all.
// CHECK-LABEL: define{{.*}} @_Z8constanti(
// CHECK: invoke void @_Z4leafi({{.*}} [ "deopt"(i64 3, i64 0, i64 {{[0-9]+}}, i64 {{[0-9]+}}) ]
int constant(int n) {
  int x = 42;
  tactus::par([&] { leaf(n); }, [&] { leaf(x); });
  return x;
}
