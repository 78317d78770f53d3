//===- data.cpp - statements that concern objects ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/function.h"
#include "pml/codegen/tags.h"
#include "pml/ir/print.h"
#include "pml/runtime/interface.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace tactus::pml::codegen {

using ir::Operation;
using ir::TypeKind;

Value *FunctionBuilder::address(Value *object, uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), object, offset);
}

Value *FunctionBuilder::elementAddress(Value *sequence, Value *position, ir::TypeRef element) {
  return builder.CreateInBoundsGEP(layout.memoryTypeOf(element), address(sequence, 16), position);
}

/// The elements are flat tuples.
Value *FunctionBuilder::elementFieldAddress(const ir::Statement &statement) {
  StructType *element = layout.structOf(source.typeOf(statement.arguments[0])->element);
  return builder.CreateInBoundsGEP(element, address(value(statement.arguments[0]), 16),
                                   {value(statement.arguments[1]), builder.getInt32(statement.index)});
}

/// Memory that other threads may write at the same time is read and written whole.
Value *FunctionBuilder::load(Value *from, ir::TypeRef type, StringRef memory, bool isShared) {
  LoadInst *loaded = builder.CreateLoad(layout.memoryTypeOf(type), from);
  tagAccess(*loaded, memory);
  if (isShared && layout.isPointer(type))
    loaded->setAtomic(AtomicOrdering::Monotonic);
  // Fields are written before anybody sees the record. Elements of arrays may be read before they are written.
  if (uint64_t bytes = memory == "field" ? layout.readableBytes(type) : 0) {
    auto number = [&](uint64_t value) {
      return MDNode::get(context, ConstantAsMetadata::get(builder.getInt64(value)));
    };
    loaded->setMetadata(LLVMContext::MD_dereferenceable, number(bytes));
    loaded->setMetadata(LLVMContext::MD_align, number(8));
  }
  return type->kind == TypeKind::Bool ? builder.CreateTrunc(loaded, builder.getInt1Ty()) : loaded;
}

Value *FunctionBuilder::inMemory(Value *stored, ir::TypeRef type) {
  return type->kind == TypeKind::Bool ? builder.CreateZExt(stored, builder.getInt8Ty()) : stored;
}

void FunctionBuilder::store(Value *to, Value *stored, ir::TypeRef type, StringRef memory, bool isShared) {
  StoreInst *made = builder.CreateStore(inMemory(stored, type), to);
  tagAccess(*made, memory);
  // Release: who sees the object sees what is in it.
  if (isShared && layout.isPointer(type))
    made->setAtomic(AtomicOrdering::Release);
}

/// Before a pointer is stored where others may find it, or a collection of young objects has to:
///
///     if (holder is old || thread.sharesHeaps) pml_share(holder, stored)
///
/// Globals are looked at in any case, and heaps are only shared in programs that fork. No compiled code reads what
/// that writes but the bit for old objects. Any allocation may change it, which LLVM is not told of: so the read is
/// volatile.
void FunctionBuilder::share(Value *holder, Value *stored) {
  bool isGlobal = isa<Constant>(holder);
  if ((isGlobal && !module.hasSeveralHeaps()) || !stored->getType()->isPointerTy() || isa<Constant>(stored))
    return;
  BasicBlock *slow = createBlock("share"), *next = createBlock("share.done");
  if (!isGlobal) {
    LoadInst *header = builder.CreateLoad(builder.getInt8Ty(), holder, /*isVolatile=*/true);
    tagAccess(*header, "header");
    BasicBlock *young = module.hasSeveralHeaps() ? createBlock("share.young") : next;
    branchUnlikely(builder.CreateIsNotNull(builder.CreateAnd(header, OldBit)), slow, young);
    builder.SetInsertPoint(young);
  }
  if (module.hasSeveralHeaps()) {
    Value *sharesHeaps = builder.CreateLoad(builder.getInt64Ty(), inThread(offsetof(Thread, sharesHeaps)));
    branchUnlikely(builder.CreateIsNotNull(sharesHeaps), slow, next);
  }
  builder.SetInsertPoint(slow);
  CallInst *call = callLeaf("pml_share", builder.getVoidTy(), {holder, stored});
  call->addFnAttr(Attribute::Cold);
  call->addFnAttr(Attribute::WillReturn);
  call->setMemoryEffects(MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly());
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
}

/// A vector may go to another rank, where an array stays. Other tasks may pin it at the same time.
void FunctionBuilder::forgetIdentity(Value *frozen) {
  if (!module.hasRanks() || isa<Constant>(frozen))
    return;
  builder.CreateAtomicRMW(AtomicRMWInst::And, frozen, builder.getInt64(~IdentityBit), Align(8),
                          AtomicOrdering::Monotonic);
}

