//===- files.h - names of files that a process writes -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_FILES_H
#define TACTUS_ABI_FILES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the name that `pattern` means in this process: "%p" is its number, "%r" its rank in a job of MPI (0 outside
/// of one), "%h" the host's name, "%%" is "%". Other uses of "%" stay as they are. What does not fit in `size` bytes is
/// cut off.
void tactus_expand_file_name(const char *pattern, char *name, size_t size);

#ifdef __cplusplus
}
#endif

#endif // TACTUS_ABI_FILES_H
