// The sum over a balanced tree that evidence/0026-calls-mean-the-serial-program.md counts.
//
//     clang++-19 -std=c++20 -O3 -DSUM=serial 0026-tree-sum.cpp -o serial         or -DSUM=serialInOrder
//     tactus-clang++ -std=c++20 -O3 -fopenmp -DSUM=par 0026-tree-sum.cpp -o par  or -DSUM=tasks, -DSUM=cilk
//     TACTUS_WORKERS=1 TACTUS_HEARTBEAT_US=0 valgrind --tool=callgrind ./par 100000 3    and the same with 1
//
// The difference over 2 x 100,000 is the instructions for a node. Prints the sum and the time of the fastest
// repetition.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#ifdef __TACTUS_FORKS__
#include <cilk/cilk.h>
#include <tactus/tactus.hpp>
#endif

struct Node {
  Node *left, *right;
  long value;
};

static Node *make(long count) {
  if (count == 0)
    return nullptr;
  auto *node = static_cast<Node *>(malloc(sizeof(Node)));
  long below = count - 1;
  node->value = count;
  node->left = make(below / 2);
  node->right = make(below - below / 2);
  return node;
}

long serial(const Node *node) {
  if (!node)
    return 0;
  return node->value + serial(node->left) + serial(node->right);
}

long serialInOrder(const Node *node) {
  if (!node)
    return 0;
  long left = serialInOrder(node->left), right = serialInOrder(node->right);
  return node->value + left + right;
}

#ifdef __TACTUS_FORKS__
long par(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return par(node->left); }, [=] { return par(node->right); });
  return node->value + left + right;
}

long tasks(const Node *node) {
  if (!node)
    return 0;
  long left, right;
#pragma omp task shared(left)
  left = tasks(node->left);
  right = tasks(node->right);
#pragma omp taskwait
  return node->value + left + right;
}

long cilk(const Node *node) {
  if (!node)
    return 0;
  long left = cilk_spawn cilk(node->left);
  long right = cilk(node->right);
  cilk_sync;
  return node->value + left + right;
}
#endif

int main(int count, char **arguments) {
  if (count < 3)
    return fprintf(stderr, "usage: %s NODES REPETITIONS\n", arguments[0]), 2;
  const Node *tree = make(atol(arguments[1]));
  double best = 1e9;
  long sum = 0;
  for (int repetition = atoi(arguments[2]); repetition > 0; --repetition) {
    auto begin = std::chrono::steady_clock::now();
    long result = 0;
#pragma omp parallel
#pragma omp single
    result = SUM(tree);
    sum += result;
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    best = seconds < best ? seconds : best;
  }
  printf("%ld %.6f\n", sum, best);
}
