// FLAGS: -O1 -std=c++17
// CONVERTED: 1
// A std::map merged by key: private copies of a node-based container, built and destroyed by their own threads.
#include "support.h"
#include <map>

using Counts = std::map<int, long>;
static void merge(Counts &into, const Counts &from) {
  for (auto [key, value] : from)
    into[key] += value;
}
#pragma omp declare reduction(merge:Counts : merge(omp_out, omp_in))

int main() {
  Counts counts{{3, 1000}};
#pragma omp parallel for reduction(merge : counts) schedule(static, 7)
  for (int i = 0; i < 2000; i++)
    counts[(int)(work(i, 2) % 37)] += i;
  for (auto [key, value] : counts)
    printf("%d %ld\n", key, value);
}
