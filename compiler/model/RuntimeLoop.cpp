//===- RuntimeLoop.cpp - static data of latent loops that libtactus runs --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/RuntimeLoop.h"
#include "abi/loops.h"
#include "ir/Registration.h"
#include "ir/StaticRecord.h"

using namespace llvm;

namespace tactus {

Constant *runtimeLoop(Module &module, StringRef run, const SourceLocation &location, uint32_t flags) {
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context);
  Type *pointer = PointerType::get(context, 0);
  auto *runType = FunctionType::get(Type::getVoidTy(context), {word, word, pointer, pointer}, false);
  using Fields = abi::LoopDescriptorFields;
  StaticRecord<Fields> record(context);
  record.set(Fields::run, cast<Constant>(module.getOrInsertFunction(run, runType).getCallee()));
  record.set(Fields::file, createString(module, location.file));
  record.set(Fields::function, createString(module, location.function));
  record.set(Fields::line, location.line);
  record.set(Fields::column, location.column);
  record.set(Fields::environmentWords, 1);
  record.set(Fields::flags, flags);
  record.set(Fields::weight, static_cast<uint64_t>(abi::UnknownWeight));
  return record.get();
}

} // namespace tactus
