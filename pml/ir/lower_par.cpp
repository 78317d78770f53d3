//===- lower_par.cpp - par becomes pcall -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/lower_par.h"
#include "pml/ir/loops.h"
#include "pml/ir/short_first.h"

namespace tactus::pml::ir {

namespace {

/// How deep short functions are copied that call each other last.
constexpr unsigned MostCopied = 4;

class ParLowering {
public:
  ParLowering(Program &program, Function &function, BlockIndex at)
      : program(program), function(function), at(at), par(function.blocks[at].transfer),
        handler(function.blocks[at].handler), firstResults(program.functions[par.callee].results),
        secondResults(program.functions[par.second].results) {}

  void toPCall() { callFirst(at, par, seqBlock(), 0); }

  void toCalls() { finish(at, TransferKind::Call, par, {{seqBlock(), {}}}); }

private:
  Program &program;
  Function &function;
  BlockIndex at;
  const Transfer par;
  BlockIndex handler;
  const std::vector<TypeRef> &firstResults, &secondResults;

  /// A pcall of what `call` calls. A short function is copied instead, and what it calls last is called in its place.
  /// Its ways without a call fork nothing, which only the links of a chain may do: without forks there are no polls.
  void callFirst(BlockIndex here, const Transfer &call, BlockIndex seq, unsigned depth) {
    const Function &first = program.functions[call.callee];
    bool isLink = par.targets.size() == 2;
    if (depth == MostCopied || &first == &function || !isShort(first) || (!isLink && returns(first))) {
      pcall(here, call, seq);
      return;
    }
    for (BlockIndex end : copyShort(function, here, first, call.arguments)) {
      const Transfer last = function.blocks[end].transfer;
      if (last.kind == TransferKind::TailCall)
        callFirst(end, last, seq, depth + 1);
      else
        finish(end, TransferKind::Goto, {}, {{seq, last.arguments}});
    }
  }

  void pcall(BlockIndex here, const Transfer &call, BlockIndex seq) {
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

    finish(here, TransferKind::PCall, call, {{seq, {}}, {sync, {}}, {spwn, {}}});
  }

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

  /// A fork says where it goes on alone.
  BlockIndex seqBlock() {
    if (par.targets.size() == 2)
      return par.targets[0].block;
    auto [seq, results] = block("seq", firstResults, handler);
    set(seq, callSecond(end(results)));
    return seq;
  }

  /// Takes the second's results and goes on with both.
  BlockIndex end(const std::vector<Variable> &first) {
    auto [made, second] = block("both", secondResults, handler);
    Transfer jump;
    jump.kind = TransferKind::Goto;
    jump.targets.push_back({par.targets.back().block, first});
    auto &arguments = jump.targets[0].arguments;
    arguments.insert(arguments.end(), second.begin(), second.end());
    set(made, jump);
    return made;
  }

  void finish(BlockIndex here, TransferKind kind, const Transfer &call, std::vector<Target> targets) {
    Transfer made;
    made.kind = kind;
    made.callee = call.callee;
    made.arguments = call.arguments;
    made.targets = std::move(targets);
    made.place = par.place;
    function.blocks[here].transfer = std::move(made);
  }
};

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
  elideLoops(program);
}

} // namespace tactus::pml::ir
