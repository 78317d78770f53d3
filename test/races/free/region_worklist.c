// A counter deals out work, atomically.
int next, done[64];
int main(void) {
#pragma omp parallel num_threads(4)
  for (;;) {
    int mine;
#pragma omp atomic capture
    mine = next++;
    if (mine >= 50)
      break;
    done[mine] = 1;
  }
  return done[49] != 1;
}
