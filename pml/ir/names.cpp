//===- names.cpp - names of functions that are made of others -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/names.h"

#include <algorithm>

namespace tactus::pml::ir {

std::string nameOfCopy(const Program &program, const std::string &source, std::string_view what) {
  size_t dot = source.find_last_not_of("0123456789");
  bool hasNumber = dot != std::string::npos && dot + 1 < source.size() && source[dot] == '.';
  std::string base = (hasNumber ? source.substr(0, dot) : source) + std::string(what);
  std::string number = hasNumber ? source.substr(dot) : "";
  auto isTaken = [&](const std::string &name) {
    return std::ranges::any_of(program.functions, [&](const Function &each) { return each.name == name; });
  };
  std::string name = base + number;
  for (unsigned next = 2; isTaken(name); ++next)
    name = base + number + "." + std::to_string(next);
  return name;
}

} // namespace tactus::pml::ir
