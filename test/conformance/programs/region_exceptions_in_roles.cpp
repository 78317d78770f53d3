// FLAGS: -O2 -std=c++20
// Exceptions that are thrown and caught inside of one construct: single, critical, a section, an iteration, and in what
// every thread executes.
#include "support.h"
#include <stdexcept>

static long divide(long a, long b) {
  if (b == 0)
    throw std::domain_error("zero");
  return a / b;
}

int main() {
  static long a[1000];
  long single = 0, sections = 0, critical = 0;
#pragma omp parallel num_threads(3)
  {
    long own = 0;
    try {
      own += divide(7, 0);
    } catch (const std::domain_error &) {
      own = 5;
    }
#pragma omp for
    for (int i = 0; i < 1000; i++)
      try {
        a[i] = divide(1000, i % 5);
      } catch (const std::exception &) {
        a[i] = -i;
      }
#pragma omp single
    try {
      single = divide(single, 0);
    } catch (...) {
      single = 11;
    }
#pragma omp sections
    {
      try {
        sections += divide(9, 0);
      } catch (...) {
#pragma omp atomic
        sections += 1;
      }
#pragma omp section
      {
#pragma omp atomic
        sections += 20;
      }
    }
#pragma omp critical
    try {
      critical += own;
      critical += divide(1, 0);
    } catch (const std::domain_error &) {
      critical += own == 5;
    }
  }
#ifndef _OPENMP
  critical *= 3;
#endif
  SHOW_ARRAY("a", a, 1000);
  SHOW("single", single);
  SHOW("sections", sections);
  SHOW("critical", critical);
}
