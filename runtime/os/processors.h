//===- processors.h - how many processors there are for this process ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_PROCESSORS_H
#define TACTUS_RUNTIME_OS_PROCESSORS_H

#include <cstdint>
#include <sched.h>

namespace tactus {

struct Rank;

/// The number of processors that the process may use, by its affinity mask.
uint64_t affinityCount();

/// From now on the process may use these, whichever of them a thread is bound to.
void keepAffinity(const cpu_set_t &all);
/// Null if no threads are bound.
const cpu_set_t *keptAffinity();

/// Number of processors worth of quota in the text of a cgroup v2 "cpu.max" file ("max 100000", "150000 100000"),
/// rounded up; 0 if there is no limit.
uint64_t parseQuota(const char *text);

/// What affinity mask and control group leave to this process, as one of the ranks that share the node: ranks that are
/// not bound divide what their launcher may use.
uint64_t processorShare();

/// Whether the ranks that share the node have more workers than processors, if each has as many as this one.
bool ranksExceedProcessors(uint64_t workers);

/// The share by numbers: processors in the own mask and in the launcher's, the quota that all share (0: none).
uint64_t shareAmongRanks(uint64_t own, uint64_t ofAll, uint64_t quota, const Rank &rank);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_PROCESSORS_H
