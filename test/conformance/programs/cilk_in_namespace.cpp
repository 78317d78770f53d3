// <cilk/cilk.h>, in namespaces of all kinds and in `extern "C"`, again and again, and under a pragma that packs
// structures: as Cilk's own, it declares nothing there. FLAGS: -O2 PROMOTES
#include "support.h"
#include <vector>
namespace [[gnu::visibility("hidden")]] outer {
inline namespace version {
namespace {
#pragma pack(push, 1)
extern "C" {
#include <cilk/cilk.h>
}
struct Packed {
  char first;
  long second;
};
static_assert(sizeof(Packed) == 1 + sizeof(long), "the program's pragma goes on");
#pragma pack(pop)
std::vector<uint64_t> values(100000);
struct Fill {
  void operator()() { cilk_for(size_t i = 0; i < values.size(); i++) values[i] = i * i; }
};
} // namespace
long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}
} // namespace version
} // namespace outer
namespace later::inner {
#include <cilk/cilk.h>
long twice(int n) {
  long a = 0, b = 0;
  cilk_scope {
    a = cilk_spawn outer::fib(n);
    b = outer::fib(n);
  }
  return a + b;
}
} // namespace later::inner

int main() {
  outer::Fill()();
  SHOW_ARRAY("values", outer::values.data(), outer::values.size());
  printf("%ld %ld\n", outer::fib(25), later::inner::twice(20));
}
