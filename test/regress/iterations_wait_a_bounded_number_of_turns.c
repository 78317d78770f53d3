// FLAGS: -O2
// Each iteration waits for its neighbour of the same round of four threads, for a number of turns that it never comes
// to.
#include <omp.h>
#include <unistd.h>
static int ready[64];
int main(void) {
  alarm(30);
  long sum = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1) reduction(+ : sum)
  for (int i = 0; i < 64; i++) {
    /* wait for the next-higher neighbour inside the same round of four */
    if (i % 4 != 3) {
      int now = 0;
      for (long k = 0; k < 100000000000 && !now; k++) {
#pragma omp atomic read
        now = ready[i + 1];
      }
      sum += now;
    }
#pragma omp atomic write
    ready[i] = 1;
  }
  return !(sum == 48);
}
