//===- LoopReduction.cpp - an outlined loop reduces into the region's variables ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/regions/LoopReduction.h"
#include "model/Microtask.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

namespace {

class ReductionWriter {
public:
  ReductionWriter(const OutlinedLoop &loop, const AccumulatorGroup &group, const CallInst &call)
      : loop(loop), group(group), microtask(*microtaskOf(*loop.fork)), module(*microtask.getParent()),
        context(module.getContext()), ident(call.getArgOperand(0)), pointer(PointerType::get(context, 0)),
        place(call.getDebugLoc() ? DILocation::get(context, call.getDebugLoc().getLine(), call.getDebugLoc().getCol(),
                                                   microtask.getSubprogram())
                                 : nullptr) {}

  void run() {
    initialise();
    if (!group.combiner)
      createCombiner();
    combine();
  }

private:
  const OutlinedLoop &loop;
  const AccumulatorGroup &group;
  Function &microtask;
  Module &module;
  LLVMContext &context;
  Value *ident;
  Type *pointer;
  DebugLoc place;
  Function *combiner = nullptr;

  void initialise() {
    IRBuilder<> builder(microtask.getEntryBlock().getTerminator());
    builder.SetCurrentDebugLocation(place);
    for (auto [variable, neutral] : zip_equal(loop.reduced, group.neutral))
      builder.CreateStore(neutral, variable.copy);
  }

  /// original = original op copy, for one variable.
  static void update(Value *original, Value *copy, Type *type, Instruction::BinaryOps operation, IRBuilder<> &builder) {
    Value *before = builder.CreateLoad(type, original);
    builder.CreateStore(builder.CreateBinOp(operation, before, builder.CreateLoad(type, copy)), original);
  }

  Type *typeOf(unsigned index) const { return loop.reduced[index].copy->getAllocatedType(); }

  /// void combiner(list of originals, list of copies)
  void createCombiner() {
    combiner = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false),
                                GlobalValue::InternalLinkage, microtask.getName() + ".reduction_func", module);
    IRBuilder<> builder(BasicBlock::Create(context, "", combiner));
    for (unsigned i = 0; i < loop.reduced.size(); ++i) {
      auto element = [&](Value *list) {
        return builder.CreateLoad(pointer, builder.CreateConstInBoundsGEP1_64(pointer, list, i));
      };
      update(element(combiner->getArg(0)), element(combiner->getArg(1)), typeOf(i), group.operations[i], builder);
    }
    builder.CreateRetVoid();
  }

  AllocaInst *createVariable(Type *type) {
    IRBuilder<> entry(microtask.getEntryBlock().getTerminator());
    return entry.CreateAlloca(type);
  }

  AllocaInst *createList(ArrayRef<Value *> variables, IRBuilder<> &builder) {
    AllocaInst *list = createVariable(ArrayType::get(pointer, variables.size()));
    for (unsigned i = 0; i < variables.size(); ++i)
      builder.CreateStore(variables[i], builder.CreateConstInBoundsGEP2_64(list->getAllocatedType(), list, 0, i));
    return list;
  }

  Value *lock() {
    auto *type = ArrayType::get(Type::getInt32Ty(context), 8);
    return module.getOrInsertGlobal(".gomp_critical_user_.reduction.var", type, [&] {
      return new GlobalVariable(module, type, false, GlobalValue::CommonLinkage, Constant::getNullValue(type),
                                ".gomp_critical_user_.reduction.var");
    });
  }

  void combine() {
    Instruction *end = nullptr;
    for (BasicBlock &block : microtask)
      if (isa<ReturnInst>(block.getTerminator()))
        end = block.getTerminator();
    BasicBlock *before = end->getParent();
    BasicBlock *after = before->splitBasicBlock(end->getIterator());
    BasicBlock *combining = BasicBlock::Create(context, "", &microtask, after);
    before->getTerminator()->eraseFromParent();
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(place);
    SmallVector<Value *, 2> copies;
    for (const ReducedVariable &variable : loop.reduced)
      copies.push_back(variable.copy);
    AllocaInst *list = createList(copies, builder);
    Value *thread = builder.CreateLoad(builder.getInt32Ty(), microtask.getArg(0));
    auto reduce =
        module.getOrInsertFunction("__kmpc_reduce_nowait", builder.getInt32Ty(), pointer, builder.getInt32Ty(),
                                   builder.getInt32Ty(), builder.getInt64Ty(), pointer, pointer, pointer);
    Value *way = builder.CreateCall(reduce, {ident, thread, builder.getInt32(loop.reduced.size()),
                                             builder.getInt64(8 * loop.reduced.size()), list,
                                             group.combiner ? group.combiner : combiner, lock()});
    SwitchInst *choice = builder.CreateSwitch(way, after);
    choice->addCase(builder.getInt32(1), combining);
    builder.SetInsertPoint(combining);
    combineHere(builder);
    auto endReduce = module.getOrInsertFunction("__kmpc_end_reduce_nowait", builder.getVoidTy(), pointer,
                                                builder.getInt32Ty(), pointer);
    builder.CreateCall(endReduce, {ident, thread, lock()});
    builder.CreateBr(after);
  }

  /// The copies are lent to the function through temporaries, so that they stay in registers.
  void combineHere(IRBuilder<> &builder) {
    SmallVector<Value *, 2> originals, values;
    for (unsigned i = 0; i < loop.reduced.size(); ++i) {
      auto [copy, original] = loop.reduced[i];
      if (!group.combiner) {
        update(original, copy, typeOf(i), group.operations[i], builder);
        continue;
      }
      originals.push_back(original);
      values.push_back(createVariable(typeOf(i)));
      builder.CreateStore(builder.CreateLoad(typeOf(i), copy), values.back());
    }
    if (group.combiner)
      builder.CreateCall(group.combiner, {createList(originals, builder), createList(values, builder)});
  }
};

} // namespace

void addReduction(const OutlinedLoop &loop, const AccumulatorGroup &group, const CallInst &call) {
  ReductionWriter(loop, group, call).run();
}

} // namespace tactus
