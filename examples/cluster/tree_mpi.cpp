// tree_mpi [LEVELS]: tree.sml's search by MPI: ranks take the subtrees of the fourth level in turn.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Found {
  long nodes = 0;
  int levels = 0;
};

static uint64_t mix(uint64_t number) {
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27) * 0x94d049bb133111eb;
  return number ^ number >> 31;
}

/// Subtrees at this depth are dealt out; what is above them rank 0 counts.
constexpr int CutAt = 4;

static Found search(uint64_t number, int level, int depth, int rank, int ranks, long &subtree) {
  if (depth == CutAt && subtree++ % ranks != rank)
    return {};
  uint64_t children = level == 0 ? 0 : number % 5;
  Found found;
  for (uint64_t child = 1; child <= children; ++child) {
    Found below = search(mix(number + child), level - 1, depth + 1, rank, ranks, subtree);
    found = {found.nodes + below.nodes, std::max(found.levels, below.levels)};
  }
  return {found.nodes + (depth >= CutAt || rank == 0), found.levels + 1};
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  long subtree = 0;
  Found mine = search(mix(3), argc > 1 ? std::atoi(argv[1]) : 20, 0, rank, ranks, subtree), all;
  MPI_Reduce(&mine.nodes, &all.nodes, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&mine.levels, &all.levels, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%ld nodes, %d levels\n", all.nodes, all.levels);
  MPI_Finalize();
}