std::string FunctionBuilder::elementMemory(ir::TypeRef element) const {
  return layout.isPointer(element) ? "elements.object"
                                   : "elements." + std::to_string(static_cast<unsigned>(element->kind));
}

Value *FunctionBuilder::loadHeader(Value *object) {
  LoadInst *header = builder.CreateLoad(builder.getInt64Ty(), object);
  tagAccess(*header, "header");
  return header;
}

Value *FunctionBuilder::constructorOf(Value *object) {
  return builder.CreateAnd(builder.CreateLShr(loadHeader(object), 8), 0xffff);
}

Value *FunctionBuilder::lengthOf(Value *sequence) {
  LoadInst *length = builder.CreateLoad(builder.getInt64Ty(), address(sequence, 8));
  tagAccess(*length, "length");
  // So that what is less than it is known to be no negative number, and far from overflowing.
  MDNode *range = MDBuilder(context).createRange(APInt(64, 0), APInt(64, LongestSequence + 1));
  length->setMetadata(LLVMContext::MD_range, range);
  return length;
}

Value *FunctionBuilder::allocate(uint64_t bytes, uint64_t header) {
  CallInst *made = builder.CreateCall(module.module.getFunction(AllocationName),
                                      {builder.getInt64(bytes), builder.getInt64(header)});
  if (module.runsOnce(index, current))
    made->addFnAttr(Attribute::Cold);
  return made;
}

Value *FunctionBuilder::allocateRecord(const std::vector<ir::TypeRef> &fields, uint64_t header,
                                       ArrayRef<Value *> fieldValues) {
  RecordLayout record = layout.recordOf(fields);
  bool hasIdentity = header & IdentityBit;
  if (!hasIdentity && all_of(fieldValues, [](Value *field) { return isa<Constant>(field); })) {
    SmallVector<Constant *, 8> constants;
    for (auto [field, type] : zip(fieldValues, fields))
      constants.push_back(cast<Constant>(inMemory(field, type)));
    return module.recordObject(header, record, constants);
  }
  Value *object = allocate(record.bytes(), header);
  for (size_t i = 0; i < fields.size(); ++i)
    store(address(object, record.offsets[i]), fieldValues[i], fields[i], "field");
  return object;
}

Value *FunctionBuilder::emitConstant(const ir::Statement &statement) {
  ir::TypeRef type = source.typeOf(statement.results[0]);
  switch (type->kind) {
  case TypeKind::Unit:
    return builder.getInt8(0);
  case TypeKind::IntInf:
    return module.largeInteger(statement.text);
  case TypeKind::Vector:
    return module.stringObject(statement.text);
  case TypeKind::Real32:
  case TypeKind::Real64: {
    bool isDouble = type->kind == TypeKind::Real64;
    APInt bits(isDouble ? 64 : 32, static_cast<uint64_t>(statement.number));
    return ConstantFP::get(context, APFloat(isDouble ? APFloat::IEEEdouble() : APFloat::IEEEsingle(), bits));
  }
  default:
    return ConstantInt::getSigned(layout.typeOf(type), statement.number);
  }
}

Value *FunctionBuilder::emitNew(const ir::Statement &statement) {
  ir::TypeRef type = source.typeOf(statement.results[0]);
  const ir::Variant &variant = layout.variantOf(type);
  const ir::Constructor &constructor = variant.constructors[statement.constructor];
  if (!layout.isPointer(type))
    return ConstantInt::get(layout.typeOf(type), statement.constructor);
  if (constructor.fields.empty())
    return module.immediate(Layout::immediateOf(variant, statement.constructor));
  return allocateRecord(constructor.fields, layout.headerOf(constructor, statement.constructor),
                        valuesOf(statement.arguments));
}

Value *FunctionBuilder::emitVector(const ir::Statement &statement) {
  ir::TypeRef type = source.typeOf(statement.results[0]);
  uint64_t count = statement.arguments.size();
  Value *object = allocate(sequenceBytes(count, layout.elementBytes(type->element)), layout.sequenceHeaderOf(type));
  tagAccess(*builder.CreateStore(builder.getInt64(count), address(object, 8)), "length");
  for (uint64_t i = 0; i < count; ++i)
    store(elementAddress(object, builder.getInt64(i), type->element), value(statement.arguments[i]), type->element,
          elementMemory(type->element));
  return object;
}

