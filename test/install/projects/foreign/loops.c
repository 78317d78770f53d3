// Compiled by tactus-clang; the iterations ask a library that another compiler has built.
void add(long value);

void loops(void) {
#pragma omp parallel for
  for (int i = 0; i < 200000; i++)
    add(i & 3);
}
