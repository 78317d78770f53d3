//===- mpi_sites.h - the source lines of calls of MPI ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_MPI_SITES_H
#define TACTUS_TRACE_MPI_SITES_H

#include "recording.h"

namespace tactus::trace {

/// Puts the lines of calls of MPI into Recording::regions, as far as the programs that call have debug information.
/// Where they have none, the calling function stands for the line.
void findMpiLines(Recording &recording);

} // namespace tactus::trace

#endif // TACTUS_TRACE_MPI_SITES_H
