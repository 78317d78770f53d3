//===- file_names.h - names of files, with "%p", "%r" and "%h" -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_FILE_NAMES_H
#define TACTUS_RUNTIME_OS_FILE_NAMES_H

#include "abi/files.h"

#include <climits>

namespace tactus {

/// What a name means in this process (abi/files.h).
class FileName {
  char text[PATH_MAX];

public:
  explicit FileName(const char *pattern) { tactus_expand_file_name(pattern, text, sizeof text); }
  operator const char *() const { return text; }
};

/// Whether the name has "%" with one of these letters behind it.
bool namesOneOf(const char *pattern, const char *letters);

/// In a job of several ranks of which all would write the same file, rank 0 says so.
void warnOfSharedFile(const char *variable, const char *pattern);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_FILE_NAMES_H
