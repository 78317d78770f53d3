// The index array is a permutation.
int position[64], data[64];
int main(void) {
  for (int i = 0; i < 64; ++i)
    position[i] = (i * 5 + 3) % 64;
#pragma omp parallel for
  for (int i = 0; i < 64; ++i)
    data[position[i]] += i;
  return data[3] != 0;
}
