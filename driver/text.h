//===- text.h - text for a terminal ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_TEXT_H
#define TACTUS_DRIVER_TEXT_H

#include <cstddef>
#include <string>

namespace tactus::driver {

/// The width of a terminal that nobody has made wider.
constexpr size_t TextWidth = 80;

/// The text in lines of at most `width` columns, broken at spaces. Every line but the first begins with `indent`
/// spaces, which count; the first has room for `width` columns less `used`. A word that is longer stands in a line of
/// its own.
std::string wrapped(const std::string &text, size_t indent = 0, size_t used = 0, size_t width = TextWidth);

/// "1 worker", "2 workers".
std::string counted(unsigned count, const std::string &noun);

/// The number of columns that UTF-8 text takes.
size_t columns(const std::string &text);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_TEXT_H
