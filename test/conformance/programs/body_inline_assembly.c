// FLAGS: -O2
// CONVERTED: 1
// Inline assembly with clobbers in the body.
#include "support.h"

int main(void) {
  static unsigned out[2000];
#pragma omp parallel for
  for (int i = 0; i < 2000; i++) {
    unsigned x = (unsigned)mix((unsigned)i);
#if defined(__aarch64__)
    __asm__ volatile("ror %w0, %w0, #27\n\tmov w9, wzr" : "+r"(x) : : "x9", "cc");
#else
    __asm__ volatile("roll $5, %0\n\txorl %%ecx, %%ecx" : "+r"(x) : : "ecx", "cc");
#endif
    out[i] = x;
  }
  SHOW_ARRAY("out", out, 2000);
}
