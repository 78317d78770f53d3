// Between raising and lowering, a fork is a mark in front of the call that may be promoted, with its environment. Marks are
// copied with the function that they stand in, and each copy is lowered.
// RUN: %tactus-clangxx -std=c++20 -O2 -I %include -S -emit-llvm -Xclang -disable-llvm-passes -o - %s > %t.ll
// RUN: %opt -passes=tactus-note-kind,tactus-separate-memory,tactus-lower-loops,tactus-raise-forks -S %t.ll -o %t.raised.ll
// RUN: FileCheck %s --check-prefix=RAISED < %t.raised.ll
// RUN: %opt -passes=tactus-lower-forks,verify -S %t.raised.ll | FileCheck %s --check-prefix=LOWERED --implicit-check-not=@tactus.fork(
#include <tactus/tactus.hpp>

static long twice(long n) { return n > 0 ? n + twice(n - 1) : 0; }

// RAISED-LABEL: define {{.*}}@both(
// RAISED: %[[RECORD:.*]] = call ptr (...) @tactus.fork(ptr @{{.*}}, i64 %{{.*}})
// RAISED-NEXT: {{call|invoke}} {{.*}}twice
// RAISED: icmp {{.*}}%[[RECORD]]
// LOWERED-LABEL: define {{.*}}@both(
// LOWERED: call {{.*}}@tactus_fork_poll(
extern "C" long both(long n) {
  auto [first, second] = tactus::par([=] { return twice(n); }, [=] { return twice(n + 1); });
  return first + second;
}
