// All kinds of dependences, tasks that may not be deferred, waits for some tasks only, and array sections.
// PROMOTES
#include "support.h"
enum { ROUNDS = 25 };
static uint64_t field[64], log_of[ROUNDS];

int main(int argc, char **argv) {
  uint64_t sum = 0, parts[8] = {0}, x = 1, y = 2, early = 0, count = 0;
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < ROUNDS; r++) {
#pragma omp task depend(out : x) shared(x) firstprivate(r)
    x = work(x + (uint64_t)r, 400);
    for (int k = 0; k < 8; k++) {
#pragma omp task depend(in : x) depend(mutexinoutset : sum) shared(x, sum) firstprivate(k)
      sum += work(x + (uint64_t)k, 60); // in any order, but never two at a time
    }
    for (int k = 0; k < 8; k++) {
#pragma omp task depend(inoutset : parts) shared(parts, x) depend(in : x) firstprivate(k)
      parts[k] = work(parts[k] + x, 80);
    }
#pragma omp task depend(in : parts) depend(inout : y) shared(parts, y)
    for (int k = 0; k < 8; k++)
      y = mix(y + parts[k]);
#pragma omp task depend(inout : y) if (r % 3 == argc) shared(y)
    y = work(y, 30);
#pragma omp task depend(inout : y) final(r % 4 == argc) priority(3) shared(y)
    {
#pragma omp task shared(y)
      y = work(y, 50);
#pragma omp taskwait
      y++;
    }
#pragma omp task untied depend(inout : y) shared(y)
    {
      y = work(y, 20);
#pragma omp taskyield
      y += 3;
    }
#pragma omp taskwait depend(in : x)
    early += x;
#pragma omp task depend(out : field[0 : 32]) firstprivate(r)
    for (int i = 0; i < 32; i++)
      field[i] += mix((uint64_t)(i + r));
#pragma omp task depend(in : field[0 : 32]) depend(out : field[32])
    for (int i = 0; i < 32; i++)
      field[32 + i] = mix(field[32 + i] + field[31 - i]);
    if (r % 5 == 4) {
#pragma omp task depend(out : omp_all_memory) shared(sum, y, count) firstprivate(r)
      {
        log_of[r] = sum ^ y ^ field[40];
        count++;
      }
    }
  }
  SHOW("sum", sum);
  SHOW("y", y);
  SHOW("early", early);
  SHOW("count", count);
  SHOW_ARRAY("parts", parts, 8);
  SHOW_ARRAY("field", field, 64);
  SHOW_ARRAY("log", log_of, ROUNDS);
  (void)argv;
}
