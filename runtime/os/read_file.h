//===- read_file.h - the beginning of a small file ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_READ_FILE_H
#define TACTUS_RUNTIME_OS_READ_FILE_H

#include <cstddef>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace tactus {

/// Reads what fits, and ends it with a 0; false if there is nothing.
inline bool readFile(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t length = read(file, buffer, size - 1);
  close(file);
  if (length <= 0)
    return false;
  buffer[length] = 0;
  return true;
}

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_READ_FILE_H
