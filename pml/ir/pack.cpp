//===- pack.cpp - functions that take or give more than is passed -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All functions change their signatures at once, so callers look at what their callees were. A result comes through a
// block of its own behind the call, as others may jump to where it is used; parameters are taken out in a block in
// front of the function's first one, which may have a handler.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/pack.h"

#include <map>
#include <utility>

namespace tactus::pml::ir {

namespace {

using Types = std::vector<TypeRef>;

class Packing {
public:
  explicit Packing(Program &packed) : program(packed) {
    for (const Function &function : program.functions) {
      Types parameters;
      for (Variable parameter : function.parameters)
        parameters.push_back(function.typeOf(parameter));
      signatures.push_back({std::move(parameters), function.results});
    }
  }

  void run() {
    bool isNeeded = false;
    for (const Signature &signature : signatures)
      isNeeded = isNeeded || isLong(signature.parameters) || isLong(signature.results);
    if (!isNeeded)
      return;
    for (uint32_t index = 0; index < signatures.size(); ++index)
      pack(program.functions[index], signatures[index]);
  }

private:
  struct Signature {
    Types parameters, results;
  };
  Program &program;
  std::vector<Signature> signatures;
  std::map<Types, TypeRef> objects;

  static bool isLong(const Types &types) { return types.size() > MostPassed; }

  /// The object that holds what is not passed by itself.
  TypeRef objectFor(const Types &types) {
    Types fields(types.begin() + (MostPassed - 1), types.end());
    TypeRef &made = objects[fields];
    if (!made) {
      made = program.types.variant(static_cast<uint32_t>(program.variants.size()));
      program.variants.push_back({"packed." + std::to_string(objects.size()), {{"packed", std::move(fields)}}});
    }
    return made;
  }

  /// What is passed for values of such types; the object is made at the end of the block.
  void packValues(Function &function, Block &block, std::vector<Variable> &values, const Types &types) {
    if (!isLong(types))
      return;
    Statement made;
    made.operation = Operation::New;
    made.arguments.assign(values.begin() + (MostPassed - 1), values.end());
    values.resize(MostPassed - 1);
    values.push_back(function.addVariable(objectFor(types), "rest"));
    made.results = {values.back()};
    block.statements.push_back(std::move(made));
  }

  /// Takes the values out of what has been passed; the statements come behind those of the block. `values` becomes what
  /// is passed.
  void unpackValues(Function &function, Block &block, std::vector<Variable> &values, const Types &types) {
    if (!isLong(types))
      return;
    Variable object = function.addVariable(objectFor(types), "rest");
    for (uint32_t field = 0; field < values.size() - (MostPassed - 1); ++field) {
      Statement read;
      read.operation = Operation::Field;
      read.index = field;
      read.arguments = {object};
      read.results = {values[MostPassed - 1 + field]};
      block.statements.push_back(std::move(read));
    }
    values.resize(MostPassed - 1);
    values.push_back(object);
  }

  void pack(Function &function, const Signature &own) {
    size_t count = function.blocks.size();
    for (BlockIndex index = 0; index < count; ++index)
      packTransfer(function, index, own);
    if (isLong(own.results))
      function.results = passed(own.results);
    if (!isLong(own.parameters))
      return;
    Block entry;
    entry.name = "entry";
    unpackValues(function, entry, function.parameters, own.parameters);
    entry.transfer.kind = TransferKind::Goto;
    entry.transfer.targets = {{static_cast<BlockIndex>(function.blocks.size()), {}}};
    function.blocks.push_back(std::exchange(function.blocks[0], std::move(entry)));
  }

  Types passed(const Types &types) {
    Types made(types.begin(), types.begin() + (MostPassed - 1));
    made.push_back(objectFor(types));
    return made;
  }

  void packTransfer(Function &function, BlockIndex index, const Signature &own) {
    Block &block = function.blocks[index];
    Transfer &transfer = block.transfer;
    if (transfer.kind == TransferKind::Return)
      packValues(function, block, transfer.arguments, own.results);
    if (transfer.callee == None)
      return;
    const Signature &first = signatures[transfer.callee];
    packValues(function, block, transfer.arguments, first.parameters);
    const Signature *second = transfer.second == None ? nullptr : &signatures[transfer.second];
    if (second)
      packValues(function, block, transfer.secondArguments, second->parameters);
    // The results of the first function alone go to both targets of a pcall that take any, and to the first of a
    // fork's.
    bool isFork = transfer.kind == TransferKind::Par && transfer.targets.size() == 2;
    size_t taking = transfer.kind == TransferKind::PCall ? 2 : transfer.targets.size();
    for (size_t target = 0; target < taking; ++target)
      receive(function, index, target, first.results, isFork && target == 0 ? nullptr : second);
  }

  /// Puts a block in front of a target, which takes the results apart.
  void receive(Function &function, BlockIndex index, size_t target, const Types &first, const Signature *second) {
    if (!isLong(first) && (!second || !isLong(second->results)))
      return;
    Block made;
    made.name = "unpack";
    made.transfer.kind = TransferKind::Goto;
    std::vector<Variable> all;
    auto take = [&](const Types &results) {
      std::vector<Variable> values;
      for (TypeRef type : results)
        values.push_back(function.addVariable(type));
      all.insert(all.end(), values.begin(), values.end());
      unpackValues(function, made, values, results);
      made.parameters.insert(made.parameters.end(), values.begin(), values.end());
    };
    take(first);
    if (second)
      take(second->results);
    BlockIndex &block = function.blocks[index].transfer.targets[target].block;
    made.transfer.targets = {{block, std::move(all)}};
    block = static_cast<BlockIndex>(function.blocks.size());
    function.blocks.push_back(std::move(made));
  }
};

} // namespace

void packParameters(Program &program) { Packing(program).run(); }

} // namespace tactus::pml::ir
