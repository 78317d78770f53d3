// FLAGS: -O1
// Later clangs push lists of numbers of threads, and strict numbers, by functions of libomp's of their own. The region
// that they stand before took none of these.
#include <omp.h>

int __kmpc_global_thread_num(void *);
void __kmpc_push_num_threads_list(void *, int, unsigned, int *);
void __kmpc_push_num_threads_strict(void *, int, int, int, const char *);

static int threadsOfLoop(void) {
  int most = 0;
  __kmpc_push_num_threads_strict(0, __kmpc_global_thread_num(0), 5, 1, "too many");
#pragma omp parallel for schedule(static, 1) reduction(max : most)
  for (int i = 0; i < 5; i++)
    most = omp_get_num_threads();
  return most;
}

int main(void) {
  int members = 0, inner = 0, list[2] = {3, 2};
  omp_set_max_active_levels(2);
  __kmpc_push_num_threads_list(0, __kmpc_global_thread_num(0), 2, list);
#pragma omp parallel reduction(+ : members, inner)
  {
    members += omp_get_num_threads();
#pragma omp parallel reduction(+ : inner)
    inner += omp_get_num_threads();
  }
  return members != 9 || inner != 12 || threadsOfLoop() != 5;
}
