//===- whole_file.h - a file that is there whole, or as it was -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a program writes about itself when it ends, or when it starts to record, may fail: the disk is full, or somebody
// is impatient. So it is written beside its place and moved there at the end. This is for programs of users, whose
// signals are theirs; what commands do is in driver/output_file.h. Until it is moved the file has no name, where the
// file system knows such files. A program that is killed while it has one, which is for a moment or, elsewhere, all the
// time, leaves a file that begins with ".tactus-unfinished".
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_WHOLE_FILE_H
#define TACTUS_RUNTIME_OS_WHOLE_FILE_H

#include <climits>
#include <cstdio>
#include <sys/types.h>

namespace tactus {

/// Not thread-safe.
class WholeFile {
  char target[PATH_MAX], unfinished[PATH_MAX];
  FILE *stream = nullptr;
  int descriptor = -1;
  bool isMoved = false, hasName = false;

  [[nodiscard]] int openBeside(mode_t mode);
  template <typename Step> [[nodiscard]] bool tryNames(Step step);

public:
  /// Opens a new file beside that of this name, with links followed; returns its descriptor, for reading and writing.
  /// -1 with errno if that cannot be or the name is not that of an ordinary file (ENOTSUP).
  [[nodiscard]] int openNew(const char *name);
  /// Moves it to its place. False with errno if that cannot be; then it is gone.
  [[nodiscard]] bool moveToPlace();
  /// Removes it.
  void discard();

  /// Opens what is to be written: a new file beside that of this name. What is written to a device, a pipe, the
  /// program's own output or a file in a folder that may not be written goes there directly. Null with errno.
  [[nodiscard]] FILE *open(const char *name);
  /// Closes it, and moves it to its place if all could be written. False with errno if not.
  [[nodiscard]] bool close();
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_WHOLE_FILE_H
