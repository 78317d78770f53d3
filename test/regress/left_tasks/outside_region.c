/// The region's strand has a sink.
void between(void);
int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 200; i++)
    between();
  return 0;
}
