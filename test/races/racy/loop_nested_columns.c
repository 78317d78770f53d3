// Parallel loops in a parallel loop; rows write the same columns.
int columns[20];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 6; ++i) {
#pragma omp parallel for
    for (int j = 0; j < 20; ++j)
      columns[j] += i;
  }
  return columns[0] < 0;
}
