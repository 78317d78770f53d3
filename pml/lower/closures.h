//===- closures.h - what functions need from around them --------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Functions of core nest; those of the PCall IR do not. A function gets what it captures as further parameters. Calls
// of a known function pass them on; where the function is a value, they are the fields of an object.
//
// A variable of the program's body, of a part that runs at most once, is a global instead, and captured by nobody.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_LOWER_CLOSURES_H
#define TACTUS_PML_LOWER_CLOSURES_H

#include "pml/core/program.h"

#include <set>
#include <unordered_map>
#include <unordered_set>

namespace tactus::pml::lowering {

struct ByNumber {
  bool operator()(const core::Value *left, const core::Value *right) const { return left->number < right->number; }
};

struct FunctionFacts {
  core::Function *function = nullptr;
  /// Variables of functions around it, also those that functions need which it calls or makes values of.
  std::set<core::Value *, ByNumber> captured;
  std::unordered_set<core::Function *> mentioned;
  bool isValue = false;
};

struct Closures {
  /// In the order of the text.
  std::vector<core::Function *> functions;
  std::unordered_map<const core::Function *, FunctionFacts> facts;
  std::unordered_set<const core::Value *> globals;
  /// Exceptions that are declared where the program passes at most once.
  std::unordered_set<const core::Value *> tagsMadeOnce;
};

/// Whether the joins of a group jump to each other or to themselves.

[[nodiscard]] Closures analyseClosures(const core::Program &program);

} // namespace tactus::pml::lowering

#endif
