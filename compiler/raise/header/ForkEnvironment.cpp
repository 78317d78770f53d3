//===- ForkEnvironment.cpp - the values that a fork records --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/header/ForkEnvironment.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// How many values one pointer may become: each is a store at every fork.
static constexpr unsigned MaximalExpansion = 12;

/// Pointers are recorded as integers by the header, and come back as pointers.
static Value *stripCasts(Value *value) {
  while (auto *cast = dyn_cast<CastInst>(value)) {
    if (!isa<PtrToIntInst>(cast) && !isa<IntToPtrInst>(cast) && !cast->isNoopCast(cast->getModule()->getDataLayout()))
      break;
    value = cast->getOperand(0);
  }
  return value;
}

namespace {

/// A local variable whose address only the function and the forks' environments know.
class Privacy {
public:
  bool holds(AllocaInst *variable) { return variable->isStaticAlloca() && check(variable, variable); }

private:
  SmallPtrSet<Value *, 8> visited;

  /// Looks at all uses of an address of, or into, `variable`.
  bool check(Value *address, AllocaInst *variable) {
    if (!visited.insert(address).second)
      return true;
    return all_of(address->users(), [&](User *user) { return checkUse(user, address, variable); });
  }

  bool checkUse(User *user, Value *address, AllocaInst *variable) {
    if (auto *load = dyn_cast<LoadInst>(user))
      return !load->isVolatile();
    if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() != address)
        return !store->isVolatile();
      // The address is kept in another variable, whose contents nobody else sees either.
      auto *keeper = dyn_cast<AllocaInst>(getUnderlyingAlloca(store->getPointerOperand()));
      return keeper && keeper != variable && keeper->isStaticAlloca() && checkKeeper(keeper, variable);
    }
    if (isa<GEPOperator>(user) || isa<PtrToIntInst>(user) || isa<IntToPtrInst>(user) || isa<BitCastInst>(user))
      return check(user, variable);
    if (isa<ICmpInst>(user))
      return true;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic))
        return true;
      auto *transfer = dyn_cast<AnyMemIntrinsic>(intrinsic);
      return transfer && !transfer->isVolatile() && isa<MemSetInst>(intrinsic);
    }
    if (auto *call = dyn_cast<CallInst>(user))
      return call->getCalledFunction() && call->getCalledFunction()->getName() == ForkValuesName;
    return false;
  }

  static Value *getUnderlyingAlloca(Value *address) {
    while (auto *offset = dyn_cast<GEPOperator>(address))
      address = offset->getPointerOperand();
    return address;
  }

  /// What is loaded from the keeper is the address again.
  bool checkKeeper(AllocaInst *keeper, AllocaInst *variable) {
    if (!visited.insert(keeper).second)
      return true;
    SmallVector<Value *, 4> addresses{keeper};
    for (unsigned i = 0; i < addresses.size(); ++i)
      for (User *user : addresses[i]->users()) {
        if (isa<GEPOperator>(user)) {
          addresses.push_back(user);
        } else if (auto *load = dyn_cast<LoadInst>(user)) {
          if (!check(load, variable))
            return false;
        } else if (!checkUse(user, addresses[i], keeper)) {
          return false;
        }
      }
    return true;
  }
};

/// What `run` does with one word of its environment.
struct WordUse {
  SmallVector<LoadInst *, 2> loads;
  /// Loads behind the pointer in the word, by offset and type.
  MapVector<std::pair<int64_t, Type *>, SmallVector<LoadInst *, 2>> reads;
  /// All that happens with the word is that it is read through.
  bool isOnlyRead = true;
};

} // namespace

static bool isScalar(Type *type, const DataLayout &layout) {
  return (type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy()) && !type->isX86_FP80Ty() &&
         layout.getTypeStoreSize(type) <= 8;
}

static void followPointer(Value *pointer, int64_t offset, WordUse &word, const DataLayout &layout) {
  for (User *user : pointer->users()) {
    if (auto *load = dyn_cast<LoadInst>(user); load && load->isSimple() && isScalar(load->getType(), layout)) {
      word.reads[{offset, load->getType()}].push_back(load);
    } else if (auto *gep = dyn_cast<GetElementPtrInst>(user)) {
      APInt constant(layout.getIndexSizeInBits(0), 0);
      if (gep->accumulateConstantOffset(layout, constant))
        followPointer(gep, offset + constant.getSExtValue(), word, layout);
      else
        word.isOnlyRead = false;
    } else if (isa<IntToPtrInst>(user) || isa<BitCastInst>(user)) {
      followPointer(user, offset, word, layout);
    } else if (!isa<DbgInfoIntrinsic>(user)) {
      word.isOnlyRead = false;
    }
  }
}

