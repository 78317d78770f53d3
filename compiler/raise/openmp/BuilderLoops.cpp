//===- BuilderLoops.cpp - OpenMPIRBuilder's worksharing loops in clang's form ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/BuilderLoops.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/BuilderArithmetic.h"
#include "raise/openmp/BuilderPlaces.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

namespace {

/// A loop as CanonicalLoopInfo describes it: header: iv = phi; cond: iv <u count; body ... latch: iv + 1.
struct CountedLoop {
  BasicBlock *before = nullptr, *header = nullptr, *body = nullptr, *latch = nullptr, *after = nullptr;
  PHINode *number = nullptr;
  ICmpInst *compare = nullptr;
  Instruction *next = nullptr;

  /// The loop that a block branches to.
  bool find(BasicBlock *entry, BasicBlock *candidate) {
    before = entry;
    header = candidate;
    number = header ? dyn_cast<PHINode>(&header->front()) : nullptr;
    if (!number || number->getNumIncomingValues() != 2 || number->getBasicBlockIndex(before) < 0)
      return false;
    latch = number->getIncomingBlock(number->getBasicBlockIndex(before) == 0 ? 1 : 0);
    next = dyn_cast<Instruction>(number->getIncomingValueForBlock(latch));
    BasicBlock *check = header->getSingleSuccessor();
    auto *branch = check ? dyn_cast<BranchInst>(check->getTerminator()) : nullptr;
    compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!next || !match(next, m_Add(m_Specific(number), m_One())) || !compare ||
        compare->getPredicate() != ICmpInst::ICMP_ULT || compare->getOperand(0) != number ||
        latch->getSingleSuccessor() != header)
      return false;
    body = branch->getSuccessor(0);
    after = branch->getSuccessor(1);
    return true;
  }
};

class Rewriter {
public:
  explicit Rewriter(CallInst &init)
      : init(init), function(*init.getFunction()), wide(Type::getInt64Ty(function.getContext())) {}

  bool run() {
    if (!find())
      return false;
    dominators.recalculate(function);
    if (!count)
      count = countOf(*last);
    place = placeOfLoop();
    ident = identAt(init.getArgOperand(0), place, isSections() ? IdentWorkSections : 0);
    endTemporaries();
    if (!place)
      place = init.getDebugLoc();
    writeBounds();
    writeIterations();
    writeVariables();
    for (Instruction *each : finis)
      each->eraseFromParent();
    return true;
  }

private:
  CallInst &init;
  Function &function;
  /// Of the function as it was.
  DominatorTree dominators;
  IntegerType *wide;
  bool isDispatch = false;
  /// The last argument of the loop's own: a chunk of one is what plain schedules have.
  Value *chunk = nullptr;
  /// The number of iterations; where that of the last one is given, it is computed from it.
  Value *count = nullptr, *last = nullptr;
  CallInst *next = nullptr;
  AllocaInst *isLast = nullptr, *formerLower = nullptr, *formerUpper = nullptr;
  AllocaInst *lower = nullptr, *upper = nullptr, *stride = nullptr, *iteration = nullptr;
  /// The loop over iterations, and where all of it ends.
  CountedLoop loop;
  BasicBlock *exit = nullptr;
  /// What is added to the loop's number to get the iteration's, or null.
  Value *offset = nullptr;
  SmallVector<Instruction *, 1> finis;
  /// Where the loop's directive is, and what says so.
  DebugLoc place;
  Value *ident = nullptr;

  /// The value that is in a variable when the call is made; it is stored in the same block.
  Value *storedBefore(const AllocaInst &variable) const {
    for (Instruction *each = init.getPrevNode(); each; each = each->getPrevNode())
      if (auto *store = dyn_cast<StoreInst>(each); store && store->getPointerOperand() == &variable)
        return store->getValueOperand();
    return nullptr;
  }

  static LoadInst *firstLoad(const AllocaInst &variable, BasicBlock &block) {
    for (Instruction &each : block)
      if (auto *load = dyn_cast<LoadInst>(&each); load && load->getPointerOperand() == &variable)
        return load;
    return nullptr;
  }

  bool find() { return calleeName(init).starts_with("__kmpc_dispatch_init_") ? findDispatched() : findStatic(); }

