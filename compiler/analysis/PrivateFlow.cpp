//===- PrivateFlow.cpp - what loops and roles leave in a region's private variables --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PrivateFlow.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace tactus {

namespace {

/// What an instruction of the region does to a variable.
struct Access {
  bool reads = false;
  bool writes = false;
  /// Nothing of the former content is left.
  bool replaces = false;
  bool escapes = false;

  void merge(const Access &other) {
    reads |= other.reads;
    writes |= other.writes;
    replaces |= other.replaces;
    escapes |= other.escapes;
  }
};

/// All that is done to one variable.
class Accesses {
public:
  explicit Accesses(AllocaInst &variable) : variable(variable) {
    std::optional<TypeSize> allocated = variable.getAllocationSize(variable.getDataLayout());
    size = allocated && !allocated->isScalable() ? allocated->getFixedValue() : 0;
    follow(variable, nullptr, true);
  }

  const DenseMap<const Instruction *, Access> &all() const { return found; }
  /// The region itself has a pointer or reference to it, which is valid for the strand's variable only.
  bool isHeld() const { return isHeldInRegion; }
  Access at(const Instruction &instruction) const { return found.lookup(&instruction); }

private:
  AllocaInst &variable;
  uint64_t size = 0;
  bool isHeldInRegion = false;
  DenseMap<const Instruction *, Access> found;
  SmallPtrSet<const Value *, 16> seen;

  /// `site` is the instruction of the region by which a called function got the address; null in the region itself.
  void follow(const Value &pointer, const Instruction *site, bool isStart) {
    if (!seen.insert(&pointer).second)
      return;
    for (const Use &use : pointer.uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, PHINode, SelectInst, BitCastInst, AddrSpaceCastInst>(user))
        follow(*user, site, false);
      else if (const AllocaInst *holder = holderOf(use, *user))
        followHolder(*holder, site);
      else
        found[site ? site : user].merge(accessOf(use, *user, site, isStart));
    }
  }

  /// The variable in which the address is kept, if that is set once: a reference, or a parameter's copy on the stack.
  static const AllocaInst *holderOf(const Use &use, const Instruction &user) {
    const auto *store = dyn_cast<StoreInst>(&user);
    const auto *holder = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
    bool isPlain = holder && use.getOperandNo() == 0 && all_of(holder->users(), [&](const User *other) {
                     return other == store || isa<LoadInst>(other) || cast<Instruction>(other)->isLifetimeStartOrEnd();
                   });
    return isPlain ? holder : nullptr;
  }

  void followHolder(const AllocaInst &holder, const Instruction *site) {
    isHeldInRegion |= !site;
    for (const User *user : holder.users())
      if (isa<LoadInst>(user))
        follow(*user, site, false);
  }

  Access accessOf(const Use &use, const Instruction &user, const Instruction *site, bool isStart) {
    const DataLayout &layout = variable.getDataLayout();
    if (isa<LoadInst>(user))
      return {.reads = true};
    if (auto *store = dyn_cast<StoreInst>(&user)) {
      if (use.getOperandNo() != StoreInst::getPointerOperandIndex())
        return storesAddress(*store, site);
      bool isWhole = isStart && !site && layout.getTypeStoreSize(store->getValueOperand()->getType()) == size;
      return {.writes = true, .replaces = isWhole};
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user))
      return {.reads = true, .writes = true};
    if (user.isLifetimeStartOrEnd())
      return {.replaces = cast<IntrinsicInst>(user).getIntrinsicID() == Intrinsic::lifetime_start && !site};
    if (auto *memory = dyn_cast<MemIntrinsic>(&user)) {
      auto *bytes = dyn_cast<ConstantInt>(memory->getLength());
      bool isTarget = use.getOperandNo() == 0;
      return {.reads = !isTarget,
              .writes = isTarget,
              .replaces = isTarget && isStart && !site && bytes && bytes->getZExtValue() == size};
    }
    if (auto *call = dyn_cast<CallBase>(&user); call && call->isArgOperand(&use))
      return passes(*call, call->getArgOperandNo(&use), site ? site : &user);
    return {.reads = true, .writes = true, .escapes = true};
  }

  /// The list of a copyprivate names variables, and so does that of a reduction. Parameters are copied for debuggers.
  Access storesAddress(const StoreInst &store, const Instruction *site) const {
    const Value *target = store.getPointerOperand()->stripPointerCasts();
    if (auto *element = dyn_cast<GEPOperator>(target))
      target = element->getPointerOperand()->stripPointerCasts();
    const auto *list = dyn_cast<AllocaInst>(target);
    bool isList = list && any_of(list->users(), [&](const User *user) {
                    return isCallTo(*cast<Instruction>(user), "__kmpc_copyprivate") ||
                           classifyRuntimeCall(calleeName(*cast<Instruction>(user))).role == CallRole::Reduce;
                  });
    bool isCopy = list && all_of(list->users(), [&](const User *user) {
                    return user == &store || cast<Instruction>(user)->isLifetimeStartOrEnd();
                  });
    if (isList || isCopy)
      return {};
    return {.reads = true, .writes = true, .escapes = true};
  }

  Access passes(const CallBase &call, unsigned argument, const Instruction *site) {
    Function *callee = call.getCalledFunction();
    unsigned parameter = argument;
    if (Function *microtask = microtaskOf(call)) {
      if (argument < 3)
        return {.reads = true, .writes = true, .escapes = true};
      callee = microtask;
      parameter = argument - 1;
    }
    if (callee && !callee->isDeclaration() && !callee->isInterposable() && parameter < callee->arg_size()) {
      follow(*callee->getArg(parameter), site, false);
      return {};
    }
    StringRef name = calleeName(call);
    if (name == "__kmpc_copyprivate")
      return {};
    bool isKept = !call.doesNotCapture(argument) && !isComputingFunction(name) && !name.starts_with("__kmpc_");
    return {.reads = !call.onlyWritesMemory(argument), .writes = !call.onlyReadsMemory(argument), .escapes = isKept};
  }
};

