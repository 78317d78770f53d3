//===- diagnostics.h - collected errors and warnings ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing in the front end prints. Every phase adds to one Diagnostics object and goes on; the caller formats the
// collection once:
//
//   queue.sml:12:9: error: the function expects int, but its argument is string
//     val n = size3 "abc"
//             ^~~~~~~~~~~
//   queue.sml:3:5: note: the function has the type int -> int
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SOURCE_DIAGNOSTICS_H
#define TACTUS_PML_SOURCE_DIAGNOSTICS_H

#include "annotations.h"
#include "sources.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tactus::pml {

/// Says more about an error: usually where the other half of a conflict is.
struct Note {
  Place place;
  std::string message;
};

class Diagnostics {
public:
  void error(Place place, std::string message, std::vector<Note> notes = {});
  void warning(Place place, std::string message, std::vector<Note> notes = {});
  void report(Annotations::Severity severity, Place place, std::string message);

  [[nodiscard]] size_t errorCount() const { return errors; }
  /// All messages with their lines and carets, file by file in source order: the first so many, and how many more.
  [[nodiscard]] std::string format(const Sources &sources) const;
  static constexpr size_t Shown = 100;

private:
  enum class Severity : uint8_t { Error, Warning };
  struct Entry {
    Severity severity;
    Place place;
    std::string message;
    std::vector<Note> notes;
  };
  std::vector<Entry> entries;
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, std::string>> said;
  size_t errors = 0;

  void add(Severity severity, Place place, std::string message, std::vector<Note> notes);
};

} // namespace tactus::pml

#endif
