//===- json.h - strings and numbers in JSON -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_JSON_H
#define TACTUS_RUNTIME_OS_JSON_H

#include <cstdint>
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

/// A number that is not negative, with as many digits behind its point. printf() writes the point of the program's
/// locale, which may be a comma.
class Decimal {
  char digits[32];

public:
  explicit Decimal(double value, unsigned places) {
    uint64_t scale = 1;
    for (unsigned place = 0; place < places; ++place)
      scale *= 10;
    constexpr double Most = 1e19;
    double scaled = value * static_cast<double>(scale);
    auto whole = static_cast<uint64_t>(scaled > 0 ? (scaled < Most ? scaled : Most) + 0.5 : 0);
    snprintf(digits, sizeof digits, "%llu.%0*llu", static_cast<unsigned long long>(whole / scale),
             static_cast<int>(places), static_cast<unsigned long long>(whole % scale));
  }
  const char *text() const { return digits; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_JSON_H
