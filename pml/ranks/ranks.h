//===- ranks.h - between the runtime of Parallel ML and the ranks of a job --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// `tactus pml build --cluster` compiles ranks.cpp by the MPI's own compiler and links it to the program. The runtime of
// programs knows the functions below as weak ones: without ranks.cpp they are not there, and nobody asks for them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RANKS_RANKS_H
#define TACTUS_PML_RANKS_RANKS_H

#include <cstddef>
#include <cstdint>

struct tactus_fork_record;

namespace tactus::pml {

/// Takes bytes, one piece after the other.
using Put = void (*)(void *context, const void *bytes, size_t size);

} // namespace tactus::pml

extern "C" {

// Of the runtime, called by ranks.cpp.

/// Packs the task of a promoted fork, which nobody runs. 0: it reaches something that stays here, or is too large. Any
/// thread that is outside; it waits for a collection.
int pml_travel_pack(tactus_fork_record *record, tactus::pml::Put put, void *context);
/// Runs what was packed, and packs its results. 0: these cannot travel. Any thread that is outside.
int pml_travel_run(const void *bytes, size_t size, tactus::pml::Put put, void *context);

// Of ranks.cpp, called by the runtime.

/// Before anything else, by the thread that main() runs on: how many ranks the job has, and which one this is.
struct pml_job {
  int rank, ranks;
};
[[gnu::weak]] pml_job pml_ranks_begin(int *argc, char ***argv);
/// Ranks other than 0: runs what others give away, until the job ends.
[[gnu::weak]] void pml_ranks_serve();
/// Rank 0: the program is done. Returns when the other ranks know.
[[gnu::weak]] void pml_ranks_end();

/// A task may go to another rank from now on. The handle is one of the task's, until it is taken or dropped.
[[gnu::weak]] void *pml_ranks_offer(tactus_fork_record *record);
/// Whoever is to run the task asks first, once, outside: 1 if it is to run here. Else its results have come, and
/// `take(context, bytes, size)` is called with them. The handle is gone.
[[gnu::weak]] int pml_ranks_take(void *offered, tactus::pml::Put take, void *context);
/// Nobody is to run the task. Returns when nobody does. The handle is gone.
[[gnu::weak]] void pml_ranks_drop(void *offered);
}

#endif // TACTUS_PML_RANKS_RANKS_H
