//===- overlap.cpp - a branch that waits for messages beside one that computes ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     mpirun -n 2 overlap both|messages|computes    rank 0 prints the seconds that it took on stderr
//
// Rank 1 sends a message each 10 ms, as a slow network would deliver them. One worker, with libtactus_mpi.
//
//===----------------------------------------------------------------------===//
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <string_view>
#include <tactus/tactus.hpp>
#include <thread>

namespace {

constexpr int Messages = 100;
constexpr auto Apart = std::chrono::milliseconds(10);

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void send() {
  for (int message = 0; message < Messages; ++message) {
    std::this_thread::sleep_for(Apart);
    MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
}

void receive() {
  for (int message = 0, number; message < Messages; ++message)
    MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// About as long as the messages take, on a machine of today.
double compute() {
  double x = 1;
  for (int round = 0; round < 190'000'000; ++round)
    x = x * 0.75 + 1.0 / (x + round);
  return x;
}

} // namespace

int main(int argc, char **argv) {
  int level, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::string_view part = argc > 1 ? argv[1] : "both";
  bool receives = part != "computes", computes = part != "messages";
  MPI_Barrier(MPI_COMM_WORLD);
  double began = now();
  if (rank == 1) {
    if (receives)
      send();
  } else {
    double result = 0;
    tactus::par(
        [&] {
          if (receives)
            receive();
        },
        [&] {
          if (computes)
            result = compute();
        });
    std::fprintf(stderr, "%.6f\n", now() - began);
    std::printf("%.12g\n", result);
  }
  MPI_Finalize();
}
