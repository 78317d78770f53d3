// Nothing is allocated on the way that is not promoted.
// RUN: %tactus-clang -fopenmp -O3 -S -o - %s | FileCheck %s --implicit-check-not=__kmpc_omp --implicit-check-not=malloc

// CHECK-LABEL: visit:
struct node {
  struct node *left, *right;
  int value;
};
void visit(struct node *n) {
  if (n->left) {
#pragma omp task
    visit(n->left);
  }
  if (n->right) {
#pragma omp task
    visit(n->right);
  }
  n->value++;
}