/// The runtime makes it, zeroed if it is of objects; null if there is no such length.
Value *FunctionBuilder::emitArray(const ir::Statement &statement) {
  ir::TypeRef type = source.typeOf(statement.results[0]);
  Value *length = value(statement.arguments[0]);
  Value *array =
      callRuntime("pml_new_array", layout.objectType(), {length, builder.getInt64(layout.sequenceHeaderOf(type))});
  raiseIf(builder.CreateIsNull(array), ir::Size, statement.place);
  if (statement.operation == Operation::NewUninitialised)
    return array;
  BasicBlock *before = builder.GetInsertBlock(), *fill = createBlock("fill"), *next = createBlock("");
  builder.CreateCondBr(builder.CreateICmpEQ(length, builder.getInt64(0)), next, fill);
  builder.SetInsertPoint(fill);
  PHINode *position = builder.CreatePHI(builder.getInt64Ty(), 2);
  position->addIncoming(builder.getInt64(0), before);
  store(elementAddress(array, position, type->element), value(statement.arguments[1]), type->element,
        elementMemory(type->element));
  Value *following = builder.CreateAdd(position, builder.getInt64(1), "", true, true);
  position->addIncoming(following, fill);
  builder.CreateCondBr(builder.CreateICmpEQ(following, length), next, fill);
  builder.SetInsertPoint(next);
  return array;
}

/// An exception value: its tag, then what it carries. A tag: its name.
Value *FunctionBuilder::emitException(const ir::Statement &statement) {
  ir::Program &all = program;
  ir::TypeRef tagType = all.types.get(TypeKind::Tag);
  std::vector<ir::TypeRef> fields{tagType};
  if (statement.operation != Operation::IsExn) {
    const auto &carried = all.exceptions[statement.symbol].fields;
    fields.insert(fields.end(), carried.begin(), carried.end());
  }
  switch (statement.operation) {
  case Operation::NewTag:
    return allocateRecord({all.types.string()}, recordHeader(0, 1, 1, IdentityBit),
                          {module.nameObject(statement.symbol)});
  case Operation::StaticTag:
    return module.tagOf(statement.symbol);
  case Operation::NewExn: {
    Value *tag = value(statement.arguments[0]);
    if (fields.size() == 1 && tag == module.tagOf(statement.symbol))
      return module.predefinedException(statement.symbol);
    RecordLayout record = layout.recordOf(fields);
    return allocateRecord(fields, recordHeader(0, record.pointerWords, record.words), valuesOf(statement.arguments));
  }
  case Operation::IsExn: {
    // The tag is a pointer and the first field, so that it is always in the same place.
    Value *tag = load(address(value(statement.arguments[0]), 8), tagType, "field");
    return builder.CreateICmpEQ(tag, value(statement.arguments[1]));
  }
  default: {
    uint64_t offset = layout.recordOf(fields).offsets[statement.index + 1];
    return load(address(value(statement.arguments[0]), offset), fields[statement.index + 1], "field");
  }
  }
}

/// Sequences are passed by the address of their elements, which stays a pointer of the collector's: as an integer, the
/// optimiser might keep it over a safepoint. C code neither allocates objects nor waits for other threads.
Value *FunctionBuilder::emitForeignCall(const ir::Statement &statement) {
  const ir::Import &import = program.imports[statement.symbol];
  Values arguments;
  for (ir::Variable argument : statement.arguments) {
    Value *passed = value(argument);
    if (passed->getType()->isPointerTy())
      passed = address(passed, 16);
    else if (passed->getType()->isIntegerTy(1))
      passed = builder.CreateZExt(passed, builder.getInt32Ty());
    arguments.push_back(passed);
  }
  bool isBool = import.result && (*import.result)->kind == TypeKind::Bool;
  Type *result = !import.result ? builder.getVoidTy() : isBool ? builder.getInt32Ty() : layout.typeOf(*import.result);
  Value *returned = callLeaf(import.name, result, arguments);
  return isBool ? builder.CreateIsNotNull(returned) : returned;
}

Value *FunctionBuilder::emitAtomic(const ir::Statement &statement) {
  bool hasIndex = statement.operation == Operation::CompareAndSwapAt || statement.operation == Operation::FetchAddAt;
  bool isSwap = statement.operation == Operation::CompareAndSwap || statement.operation == Operation::CompareAndSwapAt;
  Value *object = value(statement.arguments[0]);
  ir::TypeRef element = source.typeOf(statement.arguments[0])->element;
  Value *where = hasIndex ? elementAddress(object, value(statement.arguments[1]), element) : address(object, 8);
  auto operand = [&](unsigned position) {
    Value *given = value(statement.arguments[position + hasIndex]);
    Type *type = layout.memoryTypeOf(element);
    if (element->kind == TypeKind::Bool)
      return builder.CreateZExt(given, type);
    return type->isFloatingPointTy() ? builder.CreateBitCast(given, builder.getIntNTy(type->getPrimitiveSizeInBits()))
                                     : given;
  };
  MaybeAlign alignment(uint64_t{1} << Layout::logSizeOf(layout.memoryTypeOf(element)));
  if (!isSwap)
    return builder.CreateAtomicRMW(AtomicRMWInst::Add, where, operand(1), alignment,
                                   AtomicOrdering::SequentiallyConsistent);
  share(object, operand(2));
  Value *pair =
      builder.CreateAtomicCmpXchg(where, operand(1), operand(2), alignment, AtomicOrdering::SequentiallyConsistent,
                                  AtomicOrdering::SequentiallyConsistent);
  Value *found = builder.CreateExtractValue(pair, 0);
  if (element->kind == TypeKind::Bool)
    return builder.CreateTrunc(found, builder.getInt1Ty());
  Type *type = layout.typeOf(element);
  return type->isFloatingPointTy() ? builder.CreateBitCast(found, type) : found;
}

