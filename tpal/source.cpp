//===- source.cpp - source text and collected diagnostics ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "source.h"

#include <algorithm>

namespace tactus::tpal {

namespace {

/// True for the bytes of a UTF-8 sequence after its first: they take no column of their own.
bool isContinuationByte(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

uint32_t countCharacters(std::string_view text) {
  return static_cast<uint32_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !isContinuationByte(byte); }));
}

size_t editDistance(std::string_view left, std::string_view right) {
  std::vector<size_t> row(right.size() + 1);
  for (size_t column = 0; column <= right.size(); ++column)
    row[column] = column;
  for (size_t line = 1; line <= left.size(); ++line) {
    size_t diagonal = row[0];
    row[0] = line;
    for (size_t column = 1; column <= right.size(); ++column) {
      size_t substitution = diagonal + (left[line - 1] == right[column - 1] ? 0 : 1);
      diagonal = row[column];
      row[column] = std::min({row[column] + 1, row[column - 1] + 1, substitution});
    }
  }
  return row[right.size()];
}

/// Bytes of a line that are shown on either side of an error's first character.
constexpr size_t ExcerptReach = 200;

} // namespace

void appendExcerpt(std::string &out, const Source &source, Range range) {
  auto begin = std::min<uint32_t>(range.begin, static_cast<uint32_t>(source.text().size()));
  std::string_view line = source.lineAt(begin);
  auto lineStart = static_cast<size_t>(line.data() - source.text().data());
  size_t column = std::min(begin - lineStart, line.size());
  size_t cut = column > ExcerptReach ? column - ExcerptReach : 0;
  while (cut < column && isContinuationByte(line[cut]))
    ++cut;
  std::string_view shown = line.substr(cut, column - cut + ExcerptReach);
  while (!shown.empty() && cut + shown.size() < line.size() && isContinuationByte(line[cut + shown.size()]))
    shown.remove_suffix(1);
  // The padding repeats the tabs of the line, so that the caret stands under its text whatever the tab width.
  std::string padding;
  for (char byte : shown.substr(0, column - cut))
    if (!isContinuationByte(byte))
      padding += byte == '\t' ? '\t' : ' ';
  size_t length = range.end > range.begin ? range.end - range.begin : 0;
  uint32_t width = std::max<uint32_t>(countCharacters(shown.substr(std::min(column - cut, shown.size()), length)), 1);
  out += "  " + std::string(shown) + "\n  " + padding + "^" + std::string(width - 1, '~') + "\n";
}

Source::Source(std::string sourceName, std::string sourceText)
    : fileName(std::move(sourceName)), content(std::move(sourceText)) {
  lineStarts.push_back(0);
  for (size_t offset = 0; offset < content.size(); ++offset)
    if (content[offset] == '\n')
      lineStarts.push_back(static_cast<uint32_t>(offset + 1));
}

uint32_t Source::lineIndex(uint32_t offset) const {
  auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  return static_cast<uint32_t>(next - lineStarts.begin()) - 1;
}

Position Source::position(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, static_cast<uint32_t>(content.size()));
  uint32_t line = lineIndex(offset);
  std::string_view before = text().substr(lineStarts[line], offset - lineStarts[line]);
  return {line + 1, countCharacters(before) + 1};
}

std::string_view Source::lineAt(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, static_cast<uint32_t>(content.size()));
  uint32_t begin = lineStarts[lineIndex(offset)];
  size_t end = content.find('\n', begin);
  std::string_view line = text().substr(begin, end == std::string::npos ? std::string::npos : end - begin);
  if (!line.empty() && line.back() == '\r')
    line.remove_suffix(1);
  return line;
}

std::string Source::describe(Range range) const {
  Position where = position(range.begin);
  return fileName + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

void Diagnostics::error(Range range, std::string message) { entries.push_back({range, std::move(message)}); }

std::string Diagnostics::format(const Source &source) const {
  std::vector<const Entry *> sorted;
  sorted.reserve(entries.size());
  for (const Entry &entry : entries)
    sorted.push_back(&entry);
  // Entries are in order of discovery, which decides between errors at one place.
  std::sort(sorted.begin(), sorted.end(), [](const Entry *left, const Entry *right) {
    return left->range.begin != right->range.begin ? left->range.begin < right->range.begin : left < right;
  });
  std::string out;
  for (size_t index = 0; index < std::min(Shown, sorted.size()); ++index) {
    const Entry &entry = *sorted[index];
    out += source.describe(entry.range) + ": error: " + entry.message + "\n";
    appendExcerpt(out, source, entry.range);
  }
  if (sorted.size() > Shown)
    out += "… and " + std::to_string(sorted.size() - Shown) + " more errors\n";
  return out;
}

/// The length of the UTF-8 sequence at the beginning of `bytes`, which are not empty; 0 if there is none. Overlong
/// forms, surrogates and what lies beyond Unicode are none.
static size_t sequenceLength(std::string_view bytes) {
  auto byte = [&](size_t index) { return static_cast<unsigned char>(bytes[index]); };
  unsigned char first = byte(0);
  size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || bytes.size() < length)
    return 0;
  for (size_t index = 1; index < length; ++index)
    if (!isContinuationByte(bytes[index]))
      return 0;
  bool isValid = length == 1 || length == 2 ||
                 (first == 0xE0   ? byte(1) >= 0xA0
                  : first == 0xED ? byte(1) < 0xA0
                  : first == 0xF0 ? byte(1) >= 0x90
                  : first == 0xF4 ? byte(1) < 0x90
                                  : true);
  return isValid ? length : 0;
}

std::string findNoText(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    size_t length = bytes[at] == 0 ? 0 : sequenceLength(bytes.substr(at));
    if (length == 0)
      return (bytes[at] == 0 ? "a null character" : "invalid UTF-8") + (" at byte " + std::to_string(at));
    at += length;
  }
  return "";
}

std::string nearestName(std::string_view name, const std::vector<std::string> &candidates) {
  if (name.size() > 64)
    return "";
  size_t best = std::min<size_t>(name.size() / 2, 3) + 1;
  std::string nearest;
  for (const std::string &candidate : candidates) {
    if (candidate == name || candidate.size() > 64)
      continue;
    size_t distance = editDistance(name, candidate);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

} // namespace tactus::tpal