  bool findVariables(const CallInst &call, unsigned first) {
    isLast = dyn_cast<AllocaInst>(call.getArgOperand(first));
    formerLower = dyn_cast<AllocaInst>(call.getArgOperand(first + 1));
    formerUpper = dyn_cast<AllocaInst>(call.getArgOperand(first + 2));
    return isLast && formerLower && formerUpper;
  }

  bool findStatic() {
    BasicBlock *block = init.getParent();
    if (!findVariables(init, 3) || !isa<ConstantInt>(init.getArgOperand(2)))
      return false;
    chunk = init.getArgOperand(8);
    last = storedBefore(*formerUpper);
    offset = firstLoad(*formerLower, *block);
    Value *first = storedBefore(*formerLower);
    if (!last || !offset || !first || !match(first, m_Zero()))
      return false;
    CountedLoop outer;
    if (!outer.find(block, block->getSingleSuccessor()) && !findBehindPreheader(outer, block))
      return false;
    exit = outer.after;
    if (!findFini())
      return false;
    if (isSumWith(*outer.number, offset)) {
      loop = outer;
      return true;
    }
    // A loop over chunks.
    isDispatch = true;
    if (!loop.find(outer.body, outer.body->getSingleSuccessor()) && !findBehindPreheader(loop, outer.body))
      return false;
    for (User *user : loop.number->users())
      if (auto *sum = dyn_cast<BinaryOperator>(user); sum && sum != loop.next && sum->getOpcode() == Instruction::Add)
        offset = sum->getOperand(0) == loop.number ? sum->getOperand(1) : sum->getOperand(0);
    return isSumWith(*loop.number, offset);
  }

  static bool findBehindPreheader(CountedLoop &found, BasicBlock *block) {
    BasicBlock *preheader = block->getSingleSuccessor();
    return preheader && preheader->getSinglePredecessor() && found.find(preheader, preheader->getSingleSuccessor());
  }

  /// Is the number used in nothing but its loop's check, its step, and sums with the offset?
  static bool isSumWith(const PHINode &number, const Value *offset) {
    return all_of(number.users(), [&](const User *user) {
      return isa<ICmpInst>(user) || match(user, m_Add(m_Specific(&number), m_One())) ||
             match(user, m_c_Add(m_Specific(&number), m_Specific(offset)));
    });
  }

  bool findFini() {
    for (Instruction &each : *exit)
      if (isCallTo(each, "__kmpc_for_static_fini"))
        finis.push_back(&each);
    return finis.size() == 1;
  }

  bool findDispatched() {
    BasicBlock *outer = init.getParent()->getSingleSuccessor();
    next = outer ? dyn_cast<CallInst>(&outer->front()) : nullptr;
    auto *leave = outer ? dyn_cast<BranchInst>(outer->getTerminator()) : nullptr;
    if (!next || !calleeName(*next).starts_with("__kmpc_dispatch_next_") || !findVariables(*next, 2) || !leave ||
        !leave->isConditional() || !match(init.getArgOperand(3), m_One()) || !loop.find(outer, leave->getSuccessor(0)))
      return false;
    chunk = init.getArgOperand(6);
    count = init.getArgOperand(4);
    exit = leave->getSuccessor(1);
    isDispatch = true;
    return loop.after == outer;
  }

  /// The count whose last iteration is given; `sub count, 1` as it is written.
  Value *countOf(Value &number) {
    Value *found = nullptr;
    if (match(&number, m_Sub(m_Value(found), m_One())))
      return found;
    IRBuilder<> builder(&init);
    return builder.CreateAdd(&number, ConstantInt::get(number.getType(), 1));
  }

  /// The end of the loop's code in the source is a branch to its latch, with the place of the directive.
  DebugLoc placeOfLoop() const {
    for (BasicBlock *block = loop.latch->getSinglePredecessor(); block && block != loop.body;
         block = block->getSinglePredecessor())
      if (const DebugLoc &found = block->getTerminator()->getDebugLoc())
        return found;
    return {};
  }

  /// Where a loop's body begins, sections have a switch.
  bool isSections() const { return isa<SwitchInst>(loop.body->getTerminator()); }

