//===- module.cpp - a program of the PCall IR as an LLVM module ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/module.h"
#include "compiler/ir/Registration.h"
#include "pml/codegen/function.h"
#include "pml/codegen/tags.h"
#include "pml/codegen/waits.h"
#include "pml/ir/check.h"
#include "pml/ir/once.h"
#include "pml/ir/pack.h"
#include "pml/runtime/interface.h"

#include "llvm/ADT/APInt.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace tactus::pml::codegen {

ModuleBuilder::ModuleBuilder(ir::Program &program, Module &module, bool debugs, bool spreads)
    : program(program), module(module), context(module.getContext()), layout(program, context),
      debug(debugs ? std::make_unique<DebugInfo>(program, module) : nullptr), spreads(spreads) {}

Constant *ModuleBuilder::immediate(uint64_t value) const {
  if (value == 0)
    return ConstantPointerNull::get(layout.objectType());
  return ConstantExpr::getIntToPtr(ConstantInt::get(Type::getInt64Ty(context), value), layout.objectType());
}

Value *ModuleBuilder::threadField(IRBuilder<> &builder, uint64_t offset) const {
  GlobalVariable *thread = module.getNamedGlobal("pml_thread");
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), builder.CreateThreadLocalAddress(thread), offset);
}

GlobalVariable *ModuleBuilder::credit() {
  GlobalVariable *known = module.getNamedGlobal("tactus_credit");
  if (!known)
    known = new GlobalVariable(module, Type::getInt64Ty(context), false, GlobalValue::ExternalLinkage, nullptr,
                               "tactus_credit", nullptr, GlobalVariable::InitialExecTLSModel);
  return known;
}

void ModuleBuilder::prepare(Function &function) const {
  function.setGC(CollectorName);
  if (hasTasks)
    function.addFnAttr(MayWaitAttribute);
  if (hasInterrupts)
    function.addFnAttr(InterruptsAttribute);
  function.setUWTableKind(UWTableKind::Async);
  function.addFnAttr("frame-pointer", "none");
}

/// Registers as the C convention has them: six for integers and pointers, eight for reals; results in two of each.
Signature ModuleBuilder::signatureFor(const ir::Function &function) const {
  Signature signature;
  auto assign = [&](Type *type, unsigned mostIntegers, unsigned mostReals, unsigned &usedIntegers,
                    unsigned &usedReals) {
    bool isReal = type->isFloatingPointTy();
    return isReal ? usedReals++ < mostReals : usedIntegers++ < mostIntegers;
  };
  SmallVector<Type *, 8> parameters, results;
  unsigned integerCount = 0, realCount = 0;
  for (ir::Variable parameter : function.parameters) {
    Type *type = layout.typeOf(function.typeOf(parameter));
    signature.argumentInRegister.push_back(assign(type, 6, 8, integerCount, realCount));
    if (signature.argumentInRegister.back())
      parameters.push_back(type);
  }
  integerCount = realCount = 0;
  // RewriteStatepointsForGC knows no objects in structures: with an object, that is all.
  bool hasObject = any_of(function.results, [this](ir::TypeRef result) { return layout.isPointer(result); });
  for (ir::TypeRef result : function.results) {
    Type *type = layout.typeOf(result);
    bool isInRegister =
        hasObject ? results.empty() && type->isPointerTy() : assign(type, 2, 2, integerCount, realCount);
    signature.resultInRegister.push_back(isInRegister);
    if (signature.resultInRegister.back())
      results.push_back(type);
  }
  Type *returned = results.empty()       ? Type::getVoidTy(context)
                   : results.size() == 1 ? results[0]
                                         : StructType::get(context, results);
  signature.type = FunctionType::get(returned, parameters, false);
  return signature;
}

/// What can be read without asking can be read in front of a loop: lengths, and what is captured.
void ModuleBuilder::describeParameters(const ir::Function &function, Function &made) const {
  unsigned inRegister = 0;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    if (!signatures.back().argumentInRegister[i])
      continue;
    ir::TypeRef type = function.typeOf(function.parameters[i]);
    if (uint64_t bytes = layout.readableBytes(type)) {
      made.addParamAttr(inRegister, Attribute::getWithDereferenceableBytes(context, bytes));
      made.addParamAttr(inRegister, Attribute::getWithAlignment(context, Align(8)));
      nameMemory(made, inRegister,
                 type->kind == ir::TypeKind::Variant ? "field"
                 : type->kind == ir::TypeKind::Ref   ? "ref"
                                                     : "length");
    }
    ++inRegister;
  }
}

