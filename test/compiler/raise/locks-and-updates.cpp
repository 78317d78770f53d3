// What looks like waiting and is none: updates that are tried again, locks, counters, lists, bounds that nobody writes.
// RUN: %remarksxx -std=c++20 %s 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %remarksxx -std=c++20 -O0 %s 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK-COUNT-8: remark: parallel loop converted
#include <atomic>
#include <omp.h>
#include <sched.h>
#include <unistd.h>
#include <vector>

static std::atomic<int> most;
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
