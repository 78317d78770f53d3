// The first and the third section append to one buffer.
int used, buffer[10], other;
int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    buffer[used++] = 1;
#pragma omp section
    other = 1;
#pragma omp section
    buffer[used++] = 2;
  }
  return used < 0;
}
