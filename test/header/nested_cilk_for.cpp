// nested_cilk_for - N: nested_loops.c for the loops of Cilk in C++.
#include <cilk/cilk.h>
#include <cstdint>
#include <cstdlib>

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  uint64_t wanted = strtoull(arguments[2], nullptr, 10);
  cilk_for(uint64_t i = 0; i < wanted; ++i) {
    uint64_t length = i % 64 ? 16 : 4096;
    cilk_for(uint64_t k = 0; k < length; ++k) {
      uint64_t step = k;
      asm volatile("" : "+r"(step));
    }
  }
}
