// Each iteration's recursion counts its nodes in a global variable.
int nodes;
static void walk(int depth) {
  nodes++;
  if (depth)
    walk(depth - 1), walk(depth - 1);
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; ++i)
    walk(3);
  return nodes < 0;
}
