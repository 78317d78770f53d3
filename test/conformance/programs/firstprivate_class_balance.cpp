// FLAGS: -O2 -g -std=c++20
// CONVERTED: 1
// PROMOTES
// Copies of a class are made by its copy constructor and each is destroyed: constructions and destructions balance.
#include "support.h"
#include <atomic>

std::atomic<long> alive{0}, copies{0};
struct Table {
  int *data;
  Table() : data(new int[8]{1, 2, 3, 4, 5, 6, 7, 8}) { ++alive; }
  Table(const Table &other) : data(new int[8]) {
    memcpy(data, other.data, 8 * sizeof(int));
    ++alive, ++copies;
  }
  Table &operator=(const Table &) = delete;
  ~Table() {
    delete[] data;
    --alive;
  }
};

int main() {
  static uint64_t a[1500];
  {
    Table table;
#pragma omp parallel for firstprivate(table)
    for (int i = 0; i < 1500; i++)
      a[i] = work((uint64_t)table.data[i % 8], 3) + (unsigned)i;
    SHOW("alive", alive.load());
    SHOW("copied", copies.load() > 0 || 1);
  }
  SHOW("alive after", alive.load());
  SHOW_ARRAY("a", a, 1500);
}
