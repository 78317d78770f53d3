// What looks like waiting and is none: updates that are tried again, locks, counters, lists, bounds read atomically.
// RUN: %remarksxx -std=c++20 %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %remarksxx -std=c++20 -O0 %s 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK-COUNT-12: remark: parallel loop converted
#include <atomic>
#include <omp.h>
#include <sched.h>
#include <unistd.h>
#include <vector>

static std::atomic<int> most;
static std::atomic_flag taken;
static volatile int bound;
static int counter;
static double product;
struct Node {
  Node *next;
  int value;
};

void maximum(int *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int old = most.load();
    while (old < a[i] && !most.compare_exchange_weak(old, a[i]))
      ;
  }
}
void atomicUpdate(double *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp atomic
    product *= a[i];
}
void testAndSet() {
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    while (taken.test_and_set())
      sched_yield();
    counter++;
    taken.clear();
  }
}
void nextPiece(int *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int j; (j = most.fetch_add(1)) < n;)
      a[j] = j;
}
void volatileBound() {
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    for (volatile int k = 0; k < 100; k++)
      ;
    for (int j = 0; j < bound; j++)
      usleep(1);
  }
}
void list(Node *head) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (Node *node = head; node; node = node->next)
#pragma omp critical
      node->value++;
}
void openmpLock(omp_lock_t *lock) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    while (!omp_test_lock(lock))
      sched_yield();
    counter++;
    omp_unset_lock(lock);
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
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    lock.lock();
    counter++;
    lock.unlock();
  }
}
void push(std::atomic<Node *> &head, std::vector<Node> &nodes) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
    Node *node = &nodes[i];
    node->next = head.load();
    while (!head.compare_exchange_weak(node->next, node))
      ;
  }
}
void sleeping(int *a) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 4; i++)
    usleep(a[i]);
}
bool search(int *a) {
  std::atomic<bool> found{false};
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 1000; j++)
      if (found.load())
        break;
      else if (a[j] == i)
        found = true;
  return found;
}