void ModuleBuilder::declareFunctions() {
  for (const ir::Function &function : program.functions) {
    signatures.push_back(signatureFor(function));
    auto *made =
        Function::Create(signatures.back().type, GlobalValue::InternalLinkage, "pml." + function.name, &module);
    made->setCallingConv(CallingConv::Fast);
    prepare(*made);
    if (function.isSeldom) {
      made->addFnAttr(Attribute::NoInline);
      made->addFnAttr(Attribute::Cold);
    }
    describeParameters(function, *made);
    functions.push_back(made);
  }
}

/// A function may raise if something in it does where no handler is.
void ModuleBuilder::findRaisingFunctions() {
  raises.assign(program.functions.size(), false);
  auto raisesNow = [&](const ir::Block &block) {
    const ir::Transfer &transfer = block.transfer;
    if (block.handler != ir::None)
      return false;
    for (const ir::Statement &statement : block.statements)
      if (ir::mayRaise(statement))
        return true;
    // What a task has raised, its getjoin raises; whether it may is known from spwn's call, which has no handler.
    return transfer.kind == ir::TransferKind::Raise || transfer.kind == ir::TransferKind::GetJoin ||
           (transfer.callee != ir::None && raises[transfer.callee]);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < raises.size(); ++i)
      if (!raises[i] && any_of(program.functions[i].blocks, raisesNow))
        raises[i] = changed = true;
  }
}

void ModuleBuilder::declareGlobals() {
  for (const ir::Global &global : program.globals) {
    Type *type = layout.memoryTypeOf(global.type);
    globals.push_back(new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                                         Constant::getNullValue(type), "pml.global." + global.name));
  }
}

static Constant *word(LLVMContext &context, uint64_t value) {
  return ConstantInt::get(Type::getInt64Ty(context), value);
}

/// What reads a reference or an array of the program's cannot run where these are not.
bool ModuleBuilder::travels(uint32_t index) const {
  if (!spreads || surroundings[index].mustStay)
    return false;
  return none_of(surroundings[index].globals, [this](uint32_t global) {
    ir::TypeKind kind = program.globals[global].type->kind;
    return kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array;
  });
}

static GlobalVariable *constantTable(Module &module, ArrayRef<Constant *> entries, Type *type, const char *name) {
  auto *array = ArrayType::get(type, entries.size());
  return new GlobalVariable(module, array, true, GlobalValue::InternalLinkage, ConstantArray::get(array, entries),
                            name);
}

/// See TravellingFork in interface.h.
void ModuleBuilder::addTravellingFork(Constant *descriptor, uint32_t function) {
  SmallVector<Constant *, 8> read;
  StructType *type = StructType::get(PointerType::get(context, 0), Type::getInt64Ty(context));
  for (uint32_t index : surroundings[function].globals) {
    bool isObject = layout.isPointer(program.globals[index].type);
    uint64_t bytes = isObject ? 0 : module.getDataLayout().getTypeAllocSize(globals[index]->getValueType());
    read.push_back(ConstantStruct::get(type, {globals[index], word(context, bytes)}));
  }
  travellingForks.push_back(ConstantStruct::getAnon(
      {descriptor, constantTable(module, read, type, "pml.travelling.globals"), word(context, read.size())}));
}

/// An object of its own. Nobody writes to it: the collector leaves static objects alone.
Constant *ModuleBuilder::staticObject(ArrayRef<Constant *> words, const Twine &name) {
  Constant *data = ConstantStruct::getAnon(context, words, /*Packed=*/true);
  auto *object = new GlobalVariable(module, data->getType(), true, GlobalValue::InternalLinkage, data, name);
  object->setAlignment(Align(8));
  return ConstantExpr::getAddrSpaceCast(object, layout.objectType());
}

Constant *ModuleBuilder::stringObject(const std::string &text) {
  Constant *&known = strings[text];
  if (!known)
    known = staticObject({word(context, sequenceHeader(NumberSequence, 1, StaticBit)), word(context, text.size()),
                          ConstantDataArray::getString(context, text, /*AddNull=*/true)},
                         "pml.string");
  return known;
}