  SmallPtrSet<BasicBlock *, 16> blocksOfBody() const {
    SmallPtrSet<BasicBlock *, 16> blocks{loop.body};
    SmallVector<BasicBlock *, 16> worklist{loop.body};
    while (!worklist.empty())
      for (BasicBlock *block = worklist.pop_back_val(); BasicBlock * follower : successors(block))
        if (block != loop.latch && blocks.insert(follower).second)
          worklist.push_back(follower);
    return blocks;
  }

  /// What stands in the loop in the source, and not before it, is an iteration's own: compiler's temporaries, and
  /// variables of a BLOCK. flang makes them once for the region.
  void endTemporaries() {
    const auto *location = place.get();
    SmallPtrSet<BasicBlock *, 16> blocks = blocksOfBody();
    for (Instruction &instruction : instructions(function)) {
      auto *temporary = dyn_cast<AllocaInst>(&instruction);
      const DILocation *definition = temporary ? temporary->getDebugLoc().get() : nullptr;
      if (!definition || !location || definition->getFile() != location->getFile() ||
          definition->getLine() <= location->getLine() || !isa<ConstantInt>(temporary->getArraySize()) ||
          blocks.contains(temporary->getParent()) || !all_of(temporary->users(), [&](const User *user) {
            return blocks.contains(cast<Instruction>(user)->getParent());
          }))
        continue;
      IRBuilder<> builder(loop.body, loop.body->getFirstInsertionPt());
      builder.CreateLifetimeStart(temporary);
      builder.SetInsertPoint(loop.latch->getTerminator());
      builder.CreateLifetimeEnd(temporary);
    }
  }

  AllocaInst *variable(Type *type, const Twine &name) {
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    return builder.CreateAlloca(type, nullptr, name);
  }

  FunctionCallee entryPoint(StringRef name, ArrayRef<Type *> parameters, Type *result) {
    return function.getParent()->getOrInsertFunction(name, FunctionType::get(result, parameters, false),
                                                     init.getCalledFunction()->getAttributes());
  }

  void writeBounds() {
    lower = variable(wide, ".omp.lb");
    upper = variable(wide, ".omp.ub");
    stride = variable(wide, ".omp.stride");
    iteration = variable(wide, ".omp.iv");
    IRBuilder<> builder(&init);
    Value *most = builder.CreateSub(builder.CreateZExt(count, wide), builder.getInt64(1));
    Value *piece = builder.CreateSExt(chunk, wide);
    // From here on it is the loop's (model/RegionShape.h).
    builder.CreateStore(builder.getInt64(0), lower);
    builder.CreateStore(most, upper);
    builder.CreateStore(builder.getInt64(1), stride);
    builder.CreateStore(builder.getInt32(0), isLast);
    Type *narrow = builder.getInt32Ty(), *pointer = builder.getPtrTy(), *none = builder.getVoidTy();
    Value *thread = init.getArgOperand(1), *kind = init.getArgOperand(2);
    builder.SetCurrentDebugLocation(place);
    if (isDispatch)
      builder.CreateCall(entryPoint("__kmpc_dispatch_init_8", {pointer, narrow, narrow, wide, wide, wide, wide}, none),
                         {ident, thread, kind, builder.getInt64(0), most, builder.getInt64(1), piece});
    else
      builder.CreateCall(entryPoint("__kmpc_for_static_init_8",
                                    {pointer, narrow, narrow, pointer, pointer, pointer, pointer, wide, wide}, none),
                         {ident, thread, kind, isLast, lower, upper, stride, builder.getInt64(1), piece});
  }

