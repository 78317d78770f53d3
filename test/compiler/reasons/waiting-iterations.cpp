// An iteration that waits for another must not stand before it on one thread. However it waits: by reading atomically,
// volatile, between flushes or in a critical section; in a function; yielding or not; or in a function that blocks.
// RUN: %rawxx -std=c++20 %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarksxx -std=c++20 %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'

// CHECK-COUNT-12: call {{.*}}@__kmpc_fork_call(
#include <atomic>
#include <pthread.h>
#include <sched.h>

static std::atomic<int> flag;
static volatile int ready;
static int guarded;

void atomically(int shared) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other [-Rpass-missed=tactus]
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 4; i++)
    if (i == 3) {
#pragma omp atomic write
      shared = 1;
    } else {
      int seen;
      do {
#pragma omp atomic read
        seen = shared;
      } while (!seen);
    }
}
void volatileAndYielding() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    if (i == 3)
      ready = 1;
    else
      while (!ready)
        sched_yield();
}
void inCriticalSection() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int seen = 0; !seen;) {
#pragma omp critical
      {
        if (i == 3)
          guarded = 1;
        seen = guarded;
      }
    }
}
static void waitFor(std::atomic<int> &turn, int wanted) {
  while (turn.load(std::memory_order_acquire) != wanted)
    ;
}
void inTurns() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    waitFor(flag, i);
    flag.store(i + 1);
  }
}
void byExchange() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    int expected = i;
    while (!flag.compare_exchange_weak(expected, i + 1))
      expected = i;
  }
}
void untilAllHaveCome() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    flag.fetch_add(1);
    while (flag.load() < 4)
      ;
  }
}
void atomicWait() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    if (i == 3) {
      flag = 1;
      flag.notify_all();
    } else {
      flag.wait(0);
    }
}
void barrier(pthread_barrier_t *meeting) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    pthread_barrier_wait(meeting);
}
// Locks that the program makes look like signals. A flag that others set may end a search early.
static std::atomic_flag taken;
static int counter;
void testAndSet() {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    while (taken.test_and_set())
      sched_yield();
    counter++;
    taken.clear();
  }
}
struct SpinLock {
  std::atomic<bool> held{false};
  void lock() {
    for (;;) {
      if (!held.exchange(true))
        return;
      while (held.load())
        ;
    }
  }
  void unlock() { held.store(false); }
};
void testThenTestAndSet(SpinLock &lock) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    lock.lock();
    counter++;
    lock.unlock();
  }
}
struct TicketLock {
  std::atomic<int> next{0}, serving{0};
  void lock() {
    int mine = next.fetch_add(1);
    while (serving.load() != mine)
      ;
  }
  void unlock() { serving.store(serving.load() + 1); }
};
void tickets(TicketLock &lock) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    lock.lock();
    counter++;
    lock.unlock();
  }
}
bool search(int *a) {
  std::atomic<bool> found{false};
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: its iterations may wait for each other
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 1000; j++)
      if (found.load())
        break;
      else if (a[j] == i)
        found = true;
  return found;
}
