//===- reduce.h - the reducer, as a class -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SIMPLIFY_REDUCE_H
#define TACTUS_PML_SIMPLIFY_REDUCE_H

#include "copy.h"
#include "growth.h"

#include <unordered_set>

namespace tactus::pml::simplifying {

/// Walks over a program once, in the order of execution, and rewrites blocks as it goes.
class Reducer {
public:
  Reducer(core::Program &owner, Growth &allowed) : program(owner), growth(allowed) {}
  bool isChanged = false;
  void reduce(core::Block &block);

private:
  core::Program &program;
  Growth &growth;
  Substitution substitution;
  bool isInFunction = false;
  /// In the program's body, or in a function that computes a value of the top level.
  bool runsOnce = true;
  /// Constructors that values are known to have, in the branches of a switch.
  std::unordered_map<const core::Value *, int64_t> known;
  /// Functions whose bodies have been reduced in this walk, so that they can be copied.
  std::unordered_set<const core::Function *> finished;
  /// Joins with one jump, whose bodies go to where the jump is.
  std::unordered_set<const core::Join *> waiting;

  core::Value *resolved(core::Value *value);
  void resolve(core::Values &values);
  void replace(core::Value *value, core::Value *by);

  struct Output {
    std::vector<core::Statement *> statements;
  };
  bool reduceStatement(core::Statement &statement, Output &out);
  void reduceFunctions(core::Statement &statement);
  void reduceJoins(core::Statement &statement, Output &out);
  core::Value *fold(const core::Statement &statement);
  core::Value *foldPrimitive(const core::Statement &statement);
  core::Value *foldArithmetic(const std::string &operation, unsigned bits, int64_t left, int64_t right,
                              const core::Type *type);
  bool isWorthCopying(const core::Values &arguments, const core::Copied *site);
  /// The block that control goes to without a choice, or null.
  core::Block *following(core::Transfer &end);
  core::Block *chosen(const core::Transfer &end);
  void threadJump(core::Transfer &end);
  core::Block *inlineTail(core::Transfer &end);
  void reduceBranches(core::Transfer &end);
  void splitSwitch(core::Join &join, Output &out);
};

} // namespace tactus::pml::simplifying

#endif
