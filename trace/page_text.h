//===- page_text.h - texts that go into a page -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_PAGE_TEXT_H
#define TACTUS_TRACE_PAGE_TEXT_H

#include <string>

namespace tactus::trace {

/// Replaces each `{{name}}`.
void fill(std::string &page, const std::string &name, const std::string &text);

/// A script element ends at the first "</", whatever stands around it.
[[nodiscard]] std::string insideScript(std::string text);

/// As text of HTML, and as an attribute's value.
[[nodiscard]] std::string escaped(const std::string &text);

} // namespace tactus::trace

#endif // TACTUS_TRACE_PAGE_TEXT_H