GlobalVariable *ModuleBuilder::charStrings() {
  constexpr unsigned Characters = 256;
  if (!charStringTable) {
    SmallVector<Constant *, Characters> entries;
    for (unsigned each = 0; each < Characters; ++each)
      entries.push_back(stringObject(std::string(1, static_cast<char>(each))));
    charStringTable = constantTable(module, entries, layout.objectType(), "pml.char.strings");
  }
  return charStringTable;
}

Constant *ModuleBuilder::recordObject(uint64_t header, const RecordLayout &record, ArrayRef<Constant *> fields) {
  std::vector<unsigned> order(fields.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](unsigned field) { return record.offsets[field]; });
  SmallVector<Constant *, 8> words{word(context, header | StaticBit)};
  uint64_t end = 8;
  for (unsigned field : order) {
    words.push_back(fields[field]);
    end = record.offsets[field] + module.getDataLayout().getTypeStoreSize(fields[field]->getType());
  }
  // The fields lie side by side, and fill whole words.
  if (uint64_t rest = record.bytes() - end)
    words.push_back(Constant::getNullValue(ArrayType::get(Type::getInt8Ty(context), rest)));
  // Equal records are one object. Tags of exceptions are not: two of one name differ by where they are.
  Constant *&known = records[ConstantStruct::getAnon(context, words, /*Packed=*/true)];
  if (!known)
    known = staticObject(words, "pml.record");
  return known;
}

Constant *ModuleBuilder::largeInteger(const std::string &decimal) {
  Constant *&known = integers[decimal];
  if (known)
    return known;
  bool isNegative = decimal[0] == '-';
  StringRef digits = StringRef(decimal).drop_front(isNegative);
  APInt value(std::max(64u, APInt::getBitsNeeded(digits, 10) + 1), digits, 10);
  APInt number = isNegative ? -value : value;
  if (number.isSignedIntN(SmallBits))
    return known = immediate(number.getRawData()[0] << 1 | SmallBit);
  SmallVector<Constant *, 8> words;
  unsigned limbs = (value.getActiveBits() + 63) / 64;
  words.push_back(word(context, sequenceHeader(NumberSequence, 8, StaticBit | uint64_t{isNegative} << 8)));
  words.push_back(word(context, limbs));
  for (unsigned i = 0; i < limbs; ++i)
    words.push_back(word(context, value.getRawData()[i]));
  return known = staticObject(words, "pml.integer");
}

Constant *ModuleBuilder::nameObject(uint32_t exception) {
  StringRef name = program.exceptions[exception].name;
  StringRef shown = name.rtrim("0123456789");
  return stringObject(shown.size() < name.size() && shown.consume_back(".") ? shown.str() : name.str());
}

Constant *ModuleBuilder::tagOf(uint32_t exception) {
  Constant *&known = tags[exception];
  if (!known)
    known = staticObject({word(context, recordHeader(0, 1, 1, StaticBit | IdentityBit)), nameObject(exception)},
                         "pml.tag." + program.exceptions[exception].name);
  return known;
}

Constant *ModuleBuilder::predefinedException(uint32_t exception) {
  Constant *&known = exceptionObjects[exception];
  if (!known)
    known = staticObject({word(context, recordHeader(0, 1, 1, StaticBit)), tagOf(exception)},
                         "pml.exception." + program.exceptions[exception].name);
  return known;
}

Constant *ModuleBuilder::raisePlace(const ir::Place &place) {
  if (place.file == ir::None)
    return nullptr;
  Constant *&known = places[{place.file, place.line, place.column}];
  if (known)
    return known;
  const std::string &file = program.files[place.file];
  Constant *&fileName = fileNames[file];
  if (!fileName)
    fileName = createString(module, file);
  Type *half = Type::getInt32Ty(context);
  Constant *data = ConstantStruct::getAnon(
      context, {fileName, ConstantInt::get(half, place.line), ConstantInt::get(half, place.column),
                ConstantInt::get(Type::getInt8Ty(context), program.isOfLibrary(place))});
  auto *made = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "pml.place");
  return known = made;
}

