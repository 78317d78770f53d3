// A shared counter deals out work, read and written without care.
int next, done[64];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int mine;
    while ((mine = next++) < 50)
      done[mine] = 1;
  }
  return done[0] < 0;
}
