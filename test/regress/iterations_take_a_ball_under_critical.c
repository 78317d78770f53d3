// FLAGS: -O2
// Two iterations hand a ball to each other. The exit is a local flag that is set under critical and a condition.
#include <unistd.h>
static int ball[2] = {0, 1};
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
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int me = 0; me < 2; me++)
    for (int i = 0; i < 50; i++) {
      take(me);
#pragma omp atomic
      turns++;
#pragma omp critical
      ball[!me] = 1;
    }
  return !(turns == 100);
}
