//===- FunctionStructure.cpp - the tree of one function ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Blocks are read in the order in which clang has laid them out, which is that of the source. Blocks that only an
// exception leads to are left out: nobody forks there, and they would count as much as the rest.
//
//===----------------------------------------------------------------------===//
#include "summary/FunctionStructure.h"
#include "abi/schedules.h"
#include "ir/LLVMVersions.h"
#include "model/RuntimeCalls.h"
#include "summary/Expressions.h"
#include "summary/Spawns.h"
#include "summary/SsaCopy.h"
#include "summary/VirtualCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tactus {

using abi::Node;
using abi::NodeKind;

uint64_t typeNumber(const FunctionType &type) {
  std::string text;
  raw_string_ostream(text) << type;
  return xxh3_64bits(text);
}

/// Of a call and of what it may mean: virtual ones only mean each other, at the same place of a table.
static uint64_t typeNumber(const FunctionType &type, std::optional<uint64_t> place) {
  uint64_t number = typeNumber(type);
  if (!place)
    return number;
  return xxh3_64bits(std::to_string(number) + " at " + std::to_string(*place));
}

std::string keyOf(const GlobalValue &value) {
  return abi::summaryKey(GlobalValue::dropLLVMManglingEscape(value.getName()));
}

static Node makeNode(NodeKind kind, uint32_t parent, uint32_t line, Function *callee = nullptr) {
  Node node;
  node.kind = kind;
  node.parent = parent;
  node.line = line;
  if (callee)
    node.callee = keyOf(*callee);
  return node;
}

namespace {

class Reader {
  Function &original;
  SsaCopy copy;
  TargetTransformInfo &costs;
  abi::StructureFunction &result;
  /// What has a loop's contents as its children, and where its cycles are counted.
  DenseMap<const Loop *, uint32_t> parents, counters;
  /// A worksharing construct whose loop has not come yet: it stands in `workshareOutside`.
  CallBase *workshare = nullptr;
  const Loop *workshareOutside = nullptr;
  bool hasChunkLoop = false;
  /// Nodes behind the beginning of a Cilk spawn.
  std::optional<size_t> cilkBegin;
  SmallPtrSet<Function *, 4> spawned;

public:
  Reader(Function &function, FunctionAnalysisManager &analyses, abi::StructureFunction &result)
      : original(function), copy(function, analyses.getResult<TargetLibraryAnalysis>(function)),
        costs(analyses.getResult<TargetIRAnalysis>(function)), result(result) {}

  void read() {
    SmallPtrSet<BasicBlock *, 32> reached = blocksWithoutExceptions();
    for (BasicBlock &block : copy.function()) {
      if (!reached.contains(&block))
        continue;
      const Loop *loop = copy.loops->getLoopFor(&block);
      for (Instruction &instruction : block) {
        uint32_t parent = nodeOf(loop);
        auto *call = dyn_cast<CallBase>(&instruction);
        if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm()) {
          if (!readCall(*call, parent, loop))
            return;
        } else {
          countCycles(instruction, loop);
        }
      }
    }
  }

private:
  SmallPtrSet<BasicBlock *, 32> blocksWithoutExceptions() {
    SmallPtrSet<BasicBlock *, 32> reached;
    SmallVector<BasicBlock *, 16> pending{&copy.function().getEntryBlock()};
    while (!pending.empty()) {
      BasicBlock *block = pending.pop_back_val();
      if (!reached.insert(block).second)
        continue;
      if (auto *invoke = dyn_cast<InvokeInst>(block->getTerminator()))
        pending.push_back(invoke->getNormalDest());
      else
        append_range(pending, successors(block));
    }
    return reached;
  }

  void countCycles(Instruction &instruction, const Loop *loop) {
    InstructionCost cost = costs.getInstructionCost(&instruction, TargetTransformInfo::TCK_RecipThroughput);
    if (!cost.isValid())
      return;
    auto cycles = static_cast<double>(costOf(cost));
    (loop ? result.nodes[counters.lookup(loop)].cycles : result.cycles) += cycles;
  }

