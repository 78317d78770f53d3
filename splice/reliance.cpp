//===- reliance.cpp - what calls rely on beside their effects -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "reliance.h"

#include "thread.h"

#include <algorithm>
#include <cstring>

namespace tactus::splice {

void NamedVariables::clear() {
  variables_.clear();
  functions_.clear();
  onUnknown_ = false;
}

bool NamedVariables::begins(const char *function) {
  // Files may have the name each in a place of its own.
  auto isSame = [&](const char *other) { return !strcmp(other, function); };
  if (std::any_of(functions_.begin(), functions_.end(), isSame))
    return false;
  functions_.push_back(function);
  return true;
}

effects NamedVariables::decisive() const {
  effects result;
  for (const Variable &variable : variables_)
    if (variable.use & Decisive)
      result.read.add(region(byte_range(variable.addresses)));
  return result;
}

/// The effects say something of the variable. Numbers of things (`interval`) have no addresses: they may well be those
/// of the elements of an array, but not a single number.
static bool speaksOf(const region_set &set, address_range variable, bool isScalar) {
  for (unsigned index = 0; index < set.size(); ++index) {
    if (isScalar && !set[index].is_bytes() && set[index].addresses() == all_addresses)
      continue;
    if (!disjoint(set[index], region(byte_range(variable))))
      return true;
  }
  return false;
}

Reliance NamedVariables::beside(const effects &declared) const {
  Reliance result;
  result.onUnknown = onUnknown_;
  for (const auto &[addresses, use] : variables_) {
    region variable{byte_range(addresses)};
    bool isScalar = (use & Scalar) != 0, isWritten = speaksOf(declared.written, addresses, isScalar);
    if ((use & Written) && !isWritten)
      result.what.written.add(variable);
    if ((use & Decisive) || ((use & Read) && !isWritten && !speaksOf(declared.read, addresses, isScalar)))
      result.what.read.add(variable);
  }
  return result;
}

//===--- What a group writes ---===//

/// Each part of it, until the function says true.
template <class Function> static bool anyWritten(const Group &group, Function is) {
  return std::any_of(group.threads.begin(), group.threads.end(), [&](const auto &thread) {
    auto isIn = [&](const effects &what) { return is(what.written); };
    return isIn(thread->inclusive) || std::any_of(thread->before.begin(), thread->before.end(), isIn) ||
           std::any_of(thread->behind.begin(), thread->behind.end(), isIn);
  });
}

region_set writtenBy(const Group &group) {
  region_set all;
  anyWritten(group, [&](const region_set &some) {
    all.add(region_set(some));
    return false;
  });
  return all;
}

bool isWritten(const Group &group, const region &some) {
  region_set place;
  place.add(some);
  return anyWritten(group, [&](const region_set &written) { return !disjoint(written, place); });
}

bool isConstant(Group &group, const byte_range &place) {
  address_range &known = group.constants[hull(place).first / sizeof(void *) % group.constants.size()];
  if (known.first <= hull(place).first && hull(place).last <= known.last)
    return true;
  if (isWritten(group, place))
    return false;
  known = hull(place);
  return true;
}

} // namespace tactus::splice
