// FLAGS: -O2
// OPENED: kernel.c
// CONVERTED: 2
// The library is loaded, used inside a loop, unloaded, and loaded again.
#include "support.h"
#include <dlfcn.h>

int main(void) {
  static uint64_t out[30];
  for (int round = 0; round < 3; round++) {
    void *library = dlopen("libkernel.so", RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return 1;
    uint64_t (*kernel)(unsigned, int) = (uint64_t (*)(unsigned, int))dlsym(library, "kernel");
#pragma omp parallel for
    for (int i = 0; i < 30; i++)
      out[i] += kernel((unsigned)(i * 100 + round), 30);
    dlclose(library);
  }
  SHOW_ARRAY("out", out, 30);
}
