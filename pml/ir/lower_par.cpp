//===- lower_par.cpp - par becomes pcall -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/lower_par.h"
#include "pml/ir/loops.h"

namespace tactus::pml::ir {

namespace {

class ParLowering {
public:
  ParLowering(Program &program, Function &function, BlockIndex at)
      : function(function), at(at), par(function.blocks[at].transfer), handler(function.blocks[at].handler),
        firstResults(program.functions[par.callee].results), secondResults(program.functions[par.second].results) {}

  void toPCall() {
    BlockIndex seq = seqBlock();
    auto [sync, syncResults] = block("sync", firstResults, handler);
    Transfer get;
    get.kind = TransferKind::GetJoin;
    get.targets.push_back({end(syncResults), {}});
    set(sync, get);

    BlockIndex spwn = function.addBlock("spwn");
    auto [join, joinResults] = block("join", secondResults, None);
    set(spwn, callSecond(join));
    Transfer setJoin;
    setJoin.kind = TransferKind::SetJoin;
    setJoin.arguments = joinResults;
    set(join, setJoin);

    finish(TransferKind::PCall, {{seq, {}}, {sync, {}}, {spwn, {}}});
  }

  void toCalls() { finish(TransferKind::Call, {{seqBlock(), {}}}); }

private:
  Function &function;
  BlockIndex at;
  const Transfer par;
  BlockIndex handler;
  const std::vector<TypeRef> &firstResults, &secondResults;

  std::pair<BlockIndex, std::vector<Variable>> block(const char *name, const std::vector<TypeRef> &types,
                                                     BlockIndex blockHandler) {
    BlockIndex made = function.addBlock(name);
    std::vector<Variable> parameters;
    for (TypeRef type : types)
      parameters.push_back(function.addVariable(type, "r"));
    function.blocks[made].parameters = parameters;
    function.blocks[made].handler = blockHandler;
    return {made, parameters};
  }

  void set(BlockIndex block, const Transfer &transfer) {
    function.blocks[block].transfer = transfer;
    function.blocks[block].transfer.place = par.place;
  }

  Transfer callSecond(BlockIndex continuation) {
    Transfer call;
    call.kind = TransferKind::Call;
    call.callee = par.second;
    call.arguments = par.secondArguments;
    call.targets.push_back({continuation, {}});
    return call;
  }

  BlockIndex seqBlock() {
    auto [seq, results] = block("seq", firstResults, handler);
    set(seq, callSecond(end(results)));
    return seq;
  }

  /// Takes the second's results and goes on with both.
  BlockIndex end(const std::vector<Variable> &first) {
    auto [made, second] = block("both", secondResults, handler);
    Transfer jump;
    jump.kind = TransferKind::Goto;
    jump.targets.push_back({par.targets[0].block, first});
    auto &arguments = jump.targets[0].arguments;
    arguments.insert(arguments.end(), second.begin(), second.end());
    set(made, jump);
    return made;
  }

  void finish(TransferKind kind, std::vector<Target> targets) {
    Transfer &transfer = function.blocks[at].transfer;
    transfer.kind = kind;
    transfer.targets = std::move(targets);
    transfer.second = None;
    transfer.secondArguments.clear();
  }
};

constexpr std::string_view EnterLoop = "loop_enter";

/// Says so instead of asking.
void runInSequence(Statement &enter) {
  enter.operation = Operation::Constant;
  enter.arguments.clear();
  enter.number = 1;
}

template <typename Lower> void lowerAll(Program &program, Lower lower) {
  for (Function &function : program.functions)
    for (BlockIndex i = 0, count = static_cast<BlockIndex>(function.blocks.size()); i < count; ++i)
      if (function.blocks[i].transfer.kind == TransferKind::Par)
        lower(ParLowering(program, function, i));
}

} // namespace

void lowerPar(Program &program) {
  markOuterLoops(program);
  lowerAll(program, [](ParLowering lowering) { lowering.toPCall(); });
}

void elidePar(Program &program) {
  lowerAll(program, [](ParLowering lowering) { lowering.toCalls(); });
  for (Function &function : program.functions)
    for (Block &block : function.blocks)
      for (Statement &statement : block.statements)
        if (statement.operation == Operation::Primitive && infoOf(statement.primitive).name == EnterLoop)
          runInSequence(statement);
}

} // namespace tactus::pml::ir
