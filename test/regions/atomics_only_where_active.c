// Code that synchronises only where omp_get_active_level() says that there are other threads.
#include "asker.h"

static long counter;

static void addOne(void) {
  if (askActiveLevel()) {
#pragma omp atomic
    counter++;
  } else {
    counter++;
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    counter = 0;
#pragma omp parallel for
    for (int i = 0; i < 3000; i++)
      addOne();
    CHECK(counter == 3000);
  }
  counter = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2000; i++) {
#pragma omp task
    addOne();
  }
  CHECK(counter == 2000);
}
