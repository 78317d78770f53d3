//===- checker.h - the type checker of the PCall IR, inside ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_CHECKER_H
#define TACTUS_PML_IR_CHECKER_H

#include "pml/ir/dominance.h"

#include <set>

namespace tactus::pml::ir {

class FunctionChecker {
public:
  FunctionChecker(const Program &program, const Function &function, std::vector<std::string> &errors)
      : program(program), function(function), errors(errors) {}

  void run();

private:
  struct Definition {
    /// Of Dominance; None before it is found.
    uint32_t node = None;
    /// The statement's, if it is one.
    uint32_t position = 0;
  };

  const Program &program;
  const Function &function;
  std::vector<std::string> &errors;
  const Dominance *dominance = nullptr;
  std::vector<Definition> definitions;
  /// Edges to each block, also those of handlers.
  std::vector<uint32_t> predecessors;
  /// Blocks that get or set a join, and those of them that belong to a pcall.
  std::vector<BlockIndex> joins;
  std::set<BlockIndex> pcallBlocks;
  BlockIndex currentBlock = None;
  uint32_t currentStatement = None;

  void error(const std::string &message);
  std::string describe(Variable variable) const;
  bool isWellNumbered();
  bool isWellFormed(TypeRef type) const;
  void define(Variable variable, uint32_t node, uint32_t position);
  void use(Variable variable);
  static std::vector<TypeRef> typesOf(const Function &of, const std::vector<Variable> &variables);
  void expectArguments(const std::vector<Variable> &arguments, const std::vector<TypeRef> &types, const char *what);

  void checkBlock(const Block &block);
  void checkTransfer(const Transfer &transfer);
  void checkCall(uint32_t callee, const std::vector<Variable> &arguments);
  void checkJump(const Target &target);
  void expectContinuation(const Target &target, const std::vector<TypeRef> &types);
  void checkChoice(const Transfer &transfer);
  void checkPCall(const Transfer &transfer);

  // check_statement.cpp
  void checkStatement(const Statement &statement);
  void checkNew(const Statement &statement);
  void checkField(const Statement &statement);
  void checkMemory(const Statement &statement);
  void checkElementField(const Statement &statement, TypeRef sequence, size_t firstValue);
  void checkException(const Statement &statement);
  void checkPrimitive(const Statement &statement);
  bool hasShape(const Statement &statement, size_t results, size_t arguments);
  bool isOf(Variable variable, TypeKind kind) { return function.typeOf(variable)->kind == kind; }
  void expectElement(TypeRef object, Variable element);
  void expectKind(Variable variable, TypeKind kind, const char *what);
};

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_CHECKER_H
