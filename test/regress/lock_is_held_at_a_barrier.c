// FLAGS: -O2
// The last member holds a lock at a barrier, and gives it back behind: in phases the others would wait for ever.
#include <omp.h>
#include <unistd.h>

static omp_lock_t lock;
static int entered;

static void enter(void) { omp_set_lock(&lock); }

int main(void) {
  alarm(30);
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num(), last = omp_get_num_threads() - 1;
    if (me == last)
      enter();
#pragma omp barrier
    if (me != last)
      enter();
    entered++;
    omp_unset_lock(&lock);
  }
  return entered != 3;
}
