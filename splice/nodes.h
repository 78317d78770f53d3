//===- nodes.h - tasks keep to the node of the machine's memory that their data is in -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The paper's SPN. A machine with several processors has memory at each of them: a node. A page lies at the node whose
// worker has touched it first, and is farther away for all others. With TACTUS_SPLICE_NUMA=1
//
//   * workers are spread over the nodes, and worker threads stay where their worker is (hwloc knows the topology);
//   * a fork has a home, the node of the data that its calls write, and workers there take it first;
//   * a worker that finds nothing else takes any fork: relaxed work stealing (SC '14).
//
// HWLOC_SYNTHETIC simulates a machine ("numa:2 pu:4"). There nobody is moved, and where data lies is remembered here.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_NODES_H
#define TACTUS_SPLICE_NODES_H

#include "thread.h"

namespace tactus::splice {

/// Looks at the machine when it is asked first, before the first fork. There is one node only, or nobody has asked for
/// more: does nothing.
void placeWorkers();

/// 1 + the number of the node that what the group's calls write lies in; 0 if that is not known.
unsigned homeOf(const Group &group);

/// The same for the worker of the calling thread.
unsigned nodeOfThisWorker();

/// Data is remembered here, and not by the machine.
extern bool simulatesNodes;
/// A step runs that writes this: who is first, decides where it lies.
void noteTouch(const effects &what);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_NODES_H
