//===- sources.h - the texts of a compilation, and places in them ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SOURCE_SOURCES_H
#define TACTUS_PML_SOURCE_SOURCES_H

#include "tpal/source.h"

#include <cstdint>
#include <deque>
#include <string>

namespace tactus::pml {

/// A half-open range of bytes of one of the sources. The default is no place: what is built in.
struct Place {
  static constexpr uint32_t NoFile = UINT32_MAX;
  uint32_t file = NoFile;
  uint32_t begin = 0;
  uint32_t end = 0;

  [[nodiscard]] bool isKnown() const { return file != NoFile; }
  friend bool operator==(const Place &, const Place &) = default;
};

/// From the beginning of one place to the end of another of the same file.
[[nodiscard]] inline Place cover(Place first, Place last) {
  return first.file == last.file && last.end >= first.begin ? Place{first.file, first.begin, last.end} : first;
}

/// All source texts of a compilation. Files are numbered in the order in which they are added.
class Sources {
public:
  /// Without the mark of UTF-8 that some editors write in front of a text.
  uint32_t add(std::string name, std::string text) {
    if (text.starts_with("\xef\xbb\xbf"))
      text.erase(0, 3);
    files.emplace_back(std::move(name), std::move(text));
    return static_cast<uint32_t>(files.size() - 1);
  }
  [[nodiscard]] const tpal::Source &operator[](uint32_t file) const { return files[file]; }
  /// `name:line:column`, for a known place.
  [[nodiscard]] std::string describe(Place place) const { return files[place.file].describe({place.begin, place.end}); }

private:
  std::deque<tpal::Source> files;
};

} // namespace tactus::pml

#endif
