// FLAGS: -O2 -std=c++20
// PLAIN: main.cpp
// OPENED: kernel.cpp
// CONVERTED: 1
// A program that knows nothing of OpenMP or Tactus loads a library with loops.
#include "support.h"
#include <dlfcn.h>

int main() {
  void *library = dlopen("libkernel.so", RTLD_NOW);
  if (!library)
    return 1;
  auto kernel = reinterpret_cast<uint64_t (*)(int)>(dlsym(library, "kernel"));
  for (int n = 0; n < 1500; n += 499)
    SHOW("h", kernel(n));
  dlclose(library);
}
