// Two collective operations, which half of the ranks begin in the other order: each lends its place to the other.
// LENDS
#include "rank_program.h"
#include <tactus/tactus.hpp>
#include <utility>

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_MULTIPLE);
  MPI_Comm first, second;
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  if (RANK % 2)
    std::swap(first, second);
  for (int round = 0; round < 3; ++round) {
    int sums[2] = {};
    int one = 1;
    // Each round has sites of its own, of which nothing is known yet.
    auto exchange = [&](auto operation) {
      tactus::par([&] { operation(first, sums[0]); }, [&] { operation(second, sums[1]); });
    };
    if (round == 0)
      exchange([&](MPI_Comm all, int &sum) { MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all); });
    else if (round == 1)
      exchange([&](MPI_Comm all, int &sum) { MPI_Barrier(all), sum = RANKS; });
    else
      exchange(
          [&](MPI_Comm all, int &sum) { MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, all), sum += RANKS - 1 - RANK; });
    CHECK(sums[0] == RANKS && sums[1] == RANKS);
  }
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
  return end();
}
