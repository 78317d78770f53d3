// FLAGS: -O3
// CONVERTED: 13
// Short rows whose bounds stand in an array, in numbers around a batch, up and down, with bounds of 32 and 64 bits,
// with empty rows, with bounds that do not ascend, with two inner loops and with rows of one length. Behind the array
// of bounds there is no memory to read.
#include "support.h"
#include <sys/mman.h>

enum { MaximalRows = 1000, MaximalEntries = 9000, Page = 1 << 16 };
static double value[MaximalEntries], y[MaximalRows];

// An array that ends where the memory does.
static void *at_the_end(size_t bytes) {
  char *memory = mmap(NULL, 2 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + Page, Page, PROT_NONE) != 0)
    abort();
  return memory + Page - bytes;
}

static NOINLINE void up(long rows, const long *start) {
#pragma omp parallel for
  for (long i = 0; i < rows; i++) {
    double sum = 1;
#pragma omp parallel for reduction(+ : sum)
    for (long k = start[i]; k < start[i + 1]; k++)
      sum += value[k];
    y[i] = sum;
  }
}

static NOINLINE void up_short(int rows, const int *start) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++) {
    double sum = 2;
#pragma omp parallel for reduction(+ : sum)
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += value[k];
    y[i] = sum;
  }
}

static NOINLINE void down(long rows, const unsigned *start) {
#pragma omp parallel for
  for (long i = rows - 1; i >= 0; i--) {
    double sum = 3;
#pragma omp parallel for reduction(+ : sum)
    for (unsigned k = start[i]; k < start[i + 1]; k++)
      sum += value[k];
    y[i] = sum;
  }
}

static NOINLINE void both(long rows, const long *start) {
#pragma omp parallel for
  for (long i = 0; i < rows; i++) {
    long begin = start[i], end = start[i + 1];
    double sum = 4;
#pragma omp parallel for reduction(+ : sum)
    for (long k = begin; k < end; k++)
      sum += value[k];
#pragma omp parallel for reduction(+ : sum)
    for (long k = begin; k < end; k += 2)
      sum += value[k] * 2;
    y[i] = sum;
  }
}

static NOINLINE void equal(long rows, long length) {
#pragma omp parallel for
  for (long i = 0; i < rows; i++) {
    double sum = 5;
#pragma omp parallel for reduction(+ : sum)
    for (long k = 0; k < length; k++)
      sum += value[i + k];
    y[i] = sum;
  }
}

static NOINLINE void scaled(long rows, const long *start, double *x) {
#pragma omp parallel for
  for (long i = 0; i < rows; i++) {
#pragma omp parallel for
    for (long k = start[i]; k < start[i + 1]; k++)
      x[k] = value[k] * (double)i;
  }
}

int main(void) {
  static const int counts[] = {0, 1, 2, 63, 64, 65, 127, 128, 129, 1000};
  static double x[MaximalEntries];
  for (int k = 0; k < MaximalEntries; k++)
    value[k] = (double)(mix((unsigned)k) % 16);
  for (unsigned form = 0; form < 3; form++)
    for (unsigned c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
      int rows = counts[c];
      long *start = at_the_end(sizeof(long) * (size_t)(rows + 1));
      int *start_int = at_the_end(sizeof(int) * (size_t)(rows + 1));
      start[0] = start_int[0] = 0;
      for (int i = 0; i < rows; i++) {
        long length = form == 0 ? (long)(mix((unsigned)i) % 3) : i == rows / 2 ? 3000 : (long)(mix((unsigned)i) % 6);
        start[i + 1] = form == 2 ? (long)(mix((unsigned)i) % 40) : start[i] + length;
        start_int[i + 1] = (int)start[i + 1];
      }
      up(rows, start);
      SHOW_ARRAY("up", y, rows);
      up_short(rows, start_int);
      SHOW_ARRAY("up_short", y, rows);
      down(rows, (const unsigned *)start_int);
      SHOW_ARRAY("down", y, rows);
      both(rows, start);
      SHOW_ARRAY("both", y, rows);
      equal(rows, (long)c - 1);
      SHOW_ARRAY("equal", y, rows);
      if (form < 2) {
        scaled(rows, start, x);
        SHOW_ARRAY("scaled", x, MaximalEntries);
      }
      munmap((char *)start + sizeof(long) * (size_t)(rows + 1) - Page, 2 * Page);
      munmap((char *)start_int + sizeof(int) * (size_t)(rows + 1) - Page, 2 * Page);
    }
}
