//===- affinity_text.h - what a thread says of itself ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// omp_capture_affinity(), omp_display_affinity() and OMP_DISPLAY_AFFINITY describe a thread by a format. What of it
// says where the thread is in OpenMP's terms is put in here, inside of our regions; the rest (host, process,
// processors) is left to libomp:
//
//   "%n of %{num_threads} on %A"   ►   "2 of 4 on %A"
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_AFFINITY_TEXT_H
#define TACTUS_RUNTIME_REGIONS_AFFINITY_TEXT_H

#include <cstddef>

namespace tactus {

/// A format in which our fields have been replaced, as the calling thread's place has them. What does not fit is left
/// out.
class AffinityText {
public:
  static constexpr size_t LongestFormat = 512;

  explicit AffinityText(const char *format);
  const char *get() const { return text; }

private:
  char text[1024];
  size_t length = 0;

  void append(const char *more, size_t count);
  void expand(const char *&format);
};

/// affinity-format-var, in a buffer of the caller's, if the caller says no format.
const char *affinityFormatOr(const char *format, char (&buffer)[AffinityText::LongestFormat]);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_AFFINITY_TEXT_H