/// What the runtime calls to begin a function of the program, which takes nothing or the thread's exception: an Entry
/// of interface.h.
Function *ModuleBuilder::emitEntry(const std::string &name, uint32_t function) {
  IRBuilder<> builder(context);
  Type *pointer = builder.getPtrTy();
  auto *entry = Function::Create(FunctionType::get(builder.getVoidTy(), {pointer}, false), GlobalValue::InternalLinkage,
                                 name, &module);
  prepare(*entry);
  builder.SetInsertPoint(BasicBlock::Create(context, "", entry));
  // As a task's (fork.cpp).
  Value *segment = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), sizeof(Segment) / 8));
  Value *result = entry->getArg(0);
  auto callLeaf = [&](const char *name) {
    builder.CreateCall(runtime(name, builder.getVoidTy(), {pointer, pointer}), {segment, result})
        ->addFnAttr(Attribute::get(context, LeafAttribute));
  };
  callLeaf("pml_task_enter");
  SmallVector<Value *, 1> arguments;
  if (!program.functions[function].parameters.empty()) {
    // Read here: until now a collection may have moved it.
    Value *exception = threadField(builder, offsetof(Thread, exception));
    arguments.push_back(builder.CreateLoad(layout.objectType(), exception));
    builder.CreateStore(ConstantPointerNull::get(cast<PointerType>(layout.objectType())), exception);
  }
  builder.CreateCall(functionOf(function), arguments)->setCallingConv(CallingConv::Fast);
  callLeaf("pml_task_leave");
  builder.CreateRetVoid();
  return entry;
}

/// See ProgramInfo in interface.h.
void ModuleBuilder::emitProgramInfo(uint32_t mainFunction) {
  IRBuilder<> builder(context);
  Type *pointer = builder.getPtrTy();
  Constant *entry = emitEntry("pml.entry", mainFunction);
  SmallVector<Constant *, 3> entries;
  for (std::string_view name : ir::EntryFunctions) {
    std::optional<uint32_t> function = ir::findEntry(program, name);
    entries.push_back(function ? static_cast<Constant *>(emitEntry("pml.entry." + std::string(name), *function))
                               : ConstantPointerNull::get(builder.getPtrTy()));
  }

  SmallVector<Constant *, 16> roots, predefined;
  for (size_t i = 0; i < globals.size(); ++i)
    if (layout.isPointer(program.globals[i].type))
      roots.push_back(globals[i]);
  for (uint32_t i = 0; i < ir::PredefinedExceptions; ++i)
    predefined.push_back(predefinedException(i));
  auto bound = [&](const char *name) {
    auto *made =
        new GlobalVariable(module, builder.getInt8Ty(), false, GlobalValue::ExternalWeakLinkage, nullptr, name);
    made->setVisibility(GlobalValue::HiddenVisibility);
    return made;
  };
  Constant *info = ConstantStruct::getAnon(
      context,
      {entry, constantTable(module, roots, pointer, "pml.roots"), builder.getInt64(roots.size()),
       bound("__start_pml_maps"), bound("__stop_pml_maps"),
       constantTable(module, predefined, layout.objectType(), "pml.predefined"), entries[0], entries[1], entries[2],
       constantTable(module, travellingForks, StructType::get(pointer, pointer, builder.getInt64Ty()),
                     "pml.travelling"),
       builder.getInt64(travellingForks.size())});
  new GlobalVariable(module, info->getType(), true, GlobalValue::ExternalLinkage, info, "pml_program");
}

std::string ModuleBuilder::run() {
  auto mainFunction = ir::findMain(program);
  if (!mainFunction)
    return "the program has no function main";
  auto *thread = new GlobalVariable(module, ArrayType::get(Type::getInt8Ty(context), sizeof(Thread)), false,
                                    GlobalValue::ExternalLinkage, nullptr, "pml_thread", nullptr,
                                    GlobalVariable::LocalExecTLSModel);
  thread->setAlignment(Align(8));
  thread->setDSOLocal(true);
  hasInterrupts = ir::findEntry(program, ir::InterruptFunction).has_value();
  hasTasks = hasInterrupts || ir::findEntry(program, ir::CoroutineFunction) ||
             any_of(program.functions, [](const ir::Function &function) {
               return any_of(function.blocks,
                             [](const ir::Block &block) { return block.transfer.kind == ir::TransferKind::PCall; });
             });
  // Between an allocation and the next one anything may happen.
  if (hasInterrupts)
    module.getFunction(AllocationName)->setMemoryEffects(MemoryEffects::unknown());
  declareFunctions();
  findRaisingFunctions();
  once = ir::findOnce(program);
  if (spreads)
    surroundings = ir::findSurroundings(program);
  declareGlobals();
  static_assert(ir::MostPassed <= MostPassedWords);
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    FunctionBuilder(*this, i).run();
  if (debug)
    debug->finish();
  emitProgramInfo(*mainFunction);
  createRegistration(module);
  return "";
}

} // namespace tactus::pml::codegen
