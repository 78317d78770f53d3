// FLAGS: -O1
// NEEDS-OPENMP
// The allocate clause asks for a private array from an allocator.
#include "support.h"
#include <omp.h>

int main(void) {
  static uint64_t out[1000];
  uint64_t buffer[16];
#pragma omp parallel for private(buffer) allocate(omp_default_mem_alloc : buffer)
  for (int i = 0; i < 1000; i++) {
    for (int k = 0; k < 16; k++)
      buffer[k] = mix((unsigned)(i + k));
    out[i] = buffer[i % 16];
  }
  SHOW_ARRAY("out", out, 1000);
}
