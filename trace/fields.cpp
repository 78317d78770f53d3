//===- fields.cpp - what a line of a trace says, checked ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "fields.h"

#include <cstdio>

namespace tactus::trace {

using nlohmann::json;

[[noreturn]] static void refuse(const json &value, const char *name, const std::string &expected) {
  constexpr size_t Shown = 40;
  std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true, json::error_handler_t::replace);
  if (text.size() > Shown)
    text = text.substr(0, Shown) + "...";
  throw Damage{std::string("'") + name + "' is " + text + ", expected " + expected};
}

uint64_t readWhole(const json &value, const char *name, uint64_t least, uint64_t most) {
  // A non-negative number that is written without a point is unsigned to the parser.
  if (value.is_number_unsigned())
    if (auto number = value.get<uint64_t>(); number >= least && number <= most)
      return number;
  refuse(value, name,
         "a whole number from " + std::to_string(least) + (most == AnyNumber ? "" : " to " + std::to_string(most)));
}

int64_t readSigned(const json &value, const char *name) {
  if (value.is_number_unsigned() ? value.get<uint64_t>() <= INT64_MAX : value.is_number_integer())
    return value.get<int64_t>();
  refuse(value, name, "a whole number");
}

double readNumber(const json &value, const char *name, double most) {
  if (value.is_number())
    if (auto number = value.get<double>(); number >= 0 && number <= most) // false for what is no number
      return number;
  char limit[32];
  std::snprintf(limit, sizeof limit, "%g", most);
  refuse(value, name, std::string("a number from 0 to ") + limit);
}

Fields::Fields(const json &value, const char *name) : object(value) {
  if (!value.is_object())
    refuse(value, name, "an object");
}

const json &Fields::at(const char *name) const {
  auto found = object.find(name);
  if (found == object.end())
    throw Damage{std::string("'") + name + "' is missing"};
  return *found;
}

bool Fields::flag(const char *name) const {
  const json &value = at(name);
  if (!value.is_boolean())
    refuse(value, name, "true or false");
  return value.get<bool>();
}

const std::string &Fields::text(const char *name) const {
  const json &value = at(name);
  if (!value.is_string())
    refuse(value, name, "a text");
  return value.get_ref<const std::string &>();
}

const json &Fields::list(const char *name) const {
  const json &value = at(name);
  if (!value.is_array())
    refuse(value, name, "a list");
  return value;
}

} // namespace tactus::trace
