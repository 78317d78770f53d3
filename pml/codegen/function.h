//===- function.h - a function of the PCall IR as an LLVM function --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// function.cpp has blocks and transfers, data.cpp what concerns objects, numbers.cpp, large_integers.cpp and
// primitives.cpp the primitives, fork.cpp pcalls.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_FUNCTION_H
#define TACTUS_PML_CODEGEN_FUNCTION_H

#include "pml/codegen/module.h"

#include <functional>

namespace tactus::pml::codegen {

/// Of a comparison: eq, lt, le, gt, ge. Of anything else it is none.
llvm::CmpInst::Predicate predicateOf(llvm::StringRef operation, bool isSigned);

class FunctionBuilder {
public:
  FunctionBuilder(ModuleBuilder &module, uint32_t index);

  void run();

private:
  using Values = llvm::SmallVector<llvm::Value *, 8>;

  ModuleBuilder &module;
  ir::Program &program;
  const Layout &layout;
  uint32_t index;
  const ir::Function &source;
  llvm::Function *function;
  llvm::LLVMContext &context;
  llvm::IRBuilder<> builder;

  std::vector<llvm::Value *> values;
  std::vector<llvm::BasicBlock *> blocks;
  /// Where calls of the function itself in tail position go, if there are any.
  llvm::BasicBlock *loop = nullptr;
  /// The function calls so many others last that copies of them would make it very long: a dispatcher.
  bool keepsTailCalls = false;
  /// By block: takes the exception from the thread and goes to the block's handler. By block and exception: raises a
  /// predefined one. Made when they are needed.
  std::map<ir::BlockIndex, llvm::BasicBlock *> unwindBlocks;
  std::map<std::tuple<ir::BlockIndex, uint32_t, llvm::Constant *>, llvm::BasicBlock *> raiseBlocks;
  llvm::BasicBlock *leaveBlock = nullptr;
  ir::BlockIndex current = 0;

  // function.cpp
  llvm::BasicBlock *createBlock(const llvm::Twine &name) { return llvm::BasicBlock::Create(context, name, function); }
  llvm::Value *value(ir::Variable variable) const { return values[variable]; }
  Values valuesOf(const std::vector<ir::Variable> &variables) const;
  void emitEntry();
  void emitBlock(ir::BlockIndex block);
  void emitTransfer(const ir::Transfer &transfer);
  void locate(const ir::Place &place);
  void jump(const ir::Target &target);
  void enter(ir::BlockIndex block, llvm::ArrayRef<llvm::Value *> arguments);
  void emitCase(const ir::Transfer &transfer);
  void emitSwitch(const ir::Transfer &transfer);
  void emitReturn(llvm::ArrayRef<llvm::Value *> results);
  void emitTailCall(const ir::Transfer &transfer);
  bool leavesByRaising(const ir::Target &target) const;
  void emitIf(const ir::Transfer &transfer);
  /// Stores those that are not in registers, and returns the others.
  Values passArguments(uint32_t callee, llvm::ArrayRef<llvm::Value *> arguments);
  Values takeResults(uint32_t callee, llvm::Value *returned);
  llvm::Value *loadPassed(uint64_t base, unsigned position, llvm::Type *type);
  void storePassed(uint64_t base, unsigned position, llvm::Value *value);
  llvm::CallInst *createCall(uint32_t callee, llvm::ArrayRef<llvm::Value *> arguments);
  Values emitCall(uint32_t callee, llvm::ArrayRef<llvm::Value *> arguments);
  llvm::Value *inThread(uint64_t offset) { return module.threadField(builder, offset); }

  // Raising.
  void notePlace(const ir::Place &place);
  void noteCall(const ir::Place &place);
  void raise(llvm::Value *exception, const ir::Place &place);
  /// What has just been called has perhaps raised, and says where unless it is a function of the program.
  void checkRaised(llvm::function_ref<void()> note = {});
  llvm::BasicBlock *unwindBlock();
  /// Goes on if the condition is false.
  void raiseIf(llvm::Value *condition, uint32_t predefined, const ir::Place &place);
  void branchUnlikely(llvm::Value *condition, llvm::BasicBlock *unlikely, llvm::BasicBlock *likely);