  void writeIterations() {
    LLVMContext &context = function.getContext();
    IRBuilder<> builder(context);
    auto *check = BasicBlock::Create(context, "omp.inner.for.cond", &function, loop.body);
    BasicBlock *entry = init.getParent();
    Value *thread = init.getArgOperand(1);
    // The call and what follows it is for the former loops.
    // It cannot be reached any more: Microtask.cpp removes it.
    entry->splitBasicBlock(init.getIterator(), "omp.former");
    entry->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(entry);
    builder.SetCurrentDebugLocation(place);
    BasicBlock *end = exit;
    if (isDispatch) {
      auto *dispatch = BasicBlock::Create(context, "omp.dispatch.cond", &function, check);
      auto *first = BasicBlock::Create(context, "omp.dispatch.body", &function, check);
      end = BasicBlock::Create(context, "omp.dispatch.inc", &function, check);
      builder.CreateBr(dispatch);
      builder.SetInsertPoint(dispatch);
      Type *narrow = builder.getInt32Ty(), *pointer = builder.getPtrTy();
      Value *more = builder.CreateCall(
          entryPoint("__kmpc_dispatch_next_8", {pointer, narrow, pointer, pointer, pointer, pointer}, narrow),
          {ident, thread, isLast, lower, upper, stride});
      builder.CreateCondBr(builder.CreateICmpNE(more, builder.getInt32(0)), first, exit);
      builder.SetInsertPoint(end);
      builder.CreateBr(dispatch);
      builder.SetInsertPoint(first);
    }
    builder.CreateStore(builder.CreateLoad(wide, lower), iteration);
    builder.CreateBr(check);
    builder.SetInsertPoint(check);
    Value *number = builder.CreateLoad(wide, iteration);
    builder.CreateCondBr(builder.CreateICmpSLE(number, builder.CreateLoad(wide, upper)), loop.body, end);
    builder.SetInsertPoint(loop.latch->getTerminator());
    builder.CreateStore(builder.CreateAdd(builder.CreateLoad(wide, iteration), builder.getInt64(1)), iteration);
    loop.latch->getTerminator()->setSuccessor(0, check);
    endOfDispatch(thread);
  }

  /// Where other loops have `fini`. In ordered loops each iteration has an end of its own.
  void endOfDispatch(Value *thread) {
    if (!isDispatch)
      return finis.clear();
    IRBuilder<> builder(&*exit->getFirstNonPHIOrDbg());
    builder.SetCurrentDebugLocation(place);
    Type *narrow = builder.getInt32Ty(), *pointer = builder.getPtrTy();
    builder.CreateCall(entryPoint("__kmpc_dispatch_deinit", {pointer, narrow}, builder.getVoidTy()), {ident, thread});
    for (Instruction &each : *loop.latch)
      if (calleeName(each) == "__kmpc_dispatch_fini_4u")
        cast<CallInst>(each).setCalledFunction(
            entryPoint("__kmpc_dispatch_fini_8u", {pointer, narrow}, builder.getVoidTy()));
  }

