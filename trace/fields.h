//===- fields.h - what a line of a trace or a report says, checked --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A trace is a file, and files are cut, edited and damaged. nlohmann's own conversions take -1 for a large number and
// 1e308 for a time, so every field is read through here, with the range that it may have. What is out of it ends the
// reading: a number that is wrong in one place makes results wrong everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_FIELDS_H
#define TACTUS_TRACE_FIELDS_H

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace tactus::trace {

/// What is wrong with a line: which field, its value, and what is expected.
struct Damage {
  std::string what;
};

/// Three years in microseconds.
inline constexpr double LargestTime = 1e14;
/// More iterations than any loop executes, and few enough for sums.
inline constexpr uint64_t MostIterations = uint64_t{1} << 62;
inline constexpr uint64_t AnyNumber = std::numeric_limits<uint64_t>::max();

/// One value, with its name for messages. All throw Damage.
[[nodiscard]] uint64_t readWhole(const nlohmann::json &value, const char *name, uint64_t least, uint64_t most);
[[nodiscard]] int64_t readSigned(const nlohmann::json &value, const char *name);
[[nodiscard]] double readNumber(const nlohmann::json &value, const char *name, double most);

/// An object's fields, by their names.
class Fields {
  const nlohmann::json &object;

  const nlohmann::json &at(const char *name) const;

public:
  /// Throws Damage if it is no object.
  Fields(const nlohmann::json &value, const char *name);

  [[nodiscard]] bool has(const char *name) const { return object.contains(name); }
  [[nodiscard]] uint64_t whole(const char *name, uint64_t least = 0, uint64_t most = AnyNumber) const {
    return readWhole(at(name), name, least, most);
  }
  [[nodiscard]] uint64_t wholeOr(const char *name, uint64_t otherwise, uint64_t most = AnyNumber) const {
    return has(name) ? whole(name, 0, most) : otherwise;
  }
  [[nodiscard]] int64_t signedWhole(const char *name) const { return readSigned(at(name), name); }
  /// From 0 to `most`.
  [[nodiscard]] double number(const char *name, double most = LargestTime) const {
    return readNumber(at(name), name, most);
  }
  [[nodiscard]] double numberOr(const char *name, double otherwise, double most = LargestTime) const {
    return has(name) ? number(name, most) : otherwise;
  }
  [[nodiscard]] bool flag(const char *name) const;
  [[nodiscard]] const std::string &text(const char *name) const;
  [[nodiscard]] const nlohmann::json &list(const char *name) const;
  [[nodiscard]] Fields fields(const char *name) const { return {at(name), name}; }
};

} // namespace tactus::trace

#endif // TACTUS_TRACE_FIELDS_H
