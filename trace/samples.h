//===- samples.h - where a program was when it was looked at ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SAMPLES_H
#define TACTUS_TRACE_SAMPLES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tactus::trace {

/// Tells the sampler its file. No setting of users', which begin with TACTUS_.
inline constexpr const char *SamplesVariable = "LIBTACTUS_SAMPLER_FILE";

/// What the sampler fills (sampler.cpp): a file of this size, empty but for holes.
struct SampleFile {
  static constexpr unsigned MostFrames = 63, MostSamples = 1u << 15;
  /// Of processor time. The kernel's clock may be slower.
  static constexpr long IntervalMicroseconds = 1000;

  struct Sample {
    uint64_t count;
    /// The innermost first.
    uint64_t frames[MostFrames];
  };

  /// The sampler has begun.
  uint64_t isStarted;
  /// How often it was time for a sample; those beyond MostSamples are not there.
  uint64_t taken;
  Sample samples[MostSamples];
};

/// A line of a source, by its absolute name.
struct SourceLine {
  std::string file;
  unsigned line = 0;
  auto operator<=>(const SourceLine &) const = default;
};

/// A sample as the lines that were being executed: those of the function that ran, of what it was inlined into, of its
/// caller, and so on.
using Position = std::vector<SourceLine>;

struct Positions {
  /// Equal ones once, with how many there were.
  std::map<Position, uint64_t> counts;
  uint64_t total = 0;
  /// Some lines are known, so the program has debug information.
  bool hasLines = false;
};

/// The samples in the file, and what `path`.maps says, by lines of `program`. `addr2line` is the tool that knows lines.
/// Returns what went wrong, or nothing.
[[nodiscard]] std::string readPositions(const std::string &path, const std::string &program,
                                        const std::string &addr2line, Positions &positions);

} // namespace tactus::trace

#endif // TACTUS_TRACE_SAMPLES_H
