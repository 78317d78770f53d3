// cilk_for in C++ without OpenMP: variables of many types, bounds and steps, bodies of all shapes, nests and spawns.
// FLAGS: -O2 -std=c++11
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_string.h>
#include <deque>
#include <vector>

static std::vector<uint64_t> out(5000);
static void reset() { out.assign(out.size(), 0); }
static void show(const char *name) { SHOW_ARRAY(name, out.data(), out.size()); }

template <class T> static void types(T n) {
  reset();
  cilk_for(T i = 0; i < n; ++i) out[i] = work(i, 10);
  cilk_for(T i = n; i > 3; i -= 2) {
    if (i % 3)
      continue;
    out[i] += mix(i);
  }
  cilk_for(T i = 5; i <= n; i += 3) out[i] ^= i;
  cilk_for(T i = 0; n > i; i++) if (i % 2) out[i] += 5;
  else if (i % 3) out[i] += 7;
  cilk_for(T i = n; i < 3; ++i) out[4000] = 1;
  show("types");
}

struct Grid {
  std::vector<long> cells;
  int width;
  void fill() {
    cilk_for(int row = 0; row < int(cells.size()) / width; ++row)
        cilk_for(int column = width - 1; column >= 0; --column) cells[row * width + column] =
            work(row * column, 15) % 1000 + width;
  }
};

static long tree(int n) {
  if (n == 0)
    return 1;
  long parts[4];
  cilk_for(int i = 0; i != 4; ++i) parts[i] = tree(n - 1) * (i + 2) % 10007;
  long extra = cilk_spawn tree(n - 1);
  long sum = 0;
  for (long part : parts)
    sum = sum * 3 + part;
  cilk_sync;
  return (sum + extra) & 0xffffff;
}

int main() {
  types<int>(3000);
  types<unsigned>(2777);
  types<unsigned char>(250);
  types<short>(1000);
  types<uint64_t>(4000);
  types<int>(2);

  reset();
  cilk_for(std::vector<uint64_t>::iterator p = out.begin(); p != out.end(); ++p) *p = work(p - out.begin(), 5);
  cilk_for(uint64_t *p = out.data() + 4999; p >= out.data(); p -= 7) *p += 1;
  std::deque<int> numbers(1000, 3);
  cilk_for(auto p = numbers.begin(); p < numbers.end(); p += 2) *p = work(p - numbers.begin(), 3) % 100;
  cilk_for(long i = -2000000000000; i < 2000000000000; i += 1000000000) out[(i + 2000000000000) / 1000000000] += i;
  cilk_for(int i = -2147483647 - 1; i < 2146000000; i += 1000000) out[(i + 2147483648u) / 1000000] += i;
  for (int n : numbers)
    out[n] += n;
  show("iterators");

  Grid grid{std::vector<long>(1200), 30};
  grid.fill();
  SHOW_ARRAY("grid", grid.cells.data(), grid.cells.size());

  cilk::reducer<cilk::op_string> text;
  cilk::reducer_opadd<long> sum;
  cilk_for(int i = 0; i < 3000; ++i) {
    *text += char('a' + i % 26);
    sum += work(i, 10) % 100;
  }
  SHOW_ARRAY("text", text.get_value().data(), text.get_value().size());
  SHOW("sum", sum.get_value());
  SHOW("tree", tree(5));
  return 0;
}