  uint32_t add(Node node) {
    result.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(result.nodes.size());
  }

  /// The parent of what stands in the loop, made when the loop is first seen.
  uint32_t nodeOf(const Loop *loop) {
    if (!loop)
      return 0;
    if (auto known = parents.find(loop); known != parents.end())
      return known->second;
    uint32_t parent = nodeOf(loop->getParentLoop());
    Node node = makeNode(NodeKind::Loop, parent, loop->getStartLoc() ? loop->getStartLoc().getLine() : 0);
    LoopRole role = loopRole(original);
    bool isWorkshared = workshare && loop->getParentLoop() == workshareOutside;
    if (isWorkshared && hasChunkLoop) {
      hasChunkLoop = false;
      workshareOutside = loop;
      role = LoopRole::Mechanics;
    } else if (isWorkshared) {
      role = LoopRole::Iterations;
    }
    if (role == LoopRole::Mechanics) {
      // Chunks and the iterations in them are the iterations of one loop.
      node.trip = constantExpression(1);
    } else if (role == LoopRole::Iterations) {
      if (isWorkshared)
        node.trip = workshareTrip();
      node.isParallel = true;
      workshare = nullptr;
    } else {
      node.trip = tripCount(const_cast<Loop *>(loop), *copy.evolution);
    }
    uint32_t line = node.line;
    uint32_t own = add(std::move(node));
    counters[loop] = own - 1;
    if (role == LoopRole::Iterations)
      own = add(makeNode(NodeKind::Spawn, own, line));
    parents[loop] = own;
    return own;
  }

  /// The upper bound that the construct begins with is its last iteration.
  abi::Expression workshareTrip() {
    Value *bound = workshare->getArgOperand(calleeName(*workshare).starts_with("__kmpc_for_static") ? 5 : 4);
    if (bound->getType()->isPointerTy()) {
      Value *stored = nullptr;
      for (User *user : bound->users())
        if (auto *store = dyn_cast<StoreInst>(user);
            store && store->getPointerOperand() == bound && copy.dominators->dominates(store, workshare))
          stored = store->getValueOperand();
      if (!stored)
        return {};
      bound = stored;
    }
    return sumOf(asExpression(bound, *copy.evolution), constantExpression(1));
  }

  static bool isChunked(CallBase &init) {
    if (!calleeName(init).starts_with("__kmpc_for_static"))
      return true;
    auto *schedule = dyn_cast<ConstantInt>(init.getArgOperand(2));
    return !schedule || (schedule->getSExtValue() & ~int64_t{abi::ScheduleModifiers}) != abi::StaticSchedule;
  }

  void addParallelLoop(uint32_t parent, uint32_t line, abi::Expression trip, Function *callee) {
    Node loop = makeNode(NodeKind::Loop, parent, line);
    loop.trip = std::move(trip);
    loop.isParallel = true;
    add(makeNode(NodeKind::Spawn, add(std::move(loop)), line, callee));
  }

  /// A parallel loop that a library runs. False if nothing else in the function counts.
  bool addIterations(const Construct &construct, uint32_t parent, uint32_t line) {
    bool isAll = construct.meaning == Meaning::IterationsOfFunction;
    if (isAll) {
      result.nodes.clear();
      result.cycles = 0;
    }
    abi::Expression trip;
    if (construct.end)
      trip = sumOf(asExpression(construct.end, *copy.evolution), asExpression(construct.begin, *copy.evolution), -1);
    addParallelLoop(isAll ? 0 : parent, line, std::move(trip), construct.callees[0]);
    return !isAll;
  }

