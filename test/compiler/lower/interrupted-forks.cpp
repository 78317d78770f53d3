// With -ftactus-beat=interrupt a recursion that forks asks for a beat where it is entered, and nowhere else. Functions are
// marked in their unwind tables, unless they may move the stack pointer.
// RUN: %tactus-clangxx -O2 -std=c++20 -I%include -ftactus-beat=interrupt -S -emit-llvm %s -o - | FileCheck %s
// RUN: %tactus-clangxx -O2 -std=c++20 -I%include -S -emit-llvm %s -o - | FileCheck --check-prefix=POLL %s
#include <cstring>
#include <tactus/tactus.hpp>

// POLL-LABEL: define {{.*}} @_Z3sumPKll(
// POLL: subq $1, %fs:(%rax)

// CHECK-LABEL: define {{.*}} @_Z3sumPKll(
// CHECK: cmpq $$0, %fs:(%rax)
// CHECK: musttail call noundef i64 @_Z3sumPKll.forks(
// CHECK: call preserve_mostcc i64 @tactus_beat(ptr null)
long sum(const long *values, long count) {
  if (count == 1)
    return *values;
  auto [low, high] = tactus::par([=] { return sum(values, count / 2); },
                                 [=] { return sum(values + count / 2, count - count / 2); });
  return low + high;
}

// A fork in no recursion asks by itself.
// CHECK-LABEL: define {{.*}} @_Z3twoPKll(
// CHECK: cmpq $$0, %fs:(%rax)
// CHECK: invoke {{.*}} @_Z3sumPKll({{.*}} "deopt"(i64 3,
long two(const long *values, long count) {
  auto [a, b] = tactus::par([=] { return sum(values, count); }, [=] { return sum(values + count, count); });
  return a * b;
}

// Of the library's functions LLVM knows that they throw nothing: no stub could return to a call without a landing pad.
// CHECK-LABEL: define {{.*}} @_Z7lengthsPKcS0_(
// CHECK: call {{.*}} @strlen({{.*}} [ "deopt"() ]
size_t lengths(const char *first, const char *second) {
  auto [a, b] = tactus::par([=] { return strlen(first); }, [=] { return strlen(second); });
  return a * b;
}

// LLVM cannot hand structures on that are passed by value: a recursion with them asks at each fork.
struct Points {
  long values[8];
};
// CHECK-LABEL: define {{.*}} @_Z7byValue6Pointsl(
// CHECK-NOT: musttail
// CHECK: cmpq $$0, %fs:(%rax)
// CHECK: invoke {{.*}} @_Z7byValue6Pointsl(
long byValue(Points points, long count) {
  if (count == 0)
    return points.values[0];
  points.values[count & 7] += points.values[0]++;
  auto [low, high] =
      tactus::par([=] { return byValue(points, count - 1); }, [=] { return byValue(points, count - 1); });
  return low * high;
}

// CHECK-LABEL: define {{.*}} @_Z5flagsv(
// CHECK-NOT: cfi_escape
// CHECK: pushfq
long flags() {
  long result;
  __asm__ volatile("pushfq; popq %0" : "=r"(result));
  return result;
}

// CHECK-LABEL: define internal {{.*}} @_Z3sumPKll.forks(
// CHECK: .cfi_escape 0x2e, 0x80, 0x00
// CHECK-NOT: tactus_credit
// CHECK-NOT: poll
// CHECK: invoke {{.*}} @_Z3sumPKll.forks({{.*}} "deopt"(i64 3,
// CHECK: ret i64
