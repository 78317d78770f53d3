// FLAGS: -O1
// A macro gives `parallel`, its code and `for` one position, so the region looked like a combined `parallel for`. The
// code beside the loop belongs to every thread of a team, and to none of the tasks.
#include <stdio.h>

#define COUNT_THREADS_AND_LOOP(COUNTER, LIMIT, BODY)                                                                   \
  _Pragma("omp parallel num_threads(3)") {                                                                             \
    _Pragma("omp atomic") COUNTER++;                                                                                   \
    _Pragma("omp for") for (int i = 0; i < LIMIT; i++) BODY;                                                           \
  }

int main(void) {
  static int values[5000];
  int threads = 0;
  COUNT_THREADS_AND_LOOP(threads, 5000, values[i] = i)
  long sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += values[i];
  printf("%d %ld\n", threads, sum);
  return threads != 3 || sum != 12497500;
}
