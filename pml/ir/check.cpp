//===- check.cpp - the type checker of the PCall IR -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Blocks, transfers and definitions; statements are in check_statement.cpp.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/check.h"
#include "pml/ir/checker.h"
#include "pml/ir/print.h"

#include <algorithm>
#include <set>

namespace tactus::pml::ir {

std::string FunctionChecker::describe(Variable variable) const {
  const std::string &name = function.variables[variable].name;
  return "%" + (name.empty() ? std::to_string(variable) : name) + ": " + print(program, function.typeOf(variable));
}

void FunctionChecker::error(const std::string &message) {
  std::string where = "@" + function.name;
  if (currentBlock != None) {
    const std::string &name = function.blocks[currentBlock].name;
    where += ", ^" + (name.empty() ? "" : name + ".") + std::to_string(currentBlock);
    where += currentStatement == None ? ", transfer" : ", statement " + std::to_string(currentStatement);
  }
  errors.push_back(where + ": " + message);
}

bool FunctionChecker::isWellNumbered() {
  size_t before = errors.size();
  if (function.blocks.empty())
    error("a function has at least one block");
  auto checkVariables = [&](const std::vector<Variable> &variables) {
    if (std::any_of(variables.begin(), variables.end(), [&](Variable v) { return v >= function.variables.size(); }))
      error("a variable has no entry");
  };
  checkVariables(function.parameters);
  for (currentBlock = 0; currentBlock < function.blocks.size(); ++currentBlock) {
    const Block &block = function.blocks[currentBlock];
    checkVariables(block.parameters);
    for (const Statement &statement : block.statements) {
      checkVariables(statement.results);
      checkVariables(statement.arguments);
    }
    checkVariables(block.transfer.arguments);
    checkVariables(block.transfer.secondArguments);
    for (const Target &target : block.transfer.targets) {
      checkVariables(target.arguments);
      if (target.block >= function.blocks.size() || target.block == 0)
        error("the target is not a block, or the first one");
    }
    if (block.handler != None && (block.handler >= function.blocks.size() || block.handler == 0))
      error("the handler is not a block, or the first one");
    for (uint32_t callee : {block.transfer.callee, block.transfer.second})
      if (callee != None && callee >= program.functions.size())
        error("there is no such function");
  }
  currentBlock = None;
  return errors.size() == before;
}

/// Only elements of sequences are flat tuples, and the collector does not look at them: they have no objects in them.
bool FunctionChecker::isWellFormed(TypeRef type) const {
  if (!type->element)
    return type->kind != TypeKind::Tuple;
  if (type->element->kind != TypeKind::Tuple)
    return isWellFormed(type->element);
  auto isNumber = [this](TypeRef field) {
    if (field->kind != TypeKind::Variant)
      return field->isFlat();
    const auto &constructors = program.variants[field->variant].constructors;
    return std::all_of(constructors.begin(), constructors.end(),
                       [](const Constructor &constructor) { return constructor.fields.empty(); });
  };
  const std::vector<TypeRef> &fields = type->element->fields;
  return type->isSequence() && !fields.empty() && std::all_of(fields.begin(), fields.end(), isNumber);
}

void FunctionChecker::define(Variable variable, uint32_t node, uint32_t position) {
  if (!isWellFormed(function.typeOf(variable)))
    error(describe(variable) + " has no such type: flat elements of arrays and vectors are tuples of numbers");
  if (definitions[variable].node != None)
    error(describe(variable) + " is defined twice");
  definitions[variable] = {node, position};
}

void FunctionChecker::use(Variable variable) {
  const Definition &definition = definitions[variable];
  if (definition.node == None) {
    error(describe(variable) + " is not defined");
    return;
  }
  uint32_t here = Dominance::body(currentBlock);
  bool isVisible =
      definition.node == here ? definition.position < currentStatement : dominance->dominates(definition.node, here);
  if (!isVisible)
    error(describe(variable) + " is used where its definition does not reach");
}

void FunctionChecker::expectArguments(const std::vector<Variable> &arguments, const std::vector<TypeRef> &types,
                                      const char *what) {
  if (arguments.size() != types.size()) {
    error(std::string(what) + " takes " + std::to_string(types.size()) + " values, not " +
          std::to_string(arguments.size()));
    return;
  }
  for (size_t i = 0; i < types.size(); ++i)
    if (function.typeOf(arguments[i]) != types[i])
      error(std::string(what) + " takes " + print(program, types[i]) + " where " + describe(arguments[i]) +
            " is given");
}

std::vector<TypeRef> FunctionChecker::typesOf(const Function &of, const std::vector<Variable> &variables) {
  std::vector<TypeRef> types;
  for (Variable variable : variables)
    types.push_back(of.typeOf(variable));
  return types;
}

void FunctionChecker::checkCall(uint32_t callee, const std::vector<Variable> &arguments) {
  if (callee == None) {
    error("a call names its function");
    return;
  }
  const Function &called = program.functions[callee];
  expectArguments(arguments, typesOf(called, called.parameters), ("@" + called.name).c_str());
}

void FunctionChecker::expectContinuation(const Target &target, const std::vector<TypeRef> &types) {
  if (!target.arguments.empty())
    error("a continuation has no arguments but the results");
  expectArguments(function.blocks[target.block].parameters, types, "the continuation");
}

void FunctionChecker::checkJump(const Target &target) {
  expectArguments(target.arguments, typesOf(function, function.blocks[target.block].parameters), "the block");
}

void FunctionChecker::checkChoice(const Transfer &transfer) {
  if (transfer.arguments.size() != 1) {
    error("a choice has one argument");
    return;
  }
  TypeRef type = function.typeOf(transfer.arguments[0]);
  bool isCase = transfer.kind == TransferKind::Case;
  if (isCase ? type->kind != TypeKind::Variant : !type->isInteger()) {
    error(std::string(isCase ? "a case is of a variant" : "a switch is of an integer") + ", not of " +
          describe(transfer.arguments[0]));
    return;
  }
  std::set<int64_t> keys(transfer.keys.begin(), transfer.keys.end());
  if (keys.size() != transfer.keys.size())
    error("a key occurs twice");
  size_t count = isCase ? program.variants[type->variant].constructors.size() : 0;
  if (isCase && !keys.empty() && (*keys.begin() < 0 || static_cast<uint64_t>(*keys.rbegin()) >= count))
    error("the variant has no such constructor");
  if (!transfer.hasElse && (!isCase || keys.size() < count || count == 0))
    error("some values have no target");
  for (const Target &target : transfer.targets)
    checkJump(target);
}

void FunctionChecker::checkPCall(const Transfer &transfer) {
  const Function &called = program.functions[transfer.callee];
  checkCall(transfer.callee, transfer.arguments);
  expectContinuation(transfer.targets[0], called.results);
  expectContinuation(transfer.targets[1], called.results);
  expectContinuation(transfer.targets[2], {});
  const Block &sync = function.blocks[transfer.targets[1].block], &spwn = function.blocks[transfer.targets[2].block];
  for (size_t i : {1u, 2u})
    if (predecessors[transfer.targets[i].block] != 1)
      error("sync and spwn are reached by one pcall alone");
  if (!sync.statements.empty() || sync.transfer.kind != TransferKind::GetJoin ||
      sync.handler != function.blocks[currentBlock].handler)
    error("sync does nothing but getjoin, with the handler of the pcall");
  if (!spwn.statements.empty() || spwn.transfer.kind != TransferKind::Call || spwn.transfer.targets.size() != 1 ||
      spwn.handler != None) {
    error("spwn does nothing but to call a function, without a handler");
    return;
  }
  const Block &set = function.blocks[spwn.transfer.targets[0].block];
  if (!set.statements.empty() || set.transfer.kind != TransferKind::SetJoin ||
      set.transfer.arguments != set.parameters || predecessors[spwn.transfer.targets[0].block] != 1) {
    error("spwn's call continues with nothing but setjoin of its results");
    return;
  }
  if (sync.transfer.kind == TransferKind::GetJoin && sync.transfer.targets.size() == 1)
    expectArguments(function.blocks[sync.transfer.targets[0].block].parameters, typesOf(function, set.parameters),
                    "what getjoin continues with");
  pcallBlocks.insert({transfer.targets[1].block, spwn.transfer.targets[0].block});
}

void FunctionChecker::checkTransfer(const Transfer &transfer) {
  static constexpr size_t Any = SIZE_MAX;
  static constexpr size_t Targets[] = {1, 2, Any, Any, 1, 0, 0, 0, 1, 3, 1, 0, 0};
  size_t wanted = Targets[static_cast<size_t>(transfer.kind)];
  bool isFork = transfer.kind == TransferKind::Par && transfer.targets.size() == 2;
  wanted += isFork;
  if (wanted == Any)
    wanted = transfer.keys.size() + transfer.hasElse;
  if (transfer.targets.size() != wanted) {
    error("the transfer has " + std::to_string(transfer.targets.size()) + " targets, not " + std::to_string(wanted));
    return;
  }
  bool isCall = transfer.kind == TransferKind::Call || transfer.kind == TransferKind::TailCall ||
                transfer.kind == TransferKind::Par || transfer.kind == TransferKind::PCall;
  if (isCall && (transfer.callee == None || (transfer.kind == TransferKind::Par && transfer.second == None))) {
    error("a call names its function");
    return;
  }
  switch (transfer.kind) {
  case TransferKind::Goto:
    checkJump(transfer.targets[0]);
    break;
  case TransferKind::If:
    if (transfer.arguments.size() != 1 || function.typeOf(transfer.arguments[0])->kind != TypeKind::Bool)
      error("a condition is one bool");
    checkJump(transfer.targets[0]);
    checkJump(transfer.targets[1]);
    break;
  case TransferKind::Case:
  case TransferKind::Switch:
    checkChoice(transfer);
    break;
  case TransferKind::Call:
    checkCall(transfer.callee, transfer.arguments);
    expectContinuation(transfer.targets[0], program.functions[transfer.callee].results);
    break;
  case TransferKind::TailCall:
    checkCall(transfer.callee, transfer.arguments);
    if (program.functions[transfer.callee].results != function.results)
      error("a tail call has the results of its caller");
    if (function.blocks[currentBlock].handler != None)
      error("a tail call stands in a block without a handler");
    break;
  case TransferKind::Return:
    expectArguments(transfer.arguments, function.results, "return");
    break;
  case TransferKind::Raise:
    if (transfer.arguments.size() != 1 || function.typeOf(transfer.arguments[0])->kind != TypeKind::Exn)
      error("raise takes one exn");
    break;
  case TransferKind::Par: {
    checkCall(transfer.callee, transfer.arguments);
    checkCall(transfer.second, transfer.secondArguments);
    std::vector<TypeRef> results = program.functions[transfer.callee].results;
    if (isFork)
      expectContinuation(transfer.targets[0], results);
    const auto &second = program.functions[transfer.second].results;
    results.insert(results.end(), second.begin(), second.end());
    expectContinuation(transfer.targets.back(), results);
    break;
  }
  case TransferKind::PCall:
    checkPCall(transfer);
    break;
  case TransferKind::GetJoin:
    if (!transfer.targets[0].arguments.empty())
      error("a continuation has no arguments but the results");
    joins.push_back(currentBlock);
    break;
  case TransferKind::SetJoin:
    joins.push_back(currentBlock);
    break;
  case TransferKind::Unreachable:
    break;
  }
}

void FunctionChecker::run() {
  if (!isWellNumbered())
    return;
  Dominance computed(function);
  dominance = &computed;
  definitions.assign(function.variables.size(), {});
  predecessors.assign(function.blocks.size(), 0);
  if (!function.blocks[0].parameters.empty())
    error("the first block has no parameters");
  for (Variable parameter : function.parameters)
    define(parameter, Dominance::head(0), 0);
  for (currentBlock = 0; currentBlock < function.blocks.size(); ++currentBlock) {
    const Block &block = function.blocks[currentBlock];
    for (Variable parameter : block.parameters)
      define(parameter, Dominance::head(currentBlock), 0);
    for (uint32_t i = 0; i < block.statements.size(); ++i)
      for (Variable result : block.statements[i].results)
        define(result, Dominance::body(currentBlock), i);
    for (const Target &target : block.transfer.targets)
      ++predecessors[target.block];
    if (block.handler != None)
      ++predecessors[block.handler];
  }
  for (currentBlock = 0; currentBlock < function.blocks.size(); ++currentBlock)
    checkBlock(function.blocks[currentBlock]);
  for (BlockIndex join : joins)
    if (currentBlock = join; !pcallBlocks.contains(join))
      error("getjoin and setjoin belong to a pcall");
}

void FunctionChecker::checkBlock(const Block &block) {
  // What cannot be reached has no meaning; only its types are looked at.
  bool isReachable = dominance->isReachable(currentBlock);
  currentStatement = None;
  if (block.handler != None) {
    const Block &handler = function.blocks[block.handler];
    if (handler.parameters.size() != 1 || function.typeOf(handler.parameters[0])->kind != TypeKind::Exn)
      error("a handler has one parameter, an exn");
  }
  for (currentStatement = 0; currentStatement < block.statements.size(); ++currentStatement) {
    const Statement &statement = block.statements[currentStatement];
    if (isReachable)
      std::for_each(statement.arguments.begin(), statement.arguments.end(), [&](Variable v) { use(v); });
    checkStatement(statement);
  }
  currentStatement = None;
  if (isReachable) {
    std::for_each(block.transfer.arguments.begin(), block.transfer.arguments.end(), [&](Variable v) { use(v); });
    std::for_each(block.transfer.secondArguments.begin(), block.transfer.secondArguments.end(),
                  [&](Variable v) { use(v); });
    for (const Target &target : block.transfer.targets)
      std::for_each(target.arguments.begin(), target.arguments.end(), [&](Variable v) { use(v); });
  }
  checkTransfer(block.transfer);
}

std::optional<uint32_t> findMain(const Program &program) {
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    if (const Function &function = program.functions[i];
        function.name == "main" && function.parameters.empty() && function.results.empty())
      return i;
  return std::nullopt;
}

std::optional<uint32_t> findEntry(const Program &program, std::string_view name) {
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    if (program.functions[i].name == name)
      return i;
  return std::nullopt;
}

/// Whether C has a type for elements like this: a number, or a struct of such.
static bool isStruct(TypeRef element) {
  return element->isFlat() ||
         (element->kind == TypeKind::Tuple &&
          std::all_of(element->fields.begin(), element->fields.end(), [](TypeRef field) { return field->isFlat(); }));
}

std::vector<std::string> check(const Program &program) {
  std::vector<std::string> errors;
  auto checkNames = [&](const auto &list, const char *what) {
    std::set<std::string> names;
    for (const auto &entry : list)
      if (!names.insert(entry.name).second)
        errors.push_back(std::string(what) + " '" + entry.name + "' is declared twice");
  };
  checkNames(program.variants, "type");
  checkNames(program.exceptions, "exception");
  checkNames(program.globals, "global");
  checkNames(program.imports, "import");
  checkNames(program.functions, "function");
  for (const Import &import : program.imports) {
    bool isPassable = !import.result || (*import.result)->isFlat();
    for (TypeRef parameter : import.parameters)
      isPassable &= parameter->isFlat() || (parameter->isSequence() && isStruct(parameter->element));
    if (!isPassable)
      errors.push_back("import '" + import.name + "' takes or gives what C has no type for");
  }
  for (const Function &function : program.functions)
    FunctionChecker(program, function, errors).run();
  for (std::string_view name : EntryFunctions) {
    std::optional<uint32_t> entry = findEntry(program, name);
    if (!entry)
      continue;
    const Function &function = program.functions[*entry];
    bool takesException = name == FailureFunction;
    if (!function.results.empty() || function.parameters.size() != (takesException ? 1 : 0) ||
        (takesException && function.variables[function.parameters[0]].type->kind != TypeKind::Exn))
      errors.push_back("function '" + function.name + "' does not take " +
                       (takesException ? "an exception" : "nothing") + ", or returns something");
  }
  if (!findMain(program))
    errors.emplace_back("there is no function main without parameters and results");
  return errors;
}

} // namespace tactus::pml::ir
