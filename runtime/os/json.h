//===- json.h - strings in JSON -------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_JSON_H
#define TACTUS_RUNTIME_OS_JSON_H

#include <cstdio>

namespace tactus {

/// Writes a string with its quotes; null as an empty one.
inline void writeJsonString(FILE *file, const char *text) {
  fputc('"', file);
  for (const char *c = text ? text : ""; *c; ++c) {
    unsigned char byte = static_cast<unsigned char>(*c);
    if (byte == '"' || byte == '\\')
      fprintf(file, "\\%c", byte);
    else if (byte < 0x20)
      fprintf(file, "\\u%04x", byte);
    else
      fputc(byte, file);
  }
  fputc('"', file);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_JSON_H
