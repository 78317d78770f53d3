//===- annotations.cpp - what `ann` in ML Basis files says ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "annotations.h"

#include <iterator>
#include <sstream>
#include <vector>

namespace tactus::pml {

namespace {

/// True for a word that stands for true, false for one that stands for false; others are wrong.
bool readSwitch(const std::string &word, bool &value) {
  value = word == "true";
  return value || word == "false";
}

bool readSeverity(const std::string &word, Annotations::Severity &value) {
  using enum Annotations::Severity;
  value = word == "error" ? Error : word == "warn" ? Warn : Ignore;
  return value != Ignore || word == "ignore";
}

/// `default` or `ignore`.
bool readDefault(const std::string &word, bool &value) {
  value = word == "default";
  return value || word == "ignore";
}

} // namespace

std::string Annotations::add(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  const std::string name = words.empty() ? "" : words[0], value = words.size() == 2 ? words[1] : "";
  auto expect = [&](bool isRight, const char *values) {
    return isRight ? "" : "the annotation '" + text + "' is not of the form '" + name + " " + values + "'";
  };
#define FORM(known, member)                                                                                            \
  if (name == known)                                                                                                   \
    return expect(readSwitch(value, member), "true|false");
#define SEVERITY(known, member, standard)                                                                              \
  if (name == known)                                                                                                   \
    return expect(readSeverity(value, member), "ignore|warn|error");
#define SWITCH(known, member, standard)                                                                                \
  if (name == known)                                                                                                   \
    return expect(readSwitch(value, member), "true|false");
#define IGNORED(known)                                                                                                 \
  if (name == known)                                                                                                   \
    return "";
#include "annotations.def"
#undef FORM
#undef SEVERITY
#undef SWITCH
#undef IGNORED
  if (name == "nonexhaustiveExnBind")
    return expect(readDefault(value, reportsExceptionsInBind), "default|ignore");
  if (name == "nonexhaustiveExnMatch")
    return expect(readDefault(value, reportsExceptionsInMatch), "default|ignore");
  if (name == "allowExtendedConsts")
    return expect(readSwitch(value, extendedNumbers) && readSwitch(value, extendedTexts), "true|false");
  if (name != "allowSuccessorML")
    return "there is no annotation '" + name + "'; look at docs/pml.md for those that there are";
  bool isAllowed = false;
  std::string problem = expect(readSwitch(value, isAllowed), "true|false");
#define FORM(known, member) member = isAllowed;
#define SEVERITY(known, member, standard)
#define SWITCH(known, member, standard)
#define IGNORED(known)
#include "annotations.def"
#undef FORM
#undef SEVERITY
#undef SWITCH
#undef IGNORED
  return problem;
}

} // namespace tactus::pml
