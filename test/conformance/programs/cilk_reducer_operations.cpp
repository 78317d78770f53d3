// Every operation on numbers, as reducer<op_...> and as reducer_...: the values are those of the serial program.
// FLAGS: -O2 -std=c++11
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_min_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>

struct All {
  cilk::reducer<cilk::op_add<long>> sum{7};
  cilk::reducer_opadd<int> count;
  cilk::reducer<cilk::op_mul<unsigned>> product{3u};
  cilk::reducer<cilk::op_and<unsigned>> common;
  cilk::reducer_opor<unsigned> any;
  cilk::reducer<cilk::op_and<bool>> every;
  cilk::reducer_opxor<uint64_t> parity;
  cilk::reducer<cilk::op_min<int>> least;
  cilk::reducer_max<int> greatest;
  cilk::reducer<cilk::op_min_index<int, unsigned>> first;
  cilk::reducer_max_index<int, int> last;
};

static void add(All &all, int begin, int end) {
  if (end - begin > 1) {
    int middle = begin + (end - begin) / 2;
    cilk_spawn add(all, begin, middle);
    add(all, middle, end);
    cilk_sync;
    return;
  }
  uint64_t x = work(begin, 20);
  *all.sum += x % 1000;
  *all.sum = *all.sum - 3 + 1;
  ++all.count;
  *all.product *= unsigned(x % 100) * 2 + 1;
  *all.common &= ~(unsigned(x) & 0x10101);
  all.any |= 1u << (begin % 30);
  *all.every &= begin >= 0;
  all.parity ^= x;
  all.least->calc_min(int(x % 5000));
  all.greatest.calc_max(int(x % 5000));
  all.first->calc_min(begin, unsigned(x % 8));
  all.last.calc_max(begin, int(x % 8));
}

int main() {
  for (int n : {1, 2, 700, 4000}) {
    All all;
    SHOW("set", all.least->is_set());
    add(all, 0, n);
    SHOW("sum", all.sum.get_value());
    SHOW("count", all.count.get_value());
    SHOW("product", all.product.get_value());
    SHOW("common", all.common.get_value());
    SHOW("any", all.any.get_value());
    SHOW("every", all.every.get_value());
    SHOW("parity", all.parity.get_value());
    SHOW("least", all.least.get_value());
    SHOW("greatest", all.greatest.get_value());
    SHOW("first", all.first.get_value().first);
    SHOW("last", all.last.get_index());
    SHOW("its value", all.last.get_value());
  }
  return 0;
}
