//===- ranks.h - which process of a job this is ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A launcher of MPI starts the processes of a job, its ranks, and tells each by environment variables who it is. They
// are there before MPI_Init(), and without a library of MPI.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_RANKS_H
#define TACTUS_RUNTIME_OS_RANKS_H

#include <cstdint>
#include <sys/types.h>

namespace tactus {

struct Rank {
  /// Among the ranks of the job, and how many these are.
  uint64_t number = 0, count = 1;
  /// The same among the ranks that share the node.
  uint64_t numberOnNode = 0, countOnNode = 1;
};

/// What the environment says; a job of one where it says nothing.
Rank rankOfProcess();

/// The number of tasks of node `node` in a list as Slurm has it, "2(x3),1" for 2, 2, 2 and 1; 0 if it is no such list.
uint64_t tasksOnNode(const char *list, uint64_t node);

/// The launcher's process on this node: the nearest ancestor that is no rank of the job. 0 if it is not known.
pid_t launcherOfRanks();

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_RANKS_H