class FlowSearch {
public:
  FlowSearch(const RegionShape &shape, const Accumulators &accumulators, Blockers &blockers)
      : shape(shape), accumulators(accumulators), blockers(blockers) {
    privates.resize(shape.loops.size());
  }

  PrivatesOfLoops run() {
    for (Instruction &instruction : instructions(*shape.function))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction);
          variable && !isCopyprivates(*variable) && !accumulators.contains(variable))
        if (const RegionPart *part = shape.partOf(variable->getParent()); !part || !shape.isLoop(part))
          look(*variable);
    return std::move(privates);
  }

private:
  const RegionShape &shape;
  const Accumulators &accumulators;
  Blockers &blockers;
  PrivatesOfLoops privates;

  /// Clang's own variables of a copyprivate: the list, and whether this thread was the chosen one.
  bool isCopyprivates(const AllocaInst &variable) const {
    return any_of(shape.copyprivates, [&](const CallInst *call) {
      const auto *chosen = dyn_cast<LoadInst>(call->getArgOperand(5));
      return call->getArgOperand(3)->stripPointerCasts() == &variable ||
             (chosen && chosen->getPointerOperand() == &variable);
    });
  }

  bool isBroadcast(const CallInst &call, const AllocaInst &variable) const {
    auto *list = dyn_cast<AllocaInst>(call.getArgOperand(3)->stripPointerCasts());
    return list && any_of(reductionListStores(list), [&](auto &element) {
             return element.first->getValueOperand()->stripPointerCasts() == &variable;
           });
  }

  void block(Reason reason, const Instruction &where) { blockers.push_back({reason, &where}); }

  void look(AllocaInst &variable) {
    Accesses accesses(variable);
    SmallPtrSet<const RegionPart *, 4> writers, users;
    const Instruction *escape = nullptr;
    for (auto &[instruction, access] : accesses.all()) {
      if (!access.reads && !access.writes)
        continue;
      const RegionPart *part = shape.partOf(instruction->getParent());
      users.insert(part);
      if (access.writes && part)
        writers.insert(part);
      if (access.escapes)
        escape = instruction;
    }
    bool hasOneUser = users.size() == 1 && *users.begin();
    if (hasOneUser && (shape.isLoop(*users.begin()) || !isRepeated(**users.begin())))
      return;
    if (escape && !hasOneUser)
      return block(Reason::PrivateAddress, *escape);
    if (accesses.isHeld() && !writers.empty())
      return block(Reason::PrivateAddress, variable);
    SmallPtrSet<const RegionPart *, 4> reached;
    for (const RegionPart *writer : writers)
      followFrom(*writer, variable, accesses, reached);
    for (unsigned i = 0; i < shape.loops.size(); ++i) {
      const RegionPart *loop = &shape.loops[i];
      if (!writers.contains(loop) && !(reached.contains(loop) && users.contains(loop)))
        continue;
      if (variable.isStaticAlloca())
        privates[i].push_back(&variable);
      else
        block(Reason::PrivateFlow, *loop->call);
    }
  }

  /// Can the part be entered again?
  static bool isRepeated(const RegionPart &part) {
    return isPotentiallyReachable(part.exit, part.entry, nullptr, nullptr, nullptr);
  }

  /// What a thread may read of the variable behind a part that has written it.
  void followFrom(const RegionPart &writer, const AllocaInst &variable, const Accesses &accesses,
                  SmallPtrSetImpl<const RegionPart *> &reached) {
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<BasicBlock *, 8> worklist{writer.exit};
    while (!worklist.empty()) {
      BasicBlock *block = worklist.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      const RegionPart *part = shape.partOf(block);
      if (part && shape.isLoop(part)) {
        reached.insert(part);
        worklist.push_back(part->exit);
      } else if (!endsIn(*block, variable, accesses)) {
        append_range(worklist, successors(block));
      }
    }
  }

  /// Is the variable overwritten in the block? Notes reads before that.
  bool endsIn(const BasicBlock &block, const AllocaInst &variable, const Accesses &accesses) {
    for (const Instruction &instruction : block) {
      Access access = accesses.at(instruction);
      if (access.reads) {
        this->block(Reason::PrivateFlow, instruction);
        return true;
      }
      if (access.replaces)
        return true;
      if (isCallTo(instruction, "__kmpc_copyprivate") && isBroadcast(cast<CallInst>(instruction), variable))
        return true;
    }
    return false;
  }
};

} // namespace

PrivatesOfLoops findPrivateFlow(const RegionShape &shape, const Accumulators &accumulators, Blockers &blockers) {
  return FlowSearch(shape, accumulators, blockers).run();
}

} // namespace tactus
