//===- source.h - source text and collected diagnostics ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing in the TPAL library prints. The lexer, the parser and the verifier add to one
// Diagnostics object and go on, so that a user sees every error of a file at once; the
// caller formats the collection once, in source order:
//
//   prod.tpal:6:18: error: undefined label 'exti'; did you mean 'exit'?
//     if-not-jump a, exti
//                    ^~~~
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_SOURCE_H
#define TACTUS_TPAL_SOURCE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::tpal {

/// A half-open range of byte offsets into a source text.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// A line and a column as users count them: from one, the column in characters, not in bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
};

/// A named source text.
class Source {
public:
  Source(std::string sourceName, std::string sourceText);

  [[nodiscard]] const std::string &name() const { return fileName; }
  [[nodiscard]] std::string_view text() const { return content; }
  [[nodiscard]] Position position(uint32_t offset) const;
  /// The line alone, which is cheaper: it does not look at the text.
  [[nodiscard]] uint32_t line(uint32_t offset) const { return lineIndex(offset) + 1; }
  /// The text of the line that contains `offset`, without its line end.
  [[nodiscard]] std::string_view lineAt(uint32_t offset) const;
  /// `name:line:column` of the first character of a range.
  [[nodiscard]] std::string describe(Range range) const;

private:
  std::string fileName;
  std::string content;
  std::vector<uint32_t> lineStarts;

  [[nodiscard]] uint32_t lineIndex(uint32_t offset) const;
};

/// All errors found in one source.
class Diagnostics {
public:
  void error(Range range, std::string message);

  [[nodiscard]] bool empty() const { return entries.empty(); }
  [[nodiscard]] size_t count() const { return entries.size(); }
  /// Messages with their lines and caret ranges, in source order: the first so many, and how many more there are.
  [[nodiscard]] std::string format(const Source &source) const;
  static constexpr size_t Shown = 50;

private:
  struct Entry {
    Range range;
    std::string message;
  };
  std::vector<Entry> entries;
};

/// Adds the line of an error, and carets below the range. Of a very long line only the surroundings are added.
void appendExcerpt(std::string &out, const Source &source, Range range);

/// Why bytes are no text: what is wrong with them, and where. Nothing if they are valid UTF-8 without null characters.
[[nodiscard]] std::string findNoText(std::string_view bytes);

/// The candidate closest to `name` in edit distance, if it is close enough to be a misspelling; else empty.
[[nodiscard]] std::string nearestName(std::string_view name, const std::vector<std::string> &candidates);

} // namespace tactus::tpal

#endif
