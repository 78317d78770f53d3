//===- PrivateMemory.cpp - what iterations leave for each other in memory ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PrivateMemory.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// The finest picture of an object.
static constexpr uint64_t MostBits = 65536;

/// Of a library function, the bytes behind one of its arguments that it always writes and never reads; else 0.
static uint64_t bytesOfResult(const CallBase &call, unsigned argument) {
  StringRef name = calleeName(call);
  if (argument == 1)
    return StringSwitch<uint64_t>(name)
        .Case("frexp", 4)
        .Case("frexpf", 4)
        .Case("frexpl", 4)
        .Case("modff", 4)
        .Case("modf", 8)
        .Case("sincos", 8)
        .Case("sincosf", 4)
        .Case("clock_gettime", 16)
        .Default(0);
  if (argument == 2)
    return StringSwitch<uint64_t>(name).Case("sincos", 8).Case("sincosf", 4).Default(0);
  return 0;
}

bool replacesContent(const CallBase &call) {
  StringRef name = calleeName(call);
  return name.starts_with("_ZNSt") && call.arg_size() > 0 && call.getParamDereferenceableBytes(0) != 0 &&
         (name.contains("EaSE") || name.contains("E5clearEv") || name.contains("E6assignE"));
}

void PrivateMemory::add(Access access) {
  if (loop.contains(access.at))
    accesses.push_back(access);
}

void PrivateMemory::collectCall(CallBase &call, const Use &use, std::optional<int64_t> offset) {
  Access access{&call, use.get(), 0, offset, true, true, false, true};
  if (call.isArgOperand(&use)) {
    unsigned argument = call.getArgOperandNo(&use);
    const DataLayout &layout = call.getDataLayout();
    if (Type *type = call.getParamStructRetType(argument)) {
      access = {&call, use.get(), layout.getTypeStoreSize(type), offset, false, true, true, false};
    } else if (Type *copied = call.getParamByValType(argument)) {
      access = {&call, use.get(), layout.getTypeStoreSize(copied), offset, true, false, false, false};
    } else if (uint64_t bytes = bytesOfResult(call, argument)) {
      access = {&call, use.get(), bytes, offset, false, true, true, false};
    } else if (argument == 0 && replacesContent(call)) {
      access = {&call, use.get(), call.getParamDereferenceableBytes(0), offset, false, true, true, false};
    } else if (call.doesNotCapture(argument)) {
      access.writes = !call.onlyReadsMemory(argument);
      access.reads = !call.onlyWritesMemory(argument);
    }
  }
  add(access);
}

void PrivateMemory::collect(Value *object) {
  SmallVector<std::pair<Value *, std::optional<int64_t>>, 16> worklist{{object, 0}};
  SmallPtrSet<const Value *, 16> seen{object};
  auto follow = [&](Instruction *derived, std::optional<int64_t> offset) {
    if (seen.insert(derived).second)
      worklist.push_back({derived, offset});
  };
  while (!worklist.empty()) {
    auto [address, offset] = worklist.pop_back_val();
    for (const Use &use : address->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      const DataLayout &layout = user->getDataLayout();
      if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
        APInt constant(layout.getIndexTypeSizeInBits(element->getType()), 0);
        if (offset && element->accumulateConstantOffset(layout, constant))
          follow(element, *offset + constant.getSExtValue());
        else
          follow(element, std::nullopt);
      } else if (isa<CastInst>(user) && user->getType()->isPointerTy()) {
        follow(user, offset);
      } else if (isa<PHINode>(user) || isa<SelectInst>(user) || isa<FreezeInst>(user)) {
        follow(user, std::nullopt);
      } else if (auto *load = dyn_cast<LoadInst>(user)) {
        add({load, address, layout.getTypeStoreSize(load->getType()), offset, true, false, false, false});
      } else if (auto *store = dyn_cast<StoreInst>(user);
                 store && store->getPointerOperand() == address && store->getValueOperand() != address) {
        uint64_t bytes = layout.getTypeStoreSize(store->getValueOperand()->getType());
        add({store, address, bytes, offset, false, true, true, false});
      } else if (auto *memory = dyn_cast<MemIntrinsic>(user)) {
        auto *length = dyn_cast<ConstantInt>(memory->getLength());
        bool isWritten = use.getOperandNo() == 0;
        add({memory, address, length ? length->getZExtValue() : 0, length ? offset : std::nullopt, !isWritten,
             isWritten, isWritten && length, !length});
      } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(user);
                 intrinsic && intrinsic->getIntrinsicID() == Intrinsic::lifetime_start) {
        add({intrinsic, address, size, 0, false, true, true, false});
      } else if (isa<ICmpInst>(user) || user->isLifetimeStartOrEnd() || isa<AssumeInst>(user)) {
        continue;
      } else if (auto *call = dyn_cast<CallBase>(user)) {
        collectCall(*call, use, offset);
      } else {
        // Its address goes elsewhere.
        add({user, address, 0, std::nullopt, true, true, false, true});
      }
    }
  }
}

