//===- function.cpp - the body of one function as blocks --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Joins become blocks with parameters. What stands in a `try` goes into blocks that have the handler's block as their
// handler; as a join is covered by what is around its declaration, so is its block. Values of type unit are neither
// passed nor returned.
//
//===----------------------------------------------------------------------===//
#include "lowering.h"

namespace tactus::pml::lowering {

using core::Statement;
using core::Transfer;
using core::Value;
using ir::BlockIndex;
using ir::TransferKind;
using ir::Variable;

FunctionLowering::FunctionLowering(ProgramLowering &program, uint32_t index) : owner(program), number(index) {
  here = newBlock("entry");
}

void FunctionLowering::bindParameter(const Value *value) {
  if (!value->type->isUnit())
    function().parameters.push_back(define(value));
}

BlockIndex FunctionLowering::newBlock(const char *name) {
  BlockIndex made = function().addBlock(name);
  function().blocks[made].handler = handler;
  return made;
}

void FunctionLowering::enter(BlockIndex block) {
  here = block;
  read.clear();
}

ir::Transfer &FunctionLowering::finish(TransferKind kind) {
  block().transfer.kind = kind;
  return block().transfer;
}

void FunctionLowering::jump(BlockIndex target, std::vector<Variable> arguments) {
  finish(TransferKind::Goto).targets = {{target, std::move(arguments)}};
}

ir::Statement &FunctionLowering::emit(ir::Operation operation, std::vector<Variable> arguments) {
  ir::Statement statement;
  statement.operation = operation;
  statement.arguments = std::move(arguments);
  block().statements.push_back(std::move(statement));
  return block().statements.back();
}

Variable FunctionLowering::result(ir::TypeRef type, const std::string &name) {
  Variable made = function().addVariable(type, name);
  block().statements.back().results.push_back(made);
  return made;
}

/// A variable for a value of core.
Variable FunctionLowering::define(const Value *value) {
  return variables[value] = function().addVariable(owner.types.get(value->type), value->text);
}

/// What functions read of a variable of the program's body.
void FunctionLowering::setGlobal(const Value *value) {
  if (auto found = owner.globals.find(value); found != owner.globals.end() && !owner.staticTags.contains(value))
    emit(ir::Operation::SetGlobal, {variables.at(value)}).symbol = found->second;
}

//===--- Operands -------------------------------------------------------------------------===//

Variable FunctionLowering::operand(const Value *value) {
  if (!value->isVariable() || value->type->isUnit())
    return value->kind == Value::Kind::ExceptionTag ? tag(value) : constant(value);
  if (value->function)
    return closure(value->function);
  if (owner.staticTags.contains(value))
    return tag(value);
  if (auto found = variables.find(value); found != variables.end())
    return found->second;
  Variable &known = read.try_emplace(value, ir::None).first->second;
  if (known == ir::None) {
    emit(ir::Operation::GetGlobal, {}).symbol = owner.globals.at(value);
    known = result(owner.types.get(value->type), value->text);
  }
  return known;
}

std::vector<Variable> FunctionLowering::operands(const core::Values &values, size_t first) {
  std::vector<Variable> made;
  for (size_t index = first; index < values.size(); ++index)
    made.push_back(operand(values[index]));
  return made;
}

std::vector<Variable> FunctionLowering::passed(const core::Values &values, size_t first) {
  std::vector<Variable> made;
  for (size_t index = first; index < values.size(); ++index)
    if (!values[index]->type->isUnit())
      made.push_back(operand(values[index]));
  return made;
}

Variable FunctionLowering::tag(const Value *value) {
  Variable &known = read.try_emplace(value, ir::None).first->second;
  if (known == ir::None) {
    emit(ir::Operation::StaticTag, {}).symbol = owner.exceptionOf(value);
    known = result(owner.types.get(value->type));
  }
  return known;
}

/// A function as a value.
Variable FunctionLowering::closure(const core::Function *function) {
  std::vector<Variable> captured;
  for (const Value *value : owner.closures.facts.at(function).captured)
    captured.push_back(operand(value));
  emit(ir::Operation::New, std::move(captured)).constructor = owner.types.constructorOf(function);
  return result(owner.types.get(function->name->type));
}

//===--- Blocks ---------------------------------------------------------------------------===//

void FunctionLowering::lower(const core::Block &block) {
  for (const Statement *statement : block.statements)
    lower(*statement);
  lower(block.end);
}

void FunctionLowering::lower(const Statement &statement) {
  switch (statement.kind) {
  case Statement::Kind::Operation:
    operation(statement);
    break;
  case Statement::Kind::Call:
    call(statement);
    break;
  case Statement::Kind::Parallel:
  case Statement::Kind::Fork:
    parallel(statement);
    break;
  case Statement::Kind::Joins:
    declareJoins(statement);
    break;
  case Statement::Kind::Functions:
  case Statement::Kind::Several:
    break;
  }
}

void FunctionLowering::declareJoins(const Statement &statement) {
  BlockIndex before = here;
  for (const core::Join *join : statement.joins) {
    BlockIndex made = newBlock("join");
    joins[join] = made;
    for (const Value *parameter : join->parameters)
      if (!parameter->type->isUnit())
        function().blocks[made].parameters.push_back(define(parameter));
  }
  for (const core::Join *join : statement.joins) {
    enter(joins.at(join));
    for (const Value *parameter : join->parameters)
      if (!parameter->type->isUnit())
        setGlobal(parameter);
    lower(*join->body);
  }
  enter(before);
}

/// A known function with what it captures, or the dispatcher with the value.
FunctionLowering::Callee FunctionLowering::callee(const Value *value) {
  if (!value->function)
    return {owner.dispatcherOf(value->type), {operand(value)}};
  Callee made{owner.functions.at(value->function), {}};
  for (const Value *captured : owner.closures.facts.at(value->function).captured)
    made.arguments.push_back(operand(captured));
  return made;
}

/// Goes on in a new block, whose parameters are the results.
void FunctionLowering::afterCall(const core::Values &results) {
  BlockIndex next = newBlock();
  for (const Value *value : results)
    if (!value->type->isUnit())
      function().blocks[next].parameters.push_back(define(value));
  block().transfer.targets = {{next, {}}};
  enter(next);
  for (const Value *value : results)
    if (!value->type->isUnit())
      setGlobal(value);
}

void FunctionLowering::call(const Statement &statement) {
  Callee called = callee(statement.arguments[0]);
  std::vector<Variable> arguments = passed(statement.arguments, 1);
  called.arguments.insert(called.arguments.end(), arguments.begin(), arguments.end());
  ir::Transfer &transfer = finish(TransferKind::Call);
  transfer.callee = called.function;
  transfer.arguments = std::move(called.arguments);
  transfer.place = owner.place(statement.place);
  afterCall(statement.results);
}

void FunctionLowering::parallel(const Statement &statement) {
  Callee left = callee(statement.arguments[0]), right = callee(statement.arguments[1]);
  ir::Transfer &transfer = finish(TransferKind::Par);
  transfer.callee = left.function;
  transfer.arguments = std::move(left.arguments);
  transfer.second = right.function;
  transfer.secondArguments = std::move(right.arguments);
  transfer.place = owner.place(statement.place);
  if (statement.kind == Statement::Kind::Fork)
    joinFork(statement);
  else
    afterCall(statement.results);
}

/// Both ways of a fork meet again, and say which way it was.
void FunctionLowering::joinFork(const Statement &statement) {
  BlockIndex from = here, alone = newBlock("alone"), both = newBlock("both");
  size_t firsts = core::returned(core::result(statement.arguments[0]->type)).size() + 1;
  auto way = [&](bool isTaken) {
    enter(isTaken ? both : alone);
    emit(ir::Operation::Constant, {}).number = isTaken;
    std::vector<Variable> all{result(owner.target.types.get(ir::TypeKind::Bool))};
    for (size_t index = 1; index < statement.results.size(); ++index) {
      const core::Type *type = statement.results[index]->type;
      if (type->isUnit())
        continue;
      bool isGiven = isTaken || index < firsts;
      all.push_back(isGiven ? function().addVariable(owner.types.get(type)) : undefined(type));
      if (isGiven)
        block().parameters.push_back(all.back());
    }
    return all;
  };
  std::vector<Variable> aloneResults = way(false), bothResults = way(true);
  enter(from);
  afterCall(statement.results);
  BlockIndex next = here;
  function().blocks[from].transfer.targets = {{alone, {}}, {both, {}}};
  here = alone;
  jump(next, std::move(aloneResults));
  here = both;
  jump(next, std::move(bothResults));
  here = next;
}

void FunctionLowering::lower(const Transfer &transfer) {
  switch (transfer.kind) {
  case Transfer::Kind::Return: {
    std::vector<Variable> returned = passed(transfer.arguments);
    finish(TransferKind::Return).arguments = std::move(returned);
    break;
  }
  case Transfer::Kind::TailCall: {
    Callee called = callee(transfer.arguments[0]);
    std::vector<Variable> arguments = passed(transfer.arguments, 1);
    called.arguments.insert(called.arguments.end(), arguments.begin(), arguments.end());
    ir::Transfer &made = finish(TransferKind::TailCall);
    made.callee = called.function;
    made.arguments = std::move(called.arguments);
    made.place = owner.place(transfer.place);
    break;
  }
  case Transfer::Kind::Jump: {
    std::vector<Variable> arguments = passed(transfer.arguments);
    jump(joins.at(transfer.target), std::move(arguments));
    break;
  }
  case Transfer::Kind::Switch:
    choose(transfer);
    break;
  case Transfer::Kind::Raise: {
    Variable raised = operand(transfer.arguments[0]);
    ir::Transfer &made = finish(TransferKind::Raise);
    made.arguments = {raised};
    made.place = owner.place(transfer.place);
    break;
  }
  case Transfer::Kind::Try:
    tryBlock(transfer);
    break;
  case Transfer::Kind::None:
  case Transfer::Kind::Unreachable:
    finish(TransferKind::Unreachable);
    break;
  }
}

void FunctionLowering::choose(const Transfer &transfer) {
  const Value *value = transfer.arguments[0];
  Variable looked = operand(value);
  bool isBoolean = value->type->kind == core::TypeKind::Boolean, isData = value->type->kind == core::TypeKind::Data;
  BlockIndex before = here;
  std::vector<std::pair<int64_t, BlockIndex>> branches;
  for (const Transfer::Case &one : transfer.cases) {
    enter(newBlock());
    branches.emplace_back(one.key, here);
    lower(*one.block);
  }
  BlockIndex otherwise = ir::None;
  if (transfer.otherwise || (!isData && !isBoolean)) {
    enter(newBlock());
    otherwise = here;
    if (transfer.otherwise)
      lower(*transfer.otherwise);
  }
  enter(before);
  if (isBoolean) {
    auto blockFor = [&](int64_t key) {
      for (const auto &[known, branch] : branches)
        if (known == key)
          return branch;
      return otherwise != ir::None ? otherwise : newBlock();
    };
    BlockIndex consequence = blockFor(1), alternative = blockFor(0);
    ir::Transfer &made = finish(TransferKind::If);
    made.arguments = {looked};
    made.targets = {{consequence, {}}, {alternative, {}}};
    return;
  }
  ir::Transfer &made = finish(isData ? TransferKind::Case : TransferKind::Switch);
  made.arguments = {looked};
  for (const auto &[key, branch] : branches) {
    made.keys.push_back(key);
    made.targets.push_back({branch, {}});
  }
  if (otherwise != ir::None) {
    made.hasElse = true;
    made.targets.push_back({otherwise, {}});
  }
}

void FunctionLowering::tryBlock(const Transfer &transfer) {
  BlockIndex handling = newBlock("handler");
  function().blocks[handling].parameters.push_back(define(transfer.caught));
  BlockIndex outer = handler;
  handler = handling;
  BlockIndex inside = newBlock("try");
  jump(inside);
  enter(inside);
  lower(*transfer.otherwise);
  handler = outer;
  enter(handling);
  setGlobal(transfer.caught);
  lower(*transfer.handler);
}

/// apply (f, arguments…) = case f of each function as a value: call it with its fields and the arguments.
void FunctionLowering::makeDispatch(const core::Type *type) {
  Variable value = function().addVariable(owner.types.get(type), "f");
  std::vector<Variable> arguments;
  function().parameters.push_back(value);
  for (const core::Type *parameter : core::parameters(type))
    if (!parameter->isUnit()) {
      arguments.push_back(function().addVariable(owner.types.get(parameter)));
      function().parameters.push_back(arguments.back());
    }
  const std::vector<core::Function *> &functions = owner.types.functionsOf(type);
  if (functions.empty())
    return; // nobody makes such a value
  BlockIndex entry = here;
  std::vector<ir::Target> targets;
  std::vector<int64_t> keys;
  for (uint32_t constructor = 0; constructor < functions.size(); ++constructor) {
    enter(newBlock());
    keys.push_back(constructor);
    targets.push_back({here, {}});
    std::vector<Variable> passedOn;
    uint32_t index = 0;
    for (const Value *captured : owner.closures.facts.at(functions[constructor]).captured) {
      ir::Statement &field = emit(ir::Operation::Field, {value});
      field.constructor = constructor;
      field.index = index++;
      passedOn.push_back(result(owner.types.get(captured->type), captured->text));
    }
    passedOn.insert(passedOn.end(), arguments.begin(), arguments.end());
    ir::Transfer &transfer = finish(TransferKind::TailCall);
    transfer.callee = owner.functions.at(functions[constructor]);
    transfer.arguments = std::move(passedOn);
  }
  enter(entry);
  ir::Transfer &transfer = finish(TransferKind::Case);
  transfer.arguments = {value};
  transfer.keys = std::move(keys);
  transfer.targets = std::move(targets);
}

} // namespace tactus::pml::lowering