/// References and sequences: null for what has no result.
Value *FunctionBuilder::emitMemory(const ir::Statement &statement) {
  auto argument = [&](unsigned position) { return value(statement.arguments[position]); };
  auto elementOf = [&](unsigned position) { return source.typeOf(statement.arguments[position])->element; };
  auto fieldOf = [&] { return elementOf(0)->fields[statement.index]; };
  // Fields of different elements, or of different places in them, are never the same memory.
  auto fieldMemory = [&] { return ir::print(program, elementOf(0)) + "." + std::to_string(statement.index); };
  switch (statement.operation) {
  case Operation::NewRef: {
    ir::TypeRef element = source.typeOf(statement.results[0])->element;
    bool isPointer = layout.isPointer(element);
    Value *made = allocate(16, recordHeader(0, isPointer, 1, IdentityBit));
    store(address(made, 8), argument(0), element, "ref");
    return made;
  }
  case Operation::Get:
    return load(address(argument(0), 8), elementOf(0), "ref", true);
  case Operation::Set:
    share(argument(0), argument(1));
    store(address(argument(0), 8), argument(1), elementOf(0), "ref", true);
    return nullptr;
  case Operation::Length:
    return lengthOf(argument(0));
  case Operation::Sub:
    return load(elementAddress(argument(0), argument(1), elementOf(0)), elementOf(0), elementMemory(elementOf(0)),
                source.typeOf(statement.arguments[0])->kind == TypeKind::Array);
  case Operation::Update:
    share(argument(0), argument(2));
    store(elementAddress(argument(0), argument(1), elementOf(0)), argument(2), elementOf(0),
          elementMemory(elementOf(0)), true);
    return nullptr;
  case Operation::SubField:
    return load(elementFieldAddress(statement), fieldOf(), fieldMemory());
  case Operation::UpdateField:
    store(elementFieldAddress(statement), argument(2), fieldOf(), fieldMemory());
    return nullptr;
  case Operation::Freeze:
    forgetIdentity(argument(0));
    return argument(0);
  default:
    return emitAtomic(statement);
  }
}

void FunctionBuilder::emitStatement(const ir::Statement &statement) {
  auto argument = [&](unsigned position) { return value(statement.arguments[position]); };
  Value *result = nullptr;
  switch (statement.operation) {
  case Operation::Constant:
    result = emitConstant(statement);
    break;
  case Operation::New:
    result = emitNew(statement);
    break;
  case Operation::Field: {
    const auto &constructor =
        layout.variantOf(source.typeOf(statement.arguments[0])).constructors[statement.constructor];
    result = load(address(argument(0), layout.recordOf(constructor.fields).offsets[statement.index]),
                  constructor.fields[statement.index], "field");
    break;
  }
  case Operation::NewArray:
  case Operation::NewUninitialised:
    result = emitArray(statement);
    break;
  case Operation::NewVector:
    result = emitVector(statement);
    break;
  case Operation::NewTag:
  case Operation::StaticTag:
  case Operation::NewExn:
  case Operation::IsExn:
  case Operation::Payload:
    result = emitException(statement);
    break;
  case Operation::GetGlobal:
  case Operation::SetGlobal: {
    llvm::GlobalVariable *global = module.globalOf(statement.symbol);
    ir::TypeRef type = program.globals[statement.symbol].type;
    if (statement.operation == Operation::GetGlobal) {
      result = load(global, type, "global");
    } else {
      share(module.immediate(0), argument(0));
      store(global, argument(0), type, "global");
    }
    break;
  }
  case Operation::Primitive:
    return emitPrimitive(statement);
  case Operation::ForeignCall:
    result = emitForeignCall(statement);
    break;
  default:
    result = emitMemory(statement);
    break;
  }
  if (!statement.results.empty())
    values[statement.results[0]] = result;
}

} // namespace tactus::pml::codegen
