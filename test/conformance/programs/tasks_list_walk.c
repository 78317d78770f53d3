// A loop that spawns a task for each node: the rest of the loop is what may run elsewhere.
// CONVERTED: 2
// PROMOTES
#include "support.h"
struct node { struct node *next; uint64_t value; };
static void process(struct node *n) { n->value = work(n->value, 300); }
int main() {
  struct node *nodes = malloc(300 * sizeof *nodes);
  for (int i = 0; i < 300; i++)
    nodes[i] = (struct node){i < 299 ? &nodes[i + 1] : 0, (uint64_t)i};
#pragma omp parallel
#pragma omp single
  for (struct node *n = nodes; n; n = n->next) {
#pragma omp task firstprivate(n)
    process(n);
  }
  uint64_t sum = 0;
  for (int i = 0; i < 300; i++)
    sum += nodes[i].value;
  SHOW("sum", sum);
  free(nodes);
}
