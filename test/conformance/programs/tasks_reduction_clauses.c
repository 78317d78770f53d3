// Participating tasks with other clauses: if, final, mergeable, untied, firstprivate.
#include "support.h"
int main() {
  uint64_t sum = 0, product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product)
  for (int i = 0; i < 100; i++) {
    uint64_t data[3] = {(uint64_t)i, 2, 3};
#pragma omp task if (i % 3) in_reduction(+ : sum) firstprivate(i, data)
    sum += work(data[0], 30) + data[2];
#pragma omp task final(i > 50) in_reduction(+ : sum) in_reduction(* : product) firstprivate(i)
    {
#pragma omp task in_reduction(* : product) mergeable firstprivate(i)
      product *= (uint64_t)(2 * i + 1);
      sum += work((uint64_t)i, 20);
    }
#pragma omp task untied in_reduction(+ : sum) firstprivate(i)
    {
      sum += 1;
#pragma omp task untied in_reduction(+ : sum) firstprivate(i)
      sum += (uint64_t)i;
#pragma omp taskyield
      sum += work((uint64_t)i, 10);
#pragma omp taskwait
      sum += 2;
    }
  }
  SHOW("sum", sum);
  SHOW("product", product);
}
