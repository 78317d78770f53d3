/* Unbalanced tree search (UTS): counts the nodes of a tree in which each node has children with a probability that
 * makes subtrees of very different sizes; what they are follows from a hash of the path, so no tree is stored. */
#include "insieme.h"

enum { RootChildren = 200, Children = 4 };

static uint64_t hash(uint64_t value) { /* the finaliser of splitmix64 */
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/* Children with a probability of 24 %: 0.96 for each node in the mean, so that the tree ends. */
static int child_count(uint64_t node) { return hash(node) % 100 < 24 ? Children : 0; }

static uint64_t child(uint64_t node, int index) { return hash(node + 0x9e3779b97f4a7c15u * (uint64_t)(index + 1)); }

static int64_t search(uint64_t node, int children) {
  int64_t counts[RootChildren], sum = 1;
  for (int i = 0; i < children; ++i) {
#pragma omp task shared(counts) firstprivate(i)
    counts[i] = search(child(node, i), child_count(child(node, i)));
  }
#pragma omp taskwait
  for (int i = 0; i < children; ++i)
    sum += counts[i];
  return sum;
}

/* The same with a list of the nodes that are still to be visited. */
static int64_t count(uint64_t root) {
  long room = 1 << 16, used = 0;
  uint64_t *open = allocate((size_t)room * sizeof *open);
  int64_t sum = 1;
  for (int i = 0; i < RootChildren; ++i)
    open[used++] = child(root, i);
  while (used > 0) {
    uint64_t node = open[--used];
    int children = child_count(node);
    ++sum;
    if (used + children > room && !(open = realloc(open, (size_t)(room *= 2) * sizeof *open)))
      return -1;
    for (int i = 0; i < children; ++i)
      open[used++] = child(node, i);
  }
  free(open);
  return sum;
}

/* The size is how many trees there are, of 5000 nodes in the mean. */
int main(int argc, char **argv) {
  long trees = size_argument(argc, argv, 1);
  int64_t nodes = 0, counted = 0;
  for (long tree = 0; tree < trees; ++tree) {
    uint64_t root = hash((uint64_t)(19 + tree));
    int64_t result = 0;
    begin_measured();
#pragma omp parallel
#pragma omp single
    result = search(root, RootChildren);
    end_measured();
    nodes += result;
    counted += count(root);
  }
  return report("uts", trees, nodes, nodes == counted);
}