  /// The iteration's number in the body, and from it the program's variables.
  void writeVariables() {
    IRBuilder<> builder(loop.body, loop.body->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(place);
    Value *number = builder.CreateLoad(wide, iteration);
    Value *narrow = builder.CreateTrunc(number, loop.number->getType());
    SmallVector<Instruction *, 2> sums;
    for (User *user : loop.number->users())
      if (auto *sum = dyn_cast<Instruction>(user); sum && sum != loop.next && sum != loop.compare)
        sums.push_back(sum);
    if (offset) {
      for (Instruction *sum : sums)
        sum->replaceAllUsesWith(narrow);
    } else {
      for (Instruction *user : sums)
        user->replaceUsesOfWith(loop.number, narrow);
    }
    loop.next->replaceAllUsesWith(PoisonValue::get(loop.next->getType()));
    loop.number->replaceAllUsesWith(PoisonValue::get(loop.number->getType()));
    loop.next->eraseFromParent();
    if (auto *trunc = dyn_cast<TruncInst>(narrow); trunc || narrow == number)
      writeNest(*cast<Instruction>(narrow), number, builder);
  }

  /// A collapsed nest: `urem` gives an inner loop its number, `udiv` what is left for the outer ones.
  void writeNest(Instruction &narrow, Value *number, IRBuilder<> &builder) {
    SmallVector<std::pair<Instruction *, Value *>, 2> inner;
    SmallVector<Instruction *, 2> former;
    Instruction *left = &narrow;
    for (;;) {
      Instruction *rest = nullptr, *quotient = nullptr;
      for (User *user : left->users()) {
        if (match(user, m_URem(m_Specific(left), m_Value())))
          rest = cast<Instruction>(user);
        if (match(user, m_UDiv(m_Specific(left), m_Value())))
          quotient = cast<Instruction>(user);
      }
      if (!rest || !quotient || rest->getOperand(1) != quotient->getOperand(1) || left->getNumUses() != 2)
        break;
      inner.push_back({rest, rest->getOperand(1)});
      former.push_back(quotient);
      left = quotient;
    }
    // From the outermost loop on, each with the iterations of all loops inside it.
    SmallVector<std::pair<Instruction *, Value *>, 3> loops;
    IRBuilder<> before(&function.getEntryBlock());
    SmallVector<Value *, 3> insides;
    Value *product = nullptr;
    for (auto &[rest, length] : inner) {
      before.SetInsertPoint(boundsBegin());
      Value *each = before.CreateZExt(length, wide);
      product = product ? before.CreateMul(product, each) : each;
      insides.push_back(invariant(product));
    }
    Value *rest = number;
    for (unsigned i = inner.size(); i > 0; --i) {
      Value *inside = read(insides[i - 1], builder);
      Value *index = builder.CreateUDiv(rest, inside);
      loops.push_back({i == inner.size() ? left : inner[i].first, index});
      rest = builder.CreateSub(rest, builder.CreateMul(index, inside));
    }
    loops.push_back({inner.empty() ? &narrow : inner.front().first, rest});
    for (auto &[value, index] : loops)
      writeVariable(*value, index);
    for (auto &[value, index] : loops)
      if (value != &narrow) {
        IRBuilder<> here(value);
        value->replaceAllUsesWith(here.CreateTrunc(index, value->getType()));
      }
  }

  /// variable = number * step + start.
  void writeVariable(Instruction &number, Value *index) {
    SmallVector<Instruction *, 2> products;
    for (User *user : number.users())
      if (match(user, m_Mul(m_Specific(&number), m_Value())) && isOutside(cast<Instruction>(user)->getOperand(1)))
        products.push_back(cast<Instruction>(user));
    for (Instruction *product : products)
      for (User *user : make_early_inc_range(product->users())) {
        auto *sum = dyn_cast<Instruction>(user);
        if (!sum || !match(sum, m_Add(m_Specific(product), m_Value())) || !isOutside(sum->getOperand(1)))
          continue;
        Value *start = widened(sum->getOperand(1)), *step = widened(product->getOperand(1));
        IRBuilder<> builder(sum);
        Value *value = builder.CreateAdd(read(start, builder), builder.CreateMul(index, read(step, builder)));
        value = builder.CreateTrunc(value, sum->getType());
        sum->replaceAllUsesWith(value);
        for (User *use : value->users())
          if (auto *store = dyn_cast<StoreInst>(use); store && store->getValueOperand() == value)
            store->setMetadata(NeverWrapsMark, MDNode::get(store->getContext(), {}));
        Value *bound = sum->getOperand(1);
        sum->eraseFromParent();
        keepBound(bound);
      }
  }

  /// Is the value there when the loop begins? All that is written for its bounds stands before the loop.
  bool isOutside(const Value *value) const {
    const auto *definition = dyn_cast<Instruction>(value);
    if (!definition)
      return true;
    const BasicBlock *block = boundsBegin()->getParent();
    return definition->getParent() == block ? definition->comesBefore(boundsBegin())
                                            : dominators.dominates(definition->getParent(), block);
  }

  Instruction *boundsBegin() const {
    for (User *user : lower->users())
      if (auto *store = dyn_cast<StoreInst>(user))
        return store;
    return nullptr;
  }

  /// A value in 64 bits: a constant, or a variable that is written where the loop begins.
  Value *widened(Value *value) {
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return ConstantInt::getSigned(wide, constant->getSExtValue());
    IRBuilder<> builder(boundsBegin());
    return invariant(builder.CreateSExt(value, wide));
  }

  Value *invariant(Value *value) {
    if (isa<ConstantInt>(value))
      return value;
    AllocaInst *holder = variable(wide, ".capture_expr.");
    IRBuilder<> builder(boundsBegin()->getNextNode());
    builder.CreateStore(value, holder);
    return holder;
  }

  Value *read(Value *kept, IRBuilder<> &builder) {
    return isa<AllocaInst>(kept) ? builder.CreateLoad(wide, kept) : kept;
  }
};

bool isBuilders(const CallInst &call) {
  StringRef name = calleeName(call);
  return name.starts_with("__kmpc_for_static_init_") || name.starts_with("__kmpc_dispatch_init_");
}

} // namespace

bool rewriteBuilderLoops(Function &function) {
  SmallVector<CallInst *, 4> inits;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isBuilders(*call))
      inits.push_back(call);
  bool changed = false;
  for (CallInst *init : inits)
    changed |= Rewriter(*init).run();
  return changed;
}

} // namespace tactus
