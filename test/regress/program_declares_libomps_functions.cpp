// FLAGS: -O2 -ftactus-verify
// Called through a declaration of the program's own, a function of libomp's may throw as far as the compiler knows: it
// crashed where it cut or copied such calls. Clang's own declarations say that they do not.
#include <omp.h>

extern "C" int __kmpc_global_thread_num(void *);

struct Guard {
  int *count;
  ~Guard() { ++*count; }
};

int main() {
  int sum = 0, entered = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 30; i++) {
      int ends = 0;
      {
        Guard guard{&ends};
        int number = __kmpc_global_thread_num(nullptr);
#pragma omp task shared(entered) firstprivate(number)
        if (number >= 0)
#pragma omp atomic
          entered++;
      }
      sum += ends;
    }
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 30; i++)
      sum += __kmpc_global_thread_num(nullptr) >= 0;
  }
  return sum == 60 && entered == 30 ? 0 : 1;
}