  // data.cpp
  void emitStatement(const ir::Statement &statement);
  llvm::Value *emitConstant(const ir::Statement &statement);
  llvm::Value *emitNew(const ir::Statement &statement);
  llvm::Value *emitVector(const ir::Statement &statement);
  llvm::Value *emitArray(const ir::Statement &statement);
  llvm::Value *emitException(const ir::Statement &statement);
  llvm::Value *emitForeignCall(const ir::Statement &statement);
  llvm::Value *emitMemory(const ir::Statement &statement);
  llvm::Value *emitAtomic(const ir::Statement &statement);
  llvm::Value *allocate(uint64_t bytes, uint64_t header);
  llvm::Value *allocateRecord(const std::vector<ir::TypeRef> &fields, uint64_t header,
                              llvm::ArrayRef<llvm::Value *> fieldValues);
  llvm::Value *address(llvm::Value *object, uint64_t offset);
  llvm::Value *elementAddress(llvm::Value *sequence, llvm::Value *position, ir::TypeRef element);
  llvm::Value *elementFieldAddress(const ir::Statement &statement);
  /// `memory` names what kind of memory it is (ModuleBuilder::tagAccess).
  llvm::Value *load(llvm::Value *from, ir::TypeRef type, llvm::StringRef memory, bool isShared = false);
  /// As memory has it: bool is a byte there.
  llvm::Value *inMemory(llvm::Value *stored, ir::TypeRef type);
  void store(llvm::Value *to, llvm::Value *stored, ir::TypeRef type, llvm::StringRef memory, bool isShared = false);
  void share(llvm::Value *holder, llvm::Value *stored);
  void forgetIdentity(llvm::Value *frozen);
  std::string elementMemory(ir::TypeRef element) const;
  llvm::Value *loadHeader(llvm::Value *object);
  llvm::Value *constructorOf(llvm::Value *object);
  llvm::Value *lengthOf(llvm::Value *sequence);

  // numbers.cpp, large_integers.cpp, primitives.cpp
  void emitPrimitive(const ir::Statement &statement);
  llvm::Value *emitInteger(const ir::Statement &statement, unsigned bits, llvm::StringRef operation);
  /// In place for small ones. False if only the runtime does it.
  bool emitLargeInteger(const ir::Statement &statement);
  llvm::Value *emitLargeInteger(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> words, llvm::Type *type,
                                const std::function<void(llvm::Value *)> &orSlow);
  llvm::Value *emitOverflowing(const ir::Statement &statement, unsigned bits, llvm::StringRef operation);
  llvm::Value *emitDivision(const ir::Statement &statement, unsigned bits, llvm::StringRef operation);
  /// Of a divisor that is not 0, and whose quotient does not overflow.
  llvm::Value *remainderByPositive(llvm::Value *left, llvm::ConstantInt *divisor);
  llvm::Value *divide(llvm::Value *left, llvm::Value *divisor, llvm::StringRef operation);
  llvm::Value *emitWord(const ir::Statement &statement, unsigned bits, llvm::StringRef operation);
  llvm::Value *emitReal(const ir::Statement &statement, unsigned bits, llvm::StringRef operation);
  llvm::Value *emitCharString(llvm::Value *character);
  llvm::Value *emitStringEqual(llvm::Value *left, llvm::Value *right);
  llvm::Value *emitIdentity(const ir::Statement &statement);
  /// The loop's price is in a variable of its own (pml/runtime/loops.cpp).
  llvm::GlobalVariable *createLoopWeight();
  llvm::Value *emitEnterLoop(const ir::Statement &statement, bool isInside);
  /// A function of the runtime of the primitive's name.
  void emitRuntimeCall(const ir::Statement &statement);
  /// No safepoint: it neither allocates nor waits.
  llvm::CallInst *callLeaf(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments);
  /// A safepoint. Both are taken for calls that never raise.
  llvm::CallInst *callRuntime(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments);

  // fork.cpp
  friend class ForkBuilder;
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_FUNCTION_H
