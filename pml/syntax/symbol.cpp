//===- symbol.cpp - names, each stored once ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "symbol.h"

#include <deque>
#include <unordered_map>

namespace tactus::pml {

namespace {

struct Table {
  std::deque<std::string> names{""};
  std::unordered_map<std::string_view, uint32_t> numbers{{"", 0}};
};

Table &table() {
  static Table shared;
  return shared;
}

bool isNumber(const std::string &label) { return !label.empty() && label[0] >= '1' && label[0] <= '9'; }

} // namespace

Symbol::Symbol(std::string_view name) {
  Table &shared = table();
  auto found = shared.numbers.find(name);
  if (found != shared.numbers.end()) {
    index = found->second;
    return;
  }
  index = static_cast<uint32_t>(shared.names.size());
  shared.names.emplace_back(name);
  shared.numbers.emplace(shared.names.back(), index);
}

const std::string &Symbol::text() const { return table().names[index]; }

Symbol Symbol::ofNumber(size_t number) { return Symbol(std::to_string(number)); }

bool labelLess(Symbol left, Symbol right) {
  if (left == right)
    return false;
  const std::string &first = left.text(), &second = right.text();
  if (isNumber(first) != isNumber(second))
    return isNumber(first);
  // Numbers have no leading zeros.
  if (isNumber(first) && first.size() != second.size())
    return first.size() < second.size();
  return first < second;
}

} // namespace tactus::pml