  /// False if nothing else in the function counts.
  bool readCall(CallBase &call, uint32_t parent, const Loop *loop) {
    Construct construct = constructOf(call, copy.function());
    uint32_t line = lineOf(call);
    auto addNode = [&](NodeKind kind, Function *callee, bool isBeside = false) {
      Node node = makeNode(kind, parent, line, callee);
      node.isBeside = isBeside;
      add(std::move(node));
    };
    switch (construct.meaning) {
    case Meaning::Call:
      addCall(call, parent, line);
      break;
    case Meaning::Nothing:
      break;
    case Meaning::Spawn:
    case Meaning::SpawnBeside:
    case Meaning::SpawnPair:
      for (Function *callee : construct.callees)
        addNode(NodeKind::Spawn, callee, construct.meaning == Meaning::SpawnBeside);
      if (construct.callees.empty()) // TPAL: what runs elsewhere is a block of the same code.
        addNode(NodeKind::Spawn, &original);
      spawned.insert(construct.callees.begin(), construct.callees.end());
      break;
    case Meaning::Taskloop:
      // The loop over a task's iterations stands in the task.
      addParallelLoop(parent, line, constantExpression(1), construct.callees[0]);
      break;
    case Meaning::Region:
      addNode(NodeKind::Region, construct.callees[0]);
      break;
    case Meaning::Iterations:
    case Meaning::IterationsOfFunction:
      return addIterations(construct, parent, line);
    case Meaning::WorkshareInit:
      workshare = &call;
      workshareOutside = loop;
      hasChunkLoop = isChunked(call);
      break;
    case Meaning::Wait:
      addNode(NodeKind::Wait, nullptr);
      break;
    case Meaning::CilkSpawnBegin:
      cilkBegin = result.nodes.size();
      result.waitsAtEnd = true;
      break;
    case Meaning::CilkSpawnEnd:
      endCilkSpawn();
      break;
    }
    return true;
  }

  /// The last call of the statement is the spawned one (raise/cilk/CilkSpawns.h).
  void endCilkSpawn() {
    if (!cilkBegin)
      return;
    for (size_t i = result.nodes.size(); i > *cilkBegin; --i) {
      Node &node = result.nodes[i - 1];
      if (node.kind != NodeKind::Call)
        continue;
      node.kind = NodeKind::Spawn;
      node.isBeside = true;
      break;
    }
    cilkBegin.reset();
  }

  void addCall(CallBase &call, uint32_t parent, uint32_t line) {
    auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    Node node = makeNode(callee ? NodeKind::Call : NodeKind::IndirectCall, parent, line, callee);
    if (callee) {
      // What an `if` clause of a task calls where it is false.
      if (isTaskEntry(*callee) && spawned.contains(callee))
        return;
      for (Value *argument : call.args())
        node.arguments.push_back(asExpression(argument, *copy.evolution));
      while (!node.arguments.empty() && !node.arguments.back().isKnown)
        node.arguments.pop_back();
    } else {
      // Clang's tasks take the function that finds their private copies as an argument.
      if (isPart(original) && isa<Argument>(call.getCalledOperand()))
        return;
      node.type = typeNumber(*call.getFunctionType(), placeInTable(call));
    }
    add(std::move(node));
  }

  static uint32_t lineOf(const Instruction &instruction) {
    return instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
  }
};

} // namespace

static void describePlace(const Function &function, abi::StructureFunction &result) {
  constexpr size_t LongestName = 120;
  if (DISubprogram *subprogram = function.getSubprogram()) {
    result.file = subprogram->getFilename().str();
    result.line = subprogram->getLine();
  }
  if (result.isPart)
    return;
  result.name = result.symbol.starts_with("#") ? std::string() : result.symbol;
  // Not for templates and inline functions, of which there are very many.
  if (function.hasExternalLinkage() && function.getName().starts_with("_Z"))
    result.fullName = demangle(function.getName());
  if (result.fullName.size() > LongestName)
    result.fullName.clear();
  if (DISubprogram *subprogram = function.getSubprogram())
    result.name = abi::summaryName(subprogram->getName());
}

abi::StructureFunction structureOf(Function &function, FunctionAnalysisManager &analyses) {
  abi::StructureFunction result;
  result.symbol = keyOf(function);
  result.isPart = isPart(function);
  describePlace(function, result);
  result.isLocal = function.hasLocalLinkage();
  result.isAddressTaken = function.hasAddressTaken() && !result.isPart;
  result.type = typeNumber(*function.getFunctionType(), placeInTables(function));
  Reader(function, analyses, result).read();
  return result;
}

} // namespace tactus
