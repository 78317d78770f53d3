// Reducers with an operation that is associative only; local ones, made in spawned calls; moved in and out.
// FLAGS: -O2 -std=c++17
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_string.h>
#include <cilk/reducer_vector.h>

static cilk::reducer<cilk::op_string> text;

static void digits(int n, cilk::reducer<cilk::op_vector<int>> &all) {
  if (n == 0)
    return;
  if (work(n, 30) % 5 == 0)
    all->push_back(n);
  cilk_spawn digits(n / 2, all);
  *text += char('a' + n % 26);
  cilk_spawn digits(n / 3, all);
  if (n % 7 == 0) {
    *text += "/";
    all->insert_back(2, -n);
  }
  digits(n / 4, all);
  cilk_sync;
  *text += std::to_string(n % 10);
}

static std::vector<int> collect(int n) {
  std::vector<int> result{n};
  cilk::reducer<cilk::op_vector<int>> all(cilk::move_in(result));
  digits(n, all);
  all.move_out(result);
  return result;
}

static size_t pairs(int n) {
  if (n < 1000)
    return collect(n).size();
  size_t a = cilk_spawn pairs(n / 2);
  size_t b = pairs(n / 2 + 1);
  cilk_sync;
  return a + b;
}

int main() {
  for (int n : {0, 1, 50, 5000}) {
    std::vector<int> all = collect(n);
    SHOW("count", all.size());
    SHOW_ARRAY("elements", all.data(), all.size());
  }
  SHOW("pairs", pairs(20000));
  SHOW("length", text.get_value().size());
  SHOW_ARRAY("text", text.get_value().data(), text.get_value().size());
  return 0;
}
