// Nodes are pushed on a shared list.
#include <stdlib.h>
struct Node {
  struct Node *next;
  int value;
} *head, nodes[40];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; ++i) {
    nodes[i].value = i;
    nodes[i].next = head;
    head = &nodes[i];
  }
  return head == NULL;
}
