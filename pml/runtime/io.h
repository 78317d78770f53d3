//===- io.h - files by number -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_IO_H
#define TACTUS_PML_RUNTIME_IO_H

namespace tactus::pml {

/// Writes out what is buffered, of all files. The system's error number of what could not be written, or 0.
int flushAll();

/// The same, whatever comes of it, where the thread may have stopped in the middle of a write, which keeps its lock:
/// that file is left alone. A signal handler may do it: it takes no memory.
void flushInDistress();

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_IO_H
