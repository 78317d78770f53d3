//===- text.cpp - text for a terminal ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "text.h"

#include <algorithm>
#include <sstream>

namespace tactus::driver {

size_t columns(const std::string &text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char byte) { return (byte & 0xc0) != 0x80; }));
}

std::string counted(unsigned count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string wrapped(const std::string &text, size_t indent, size_t used, size_t width) {
  std::string result;
  std::istringstream words(text);
  size_t column = used, begin = used;
  for (std::string word; words >> word; column += columns(word)) {
    bool isFirst = column == begin;
    if (!isFirst && column + 1 + columns(word) > width) {
      result += "\n" + std::string(indent, ' ');
      column = begin = indent;
    } else if (!isFirst) {
      result += ' ';
      ++column;
    }
    result += word;
  }
  return result;
}

} // namespace tactus::driver
