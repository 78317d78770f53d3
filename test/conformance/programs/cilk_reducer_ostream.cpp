// What strands write to a stream comes out in the order of the serial program, with each strand's own formats.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_ostream.h>
#include <iomanip>
#include <iostream>

static void tree(cilk::reducer_ostream &out, int n) {
  if (n < 2) {
    out << "leaf " << std::setw(4) << n << '/' << static_cast<double>(work(static_cast<uint64_t>(n), 30) % 97) / 8;
    out << std::endl;
    return;
  }
  cilk_spawn tree(out, n - 1);
  if (n % 3 == 0)
    out << std::hex << n * 100 << std::dec << '\n';
  tree(out, n - 2);
  cilk_sync;
}

int main() {
  std::cout << "begin\n";
  {
    cilk::reducer_ostream out(std::cout);
    tree(out, 14);
  }
  {
    cilk::reducer<cilk::op_ostream> out(std::cout);
    *out << "loop\n";
    cilk_for(int i = 0; i < 100; ++i) * out << i * i << (i % 10 == 9 ? "\n" : " ");
    SHOW("same stream", static_cast<uint64_t>(out.get_value() == &std::cout));
  }
  std::cout << "end\n" << std::flush;
}
