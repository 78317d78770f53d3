// FLAGS: -O1
// As iterations_wait_for_each_other.c: with an update that adds nothing, a semaphore that is tried, a pipe.
#include <semaphore.h>
#include <unistd.h>

static int flag, passed;
static sem_t semaphore;
static int ends[2];

int main(void) {
  alarm(20);
  if (pipe(ends) || sem_init(&semaphore, 0, 0))
    return 1;
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    else
      while (__atomic_fetch_add(&flag, 0, __ATOMIC_SEQ_CST) == 0)
        ;
#pragma omp atomic
    passed++;
  }

#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      sem_post(&semaphore);
    else
      while (sem_trywait(&semaphore) != 0)
        ;
#pragma omp atomic
    passed++;
  }

#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    char byte = 0;
    long count = i == 1 ? write(ends[1], &byte, 1) : read(ends[0], &byte, 1);
#pragma omp atomic
    passed += count == 1;
  }
  return passed == 6 ? 0 : 1;
}
