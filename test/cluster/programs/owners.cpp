// ALONE
// Iterations over arrays run where their elements are, and leave only when another rank has nothing to do: then those
// of a block that waits for them do.
#include "cluster_program.h"

#include <filesystem>

namespace fs = std::filesystem;

constexpr size_t Count = 3000;

static int whoRuns(size_t) { return cluster::rank(); }

static void testStaying() {
  cluster::array<int> who(Count);
  cluster::assign(who, cluster::call<whoRuns>());
  bool stays = true;
  for (size_t index = 0; index < Count; ++index)
    stays = stays && who.read(index) == who.owner(index);
  check(stays, "iterations stay with their elements");
}

/// In rank 0 an iteration of its block waits for one that has left. `x` goes along.
static double waitForOthers(const std::string &file, size_t end, size_t index, const cluster::elements<double> &x) {
  if (index < end && cluster::rank() != 0)
    std::fclose(std::fopen(file.c_str(), "w"));
  while (index < end && cluster::size() > 1 && cluster::rank() == 0 && !fs::exists(file))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return x[index == 0 ? 0 : index - 1] + x[index];
}

static void testLeaving() {
  std::string file = "owners." + std::to_string(getpid());
  cluster::array<double> x(Count), y(Count);
  cluster::assign(x, cluster::call<[](size_t index) { return static_cast<double>(index); }>());
  size_t end = 0;
  while (end < Count && x.owner(end) == 0)
    ++end;
  cluster::assign(y, cluster::call<waitForOthers>(file, end), cluster::reads(x, 1));
  check(cluster::size() == 1 || fs::remove(file), "iterations leave");
  auto values = y.read(0, Count);
  bool isRight = values[0] == 0;
  for (size_t index = 1; index < Count; ++index)
    isRight = isRight && values[index] == 2.0 * static_cast<double>(index) - 1;
  check(isRight, "what has left came back");
}

int main(int argc, char **argv) {
  int level = 0, rank = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Without a beat nothing leaves its rank.
  std::string settings[3];
  const char *names[] = {"TACTUS_HEARTBEAT_US", "TACTUS_PROMOTE", "TACTUS_CHAOS"};
  for (int which = 0; which < 3; ++which) {
    const char *value = std::getenv(names[which]);
    settings[which] = value ? value : "";
    unsetenv(names[which]);
  }
  setenv("TACTUS_HEARTBEAT_US", "0", 1);
  cluster::run(argc, argv, testStaying);
  for (int which = 0; which < 3; ++which)
    settings[which].empty() ? unsetenv(names[which]) : setenv(names[which], settings[which].c_str(), 1);
  cluster::run(argc, argv, testLeaving);
  int status = rank == 0 ? done() : 0;
  MPI_Finalize();
  return status;
}
