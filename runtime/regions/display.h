//===- display.h - OMP_DISPLAY_AFFINITY and OMP_DISPLAY_ENV ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Libomp prints its settings when it starts, and a line for each thread of a region whose size or level is another than
// that of the thread's last one. Most programs of ours never start it, and their regions are not its own. So:
//
//   OMP_DISPLAY_ENV, OMP_ALLOCATOR, KMP_*          libomp is started with the first module that is linked to it
//   OMP_DISPLAY_AFFINITY                           strands and members of phases print as they begin; for a latent
//                                                  region, the thread that enters it prints the lines of all. Latent
//                                                  loops that have no record are entered unseen: where a module has
//                                                  some, the lines of a region of the default size are printed at start
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_DISPLAY_H
#define TACTUS_RUNTIME_REGIONS_DISPLAY_H

#include "abi/modules.h"

#include <cstdint>

namespace tactus {

struct Region;

/// OMP_DISPLAY_AFFINITY. Written once, at start.
extern constinit bool displaysAffinity;

/// Prints the calling thread's line where Tactus' own entry points serve the process (libomp/); null where libomp
/// prints it. Written at start.
extern constinit void (*displayOwnThread)();

/// Reads the environment.
void prepareDisplays();
/// A module has been registered, and a libomp that one is linked to.
void displayForModule(const abi::Module &module);
void displayForLibomp();

/// Whether the threads of a region of this size, which the calling thread is going to begin, are to print lines.
bool isToBeDisplayed(uint32_t threads, uint32_t level);
/// The line of the calling thread, as its record has its place.
void displayThread();
/// The lines of all threads of a latent region, whose record is the current one.
void displayThreadsOf(Region &region);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_DISPLAY_H