/// How often the block is executed each time that the loop is entered; null where that is not known.
const SCEV *PrivateMemory::executions(const Loop &inner, const BasicBlock &block) const {
  const BasicBlock *exiting = inner.getExitingBlock();
  const BasicBlock *latch = inner.getLoopLatch();
  if (!exiting || !latch || !dominators.dominates(&block, latch))
    return nullptr;
  const SCEV *back = evolution.getBackedgeTakenCount(&inner);
  if (isa<SCEVCouldNotCompute>(back))
    return nullptr;
  if (exiting == inner.getHeader() && &block != inner.getHeader())
    return back;
  return exiting == latch || exiting == inner.getHeader()
             ? evolution.getAddExpr(back, evolution.getOne(back->getType()))
             : nullptr;
}

/// From the bytes that are accessed in one iteration of the loop `around` to those of all its iterations. False if they
/// are not known to lie side by side.
bool PrivateMemory::step(const Loop &around, const BasicBlock &block, bool isSure, const SCEV *&start,
                         const SCEV *&bytes) const {
  const SCEV *count = executions(around, block);
  if (!count)
    return false;
  const auto *recurrence = dyn_cast<SCEVAddRecExpr>(start);
  if (!recurrence || recurrence->getLoop() != &around)
    // Several times the same bytes, or never.
    return !isSure && evolution.isLoopInvariant(start, &around) && evolution.isLoopInvariant(bytes, &around);
  if (!recurrence->isAffine() || !evolution.isLoopInvariant(bytes, &around))
    return false;
  const SCEV *distance = recurrence->getStepRecurrence(evolution);
  Type *type = bytes->getType();
  if (evolution.getTypeSizeInBits(count->getType()) > evolution.getTypeSizeInBits(type))
    return false;
  count = evolution.getNoopOrZeroExtend(count, type);
  if (evolution.getTypeSizeInBits(distance->getType()) != evolution.getTypeSizeInBits(type))
    return false;
  if (distance == bytes) {
    start = recurrence->getStart();
  } else if (distance == evolution.getNegativeSCEV(bytes) && isa<SCEVConstant>(count) && !count->isZero()) {
    const SCEV *last = evolution.getMinusSCEV(count, evolution.getOne(type));
    start = evolution.getAddExpr(recurrence->getStart(), evolution.getMulExpr(distance, last));
  } else {
    return false;
  }
  bytes = evolution.getMulExpr(bytes, count);
  return true;
}

/// Of a variable-length array: its size as an expression. A loop to its length counts from 0, so that clang's loops say
/// "at least none", but an array's length is not negative.
void PrivateMemory::findExtent(const Value *object) {
  extent = evenIfNegative = nullptr;
  const auto *variable = dyn_cast<AllocaInst>(object);
  if (!variable || isa<ConstantInt>(variable->getArraySize()))
    return;
  const SCEV *length = evolution.getSCEV(const_cast<Value *>(variable->getArraySize()));
  uint64_t bytes = variable->getDataLayout().getTypeAllocSize(variable->getAllocatedType());
  const SCEV *element = evolution.getConstant(length->getType(), bytes);
  extent = evolution.getMulExpr(element, length);
  const SCEV *counted = length;
  if (const auto *extension = dyn_cast<SCEVIntegralCastExpr>(length))
    counted = extension->getOperand();
  counted = evolution.getSMaxExpr(evolution.getZero(counted->getType()), counted);
  evenIfNegative = evolution.getMulExpr(element, evolution.getNoopOrZeroExtend(counted, length->getType()));
}

void PrivateMemory::findFills() {
  fills.clear();
  for (const Access &access : accesses) {
    if (!access.isSure || access.bytes == 0 || !evolution.isSCEVable(access.address->getType()))
      continue;
    const SCEV *start = evolution.getSCEV(access.address);
    const SCEV *bytes = evolution.getConstant(Type::getInt64Ty(access.at->getContext()), access.bytes);
    const BasicBlock *block = access.at->getParent();
    for (const Loop *around = loops.getLoopFor(block); around && around != &loop; around = around->getParentLoop()) {
      if (!step(*around, *block, /*isSure=*/true, start, bytes))
        break;
      fills.push_back({around, start, bytes});
      block = around->getHeader();
    }
  }
}

