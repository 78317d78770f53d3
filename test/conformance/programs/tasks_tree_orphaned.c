// Orphaned tasks without a taskwait: done at the end of the region at the latest.
// PROMOTES
#include "support.h"
struct node { struct node *left, *right; uint64_t value; };
static struct node *build(int depth, uint64_t seed) {
  if (depth == 0)
    return 0;
  struct node *n = malloc(sizeof *n);
  *n = (struct node){build(depth - 1, mix(seed)), build(depth - 1, mix(seed + 1)), seed};
  return n;
}
static void visit(struct node *n) {
  if (n->left) {
#pragma omp task
    visit(n->left);
  }
  if (n->right) {
#pragma omp task
    visit(n->right);
  }
  n->value = work(n->value, 50);
}
static uint64_t sum(struct node *n) { return n ? n->value + sum(n->left) * 3 + sum(n->right) * 5 : 0; }
int main() {
  struct node *root = build(10, 1);
#pragma omp parallel
#pragma omp single
  visit(root);
  SHOW("sum", sum(root));
}
