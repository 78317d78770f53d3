// Loops of spawns, whose rests promote their own rests.
#include <cilk/cilk.h>
#include <cilk/reducer_vector.h>
#include <cstdio>
#include <vector>

static cilk::reducer<cilk::op_vector<int>> order;

[[gnu::noinline]] static void step(int index, int thrower) {
  order->push_back(index);
  if (index >= thrower)
    throw index;
}

[[gnu::noinline]] static int spawnAll(int count, int thrower) {
  try {
    for (int index = 0; index < count; ++index)
      cilk_spawn step(index, thrower);
    cilk_sync;
  } catch (int index) {
    return index;
  }
  return count;
}

int main() {
  int first = spawnAll(60, 5), second = spawnAll(8, 7);
  std::vector<int> dropped;
  order.move_out(dropped);
  int count = spawnAll(200, 200);
  std::vector<int> seen;
  order.move_out(seen);
  bool isOrdered = seen.size() == 200;
  for (std::size_t index = 0; isOrdered && index < seen.size(); ++index)
    isOrdered = seen[index] == static_cast<int>(index);
  std::printf("%d %d %d %s\n", first, second, count, isOrdered ? "ordered" : "not ordered");
}