/// False if `run` uses its environment in any other way than by reading whole words.
static bool findWords(Value *environment, int64_t offset, MutableArrayRef<WordUse> words, const DataLayout &layout) {
  for (User *user : environment->users()) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (!load->isSimple() || !isScalar(load->getType(), layout) || offset % 8 != 0 || offset < 0 ||
          static_cast<uint64_t>(offset) / 8 >= words.size())
        return false;
      words[offset / 8].loads.push_back(load);
    } else if (auto *gep = dyn_cast<GetElementPtrInst>(user)) {
      APInt constant(layout.getIndexSizeInBits(0), 0);
      if (!gep->accumulateConstantOffset(layout, constant) ||
          !findWords(gep, offset + constant.getSExtValue(), words, layout))
        return false;
    } else if (!isa<DbgInfoIntrinsic>(user)) {
      return false;
    }
  }
  return true;
}

/// A recorded constant, or a value whose bits are at hand, as the type that `run` reads.
static Constant *asConstant(Value *value, Type *type, const DataLayout &layout) {
  auto *constant = dyn_cast<Constant>(stripCasts(value));
  if (!constant || isa<ConstantExpr>(constant))
    return nullptr;
  if (constant->getType() == type)
    return constant;
  if (isa<GlobalValue>(constant) && type->isIntegerTy(64))
    return ConstantExpr::getPtrToInt(constant, type);
  return nullptr;
}

namespace {

/// The values that a fork records, as they are found to be needed.
class RecordedValues {
public:
  explicit RecordedValues(Function &run) : run(run) {}

  /// The loads read the value where it is recorded now. Returns its place.
  unsigned replace(ArrayRef<LoadInst *> loads, Value *value) {
    auto *known = find(values, value);
    auto index = static_cast<unsigned>(known - values.begin());
    if (known == values.end())
      values.push_back(value);
    for (LoadInst *load : loads) {
      IRBuilder<> inRun(load);
      Value *address = inRun.CreateConstInBoundsGEP1_64(inRun.getInt64Ty(), run.getArg(0), index);
      load->replaceAllUsesWith(inRun.CreateAlignedLoad(load->getType(), address, Align(8)));
    }
    return index;
  }
  ArrayRef<Value *> all() const { return values; }

private:
  Function &run;
  SmallVector<Value *, 8> values;
};

} // namespace

/// The variable that a word points to, if what is read of it can be recorded in its place; null if not.
static AllocaInst *expandedVariable(Value *value, const WordUse &word, const DataLayout &layout) {
  auto *variable = dyn_cast<AllocaInst>(stripCasts(value));
  if (!variable || !word.isOnlyRead || word.reads.size() > MaximalExpansion || !variable->getAllocationSize(layout) ||
      !Privacy().holds(variable))
    return nullptr;
  auto size = static_cast<int64_t>(variable->getAllocationSize(layout)->getFixedValue());
  for (auto &[place, loads] : word.reads)
    if (place.first < 0 ||
        place.first + static_cast<int64_t>(layout.getTypeStoreSize(place.second).getFixedValue()) > size)
      return nullptr;
  return variable;
}

/// Decides on one word, the `position`th that `values` has recorded so far. True if something is different now.
static bool scalariseWord(CallInst *values, unsigned position, const WordUse &word, RecordedValues &recorded) {
  const DataLayout &layout = values->getDataLayout();
  if (word.loads.empty())
    return true; // Nobody reads the word.
  Value *value = values->getArgOperand(position);
  if (all_of(word.loads, [&](LoadInst *load) { return asConstant(value, load->getType(), layout); })) {
    for (LoadInst *load : word.loads)
      load->replaceAllUsesWith(asConstant(value, load->getType(), layout));
    return true;
  }
  AllocaInst *variable = expandedVariable(value, word, layout);
  if (!variable)
    return recorded.replace(word.loads, value) != position;
  IRBuilder<> builder(values);
  for (auto &[place, loads] : word.reads) {
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable, place.first);
    // The same alignment as the access in `run` claims.
    recorded.replace(loads, builder.CreateAlignedLoad(place.second, address, loads.front()->getAlign()));
  }
  return true;
}

bool scalariseEnvironment(CallInst *&values, Function &run) {
  const DataLayout &layout = run.getParent()->getDataLayout();
  SmallVector<WordUse, 8> words(values->arg_size());
  if (!findWords(run.getArg(0), 0, words, layout))
    return false;
  for (WordUse &word : words)
    for (LoadInst *load : word.loads)
      followPointer(load, 0, word, layout);

  RecordedValues recorded(run);
  bool changed = false;
  for (unsigned i = 0; i < words.size(); ++i)
    changed |= scalariseWord(values, i, words[i], recorded);
  // With the casts and offsets between them.
  for (BasicBlock &block : run)
    for (Instruction &instruction : make_early_inc_range(reverse(block)))
      if (isInstructionTriviallyDead(&instruction))
        instruction.eraseFromParent();
  if (!changed)
    return false;
  auto *replacement =
      IRBuilder<>(values).CreateCall(values->getFunctionType(), values->getCalledOperand(), recorded.all());
  replacement->setAttributes(values->getAttributes());
  replacement->setDebugLoc(values->getDebugLoc());
  values->eraseFromParent();
  values = replacement;
  return true;
}

} // namespace tactus