/// Do the bytes of the read, over the loops that it stands in, lie in those of a loop that was run through before?
bool PrivateMemory::isFilledBefore(const Access &read) const {
  const BasicBlock *place = read.at->getParent();
  for (const Fill &fill : fills) {
    if (fill.loop->contains(place) || !dominators.dominates(fill.loop->getHeader(), place))
      continue;
    const Loop *common = fill.loop->getParentLoop();
    if (!common->contains(place))
      continue;
    if (extent && fill.start == base && is_contained({extent, evenIfNegative}, fill.bytes))
      return true; // From end to end.
    if (read.bytes == 0 || !evolution.isSCEVable(read.address->getType()))
      continue;
    const SCEV *start = evolution.getSCEV(read.address);
    const SCEV *bytes = evolution.getConstant(Type::getInt64Ty(read.at->getContext()), read.bytes);
    const BasicBlock *block = place;
    const Loop *around = loops.getLoopFor(block);
    for (; around && around != common; around = around->getParentLoop()) {
      // A read that is not made in every iteration covers no more than one that is.
      if (!step(*around, *(dominators.dominates(block, around->getLoopLatch()) ? block : around->getHeader()),
                /*isSure=*/false, start, bytes))
        break;
      block = around->getHeader();
    }
    if (around != common)
      continue;
    const SCEV *before = evolution.getMinusSCEV(start, fill.start);
    if (isa<SCEVCouldNotCompute>(before))
      continue;
    before = evolution.getTruncateOrSignExtend(before, bytes->getType());
    const SCEV *end = evolution.getAddExpr(before, bytes);
    if (evolution.isKnownNonNegative(before) && evolution.isKnownPredicate(CmpInst::ICMP_SLE, end, fill.bytes))
      return true;
  }
  return false;
}

/// The bits of the bytes from `begin` to `end`; of bytes that are surely written those that are written whole.
std::pair<unsigned, unsigned> PrivateMemory::bits(int64_t begin, int64_t end, bool isSure) const {
  begin = std::clamp<int64_t>(begin, 0, size);
  end = std::clamp<int64_t>(end, begin, size);
  bool isAtEnd = static_cast<uint64_t>(end) == size;
  unsigned first = (isSure ? begin + granule - 1 : begin) / granule;
  unsigned last = (isSure && !isAtEnd ? end : end + granule - 1) / granule;
  return {first, std::max(first, last)};
}

std::pair<unsigned, unsigned> PrivateMemory::bits(const Access &access, bool isSure) const {
  if (access.offset && !access.isWhole)
    return bits(*access.offset, *access.offset + access.bytes, isSure);
  if (isSure)
    return {0, 0};
  if (base && size > 1 && !access.isWhole && access.bytes != 0 && evolution.isSCEVable(access.address->getType())) {
    const SCEV *offset = evolution.getMinusSCEV(evolution.getSCEV(access.address), base);
    if (!isa<SCEVCouldNotCompute>(offset)) {
      ConstantRange range = evolution.getSignedRange(offset);
      APInt least = range.getSignedMin(), most = range.getSignedMax();
      if (least.sge(0) && most.ult(size))
        return bits(least.getSExtValue(), most.getSExtValue() + access.bytes, isSure);
    }
  }
  return bits(0, size, isSure);
}

void PrivateMemory::set(BitVector &vector, std::pair<unsigned, unsigned> range) const {
  if (range.first < range.second)
    vector.set(range.first, range.second);
}

/// A data flow over the loop's blocks: which bytes an iteration has surely written where it has come to; nothing where
/// it begins.
class PrivateMemory::SureBytes {
public:
  explicit SureBytes(PrivateMemory &memory)
      : memory(memory), loop(memory.loop), width((memory.size + memory.granule - 1) / memory.granule), written(width),
        order(loop.getHeader()->getParent()) {
    for (const Access &access : memory.accesses) {
      byInstruction[access.at].push_back(&access);
      if (access.writes)
        memory.set(written, memory.bits(access, /*isSure=*/false));
    }
    for (const Fill &fill : memory.fills)
      addFill(fill);
    flow();
  }

  /// Does an iteration read what an earlier one may have written? Notes the other reads in `rewritten`.
  bool findExposedReads() {
    bool isExposed = false;
    for (const BasicBlock *block : order)
      if (loop.contains(block))
        walk(block, [&](const Access &access, const BitVector &sure) { isExposed |= look(access, sure); });
    return isExposed;
  }

private:
  /// A loop inside, and what it has written when it is over.
  void addFill(const Fill &fill) {
    const auto *bytes = dyn_cast<SCEVConstant>(fill.bytes);
    const SCEV *distance =
        memory.base && memory.size > 1 ? memory.evolution.getMinusSCEV(fill.start, memory.base) : nullptr;
    const auto *begin = distance ? dyn_cast<SCEVConstant>(distance) : nullptr;
    if (!bytes || !begin)
      return;
    BitVector vector(width);
    int64_t first = begin->getAPInt().getSExtValue();
    memory.set(vector, memory.bits(first, first + bytes->getAPInt().getSExtValue(), /*isSure=*/true));
    filled.push_back({fill.loop, vector});
  }

