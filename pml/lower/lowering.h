//===- lowering.h - the pass from core to the PCall IR, as classes ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_LOWER_LOWERING_H
#define TACTUS_PML_LOWER_LOWERING_H

#include "lower.h"
#include "types.h"

namespace tactus::pml::lowering {

/// What all functions of a program share.
class ProgramLowering {
public:
  ProgramLowering(const core::Program &program, const Sources &texts, ir::Program &made)
      : source(program), sources(texts), target(made), closures(analyseClosures(program)),
        types(program, closures, made) {}
  void run();

private:
  friend class FunctionLowering;

  const core::Program &source;
  const Sources &sources;
  ir::Program &target;
  Closures closures;
  Types types;
  std::unordered_map<const core::Function *, uint32_t> functions;
  std::unordered_map<const core::Value *, uint32_t> globals;
  std::unordered_map<const core::Value *, uint32_t> exceptions;
  /// Exceptions whose declaration is evaluated at most once.
  std::unordered_set<const core::Value *> staticTags;
  std::unordered_map<const core::Type *, uint32_t> dispatchers;
  std::unordered_map<const core::Type *, uint32_t> undefinedValues;
  std::unordered_map<std::string, uint32_t> imports;
  std::unordered_map<uint32_t, uint32_t> files;

  void declare(const core::Function &function);
  void lower(const core::Function &function);
  void findExceptions(const core::Block &block);
  /// The function that calls a value of a function type.
  uint32_t dispatcherOf(const core::Type *type);
  uint32_t exceptionOf(const core::Value *tag);
  uint32_t importOf(const core::Statement &statement, const std::vector<ir::TypeRef> &parameters, ir::TypeRef result);
  ir::Place place(Place place);
  [[nodiscard]] std::vector<ir::TypeRef> results(const core::Type *functionType);
};

/// One function. Code goes to the end of the block `here`.
class FunctionLowering {
public:
  FunctionLowering(ProgramLowering &program, uint32_t index);
  void body(const core::Block &block) { lower(block); }
  void bindParameter(const core::Value *value);
  void setGlobal(const core::Value *value);
  void makeDispatch(const core::Type *type);

private:
  ProgramLowering &owner;
  uint32_t number;
  ir::BlockIndex here = 0;
  ir::BlockIndex handler = ir::None;
  std::unordered_map<const core::Value *, ir::Variable> variables;
  /// What the current block has read of globals and tags.
  std::unordered_map<const core::Value *, ir::Variable> read;
  std::unordered_map<const core::Join *, ir::BlockIndex> joins;

  ir::Function &function() { return owner.target.functions[number]; }
  ir::Block &block() { return function().blocks[here]; }
  ir::BlockIndex newBlock(const char *name = "");
  void enter(ir::BlockIndex block);
  ir::Transfer &finish(ir::TransferKind kind);
  void jump(ir::BlockIndex target, std::vector<ir::Variable> arguments = {});
  ir::Statement &emit(ir::Operation operation, std::vector<ir::Variable> arguments);
  ir::Variable result(ir::TypeRef type, const std::string &name = {});
  ir::Variable define(const core::Value *value);

  ir::Variable operand(const core::Value *value);
  std::vector<ir::Variable> operands(const core::Values &values, size_t first = 0);
  /// Those that are passed: without values of type unit.
  std::vector<ir::Variable> passed(const core::Values &values, size_t first = 0);
  ir::Variable constant(const core::Value *value);
  ir::Variable undefined(const core::Type *type);
  ir::Variable closure(const core::Function *function);
  ir::Variable tag(const core::Value *value);

  void lower(const core::Block &block);
  void lower(const core::Statement &statement);
  void lower(const core::Transfer &transfer);
  void operation(const core::Statement &statement);
  void primitive(const core::Statement &statement);
  void call(const core::Statement &statement);
  void parallel(const core::Statement &statement);
  void joinFork(const core::Statement &statement);
  void declareJoins(const core::Statement &statement);
  void choose(const core::Transfer &transfer);
  void tryBlock(const core::Transfer &transfer);
  struct Callee {
    uint32_t function;
    std::vector<ir::Variable> arguments;
  };
  Callee callee(const core::Value *value);
  void afterCall(const core::Values &results);
};

} // namespace tactus::pml::lowering

#endif
