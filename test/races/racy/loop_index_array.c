// Two entries of the index array are the same; their iterations are neighbours.
int position[64], data[64];
int main(void) {
  for (int i = 0; i < 64; ++i)
    position[i] = i;
  position[21] = 20;
#pragma omp parallel for
  for (int i = 0; i < 64; ++i)
    data[position[i]] += i;
  return data[0] < 0;
}