  BitVector atBegin(const BasicBlock *block) const {
    BitVector sure(width, block != loop.getHeader());
    if (block == loop.getHeader())
      return sure;
    for (const BasicBlock *from : predecessors(block)) {
      if (!loop.contains(from))
        continue;
      auto found = atEnd.find(from);
      if (found == atEnd.end())
        continue; // Not reached yet.
      BitVector incoming = found->second;
      for (auto &[inner, vector] : filled)
        if (inner->contains(from) && !inner->contains(block))
          incoming |= vector;
      sure &= incoming;
    }
    return sure;
  }

  /// Calls visit(read, bytes written before it) for the reads of a block. Returns what is written at its end.
  BitVector walk(const BasicBlock *block, function_ref<void(const Access &, const BitVector &)> visit) const {
    BitVector sure = atBegin(block);
    for (const Instruction &instruction : *block) {
      auto found = byInstruction.find(&instruction);
      if (found == byInstruction.end())
        continue;
      for (const Access *access : found->second)
        if (access->reads)
          visit(*access, sure);
      for (const Access *access : found->second)
        if (access->isSure)
          memory.set(sure, memory.bits(*access, /*isSure=*/true));
    }
    return sure;
  }

  void flow() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock *block : order) {
        if (!loop.contains(block))
          continue;
        BitVector sure = walk(block, [](const Access &, const BitVector &) {});
        auto [found, isNew] = atEnd.try_emplace(block, sure);
        changed |= isNew || found->second != sure;
        found->second = sure;
      }
    }
  }

  /// Is the read one of what an earlier iteration may have written?
  bool look(const Access &access, const BitVector &sure) {
    BitVector read(width);
    memory.set(read, memory.bits(access, /*isSure=*/false));
    if (!read.test(sure))
      memory.rewritten.insert(access.at);
    read &= written;
    read.reset(sure);
    return read.any() && !memory.isFilledBefore(access);
  }

  PrivateMemory &memory;
  const Loop &loop;
  unsigned width;
  /// By any iteration.
  BitVector written;
  DenseMap<const Instruction *, SmallVector<const Access *, 1>> byInstruction;
  SmallVector<std::pair<const Loop *, BitVector>, 4> filled;
  DenseMap<const BasicBlock *, BitVector> atEnd;
  ReversePostOrderTraversal<const Function *> order;
};

bool PrivateMemory::isCarried(ArrayRef<Value *> objects, uint64_t objectSize) {
  size = objectSize == 0 ? 1 : objectSize;
  granule = (size + MostBits - 1) / MostBits;
  accesses.clear();
  rewritten.clear();
  if (objects.empty())
    return false;
  for (Value *object : objects)
    collect(object);
  if (objectSize == 0)
    for (Access &access : accesses)
      access.offset.reset();
  base = objects.size() == 1 ? evolution.getSCEV(objects.front()) : nullptr;
  findExtent(objects.front());
  if (none_of(accesses, [](const Access &access) { return access.writes; }) ||
      none_of(accesses, [](const Access &access) { return access.reads; }))
    return false;
  findFills();
  return SureBytes(*this).findExposedReads();
}

bool PrivateMemory::isInitialisedByCall(const Value &object) const {
  SmallVector<const Value *, 8> worklist{&object};
  SmallPtrSet<const Value *, 8> seen;
  while (!worklist.empty())
    for (const User *user : worklist.pop_back_val()->users()) {
      const auto *instruction = cast<Instruction>(user);
      if (isa<GetElementPtrInst>(user) && seen.insert(user).second)
        worklist.push_back(user);
      const auto *call = dyn_cast<CallBase>(user);
      if (call && !isa<IntrinsicInst>(call) && !loop.contains(instruction) &&
          !dominators.dominates(loop.getHeader(), instruction->getParent()))
        return true;
    }
  return false;
}

SmallVector<Value *, 8> PrivateMemory::addressesBehind(ArrayRef<Value *> objects) {
  SetVector<Value *> addresses;
  SmallVector<Value *, 16> worklist(objects.begin(), objects.end());
  SmallPtrSet<Value *, 16> seen(objects.begin(), objects.end());
  while (!worklist.empty())
    for (User *user : worklist.pop_back_val()->users()) {
      if (!isa<LoadInst>(user) && !isa<GetElementPtrInst>(user) && !isa<PHINode>(user) && !isa<SelectInst>(user))
        continue;
      if (!user->getType()->isPointerTy() || rewritten.contains(cast<Instruction>(user)) || !seen.insert(user).second)
        continue;
      if (isa<LoadInst>(user))
        addresses.insert(user);
      worklist.push_back(user);
    }
  return addresses.takeVector();
}

} // namespace tactus
