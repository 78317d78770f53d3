// FLAGS: -O2
// Two members hand a ball to each other. The exit is a local flag that is set under critical and a condition.
#include <omp.h>
#include <unistd.h>
static int ball[2] = {1, 0};
static void take(int me) {
  for (int mine = 0; !mine;) {
#pragma omp critical
    if (ball[me]) {
      ball[me] = 0;
      mine = 1;
    }
  }
}
int main(void) {
  alarm(30);
  int turns = 0;
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 50; i++) {
      take(me);
      turns++;
#pragma omp critical
      ball[!me] = 1;
    }
  }
  return !(turns == 100);
}
