//===- page_text.cpp - texts that go into a page ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "page_text.h"

namespace tactus::trace {

void fill(std::string &page, const std::string &name, const std::string &text) {
  std::string hole = "{{" + name + "}}";
  for (size_t at = 0; (at = page.find(hole, at)) != std::string::npos; at += text.size())
    page.replace(at, hole.size(), text);
}

std::string insideScript(std::string text) {
  for (size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3)
    text.replace(at, 2, "<\\/");
  return text;
}

std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

} // namespace tactus::trace
