// Spawns that keep their meaning only as calls, and the remark that says why.
// RUN: %tactus-clangxx -O1 -ftactus-verify -fno-caret-diagnostics -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s
#include <cilk/cilk.h>
struct Assigned {
  Assigned &operator=(long);
};
long g(long) noexcept;
long h(long);
extern long index_of_result, *results;
void statementMayThrow(Assigned &a) {
  // CHECK: [[@LINE+1]]:{{.*}}spawned call executed as an ordinary call: what the statement does with the call's result may throw
  a = cilk_spawn g(1);
  g(2);
}
void resultGoesThroughMemory() {
  // CHECK: [[@LINE+1]]:{{.*}}spawned call executed as an ordinary call: where its result goes is computed from memory
  results[index_of_result++] = cilk_spawn g(1);
  g(2);
}
void noCall(int n) {
  // CHECK: [[@LINE+1]]:{{.*}}spawned call executed as an ordinary call: what is spawned is no call
  int m = cilk_spawn(n + 1);
  g(m);
}
extern "C" int fesetround(int mode);
static long roundsUp(long n) {
  fesetround(0x800);
  long found = g(n);
  fesetround(0);
  return found;
}
static long callsWhatRounds(long n) { return n ? callsWhatRounds(n - 1) : roundsUp(n); }
long rounds() {
  // CHECK: [[@LINE+1]]:{{.*}}spawned call executed as an ordinary call: what it calls changes how its thread rounds
  long a = cilk_spawn callsWhatRounds(3);
  long b = g(2);
  cilk_sync;
  // Not so: it is the caller that does.
  fesetround(0x800);
  // CHECK-NOT: :[[@LINE+1]]:
  long c = cilk_spawn g(1);
  h(2);
  cilk_sync;
  fesetround(0);
  return a + b + c;
}
long inHandler() {
  try {
    h(0);
  } catch (...) {
    // CHECK: [[@LINE+1]]:{{.*}}spawned call executed as an ordinary call: it is created in an exception handler, which ends before it is waited for
    cilk_spawn h(1);
    h(2);
  }
  cilk_sync;
  return 0;
}
