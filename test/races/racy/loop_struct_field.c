// One field of a shared structure is scratch memory.
struct Work {
  int in[60], out[60], scratch;
} w;
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 60; ++i) {
    w.scratch = w.in[i] * 2;
    w.out[i] = w.scratch + 1;
  }
  return w.out[0] < 0;
}
