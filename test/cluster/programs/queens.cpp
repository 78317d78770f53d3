// FORKS count
// Forks in forks, whose captures are a class with serialise(): solutions of the queens' problem.
#include "cluster_program.h"

static int size = 0; // not used by branches, which get it with their board

struct Board {
  int size = 0, row = 0;
  std::vector<int> columns{};
  template <class Archive> void serialise(Archive &archive) { archive(size, row, columns); }
  bool isFree(int column) const {
    for (int other = 0; other < row; ++other)
      if (int distance = columns[other] - column; !distance || distance == row - other || distance == other - row)
        return false;
    return true;
  }
};

static long count(const Board &board, int first, int last) {
  if (board.row == board.size)
    return 1;
  if (first == last)
    return 0;
  if (last - first > 1) {
    int middle = first + (last - first) / 2;
    auto [left, right] =
        cluster::par(cluster::call<count>(board, first, middle), cluster::call<count>(board, middle, last));
    return left + right;
  }
  if (!board.isFree(first))
    return 0;
  Board next = board;
  next.columns.push_back(first);
  ++next.row;
  return count(next, 0, board.size);
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    size = 9;
    check(count(Board{size}, 0, size) == 352, "nine queens");
    return done();
  });
}
