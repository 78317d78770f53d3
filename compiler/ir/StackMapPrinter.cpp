//===- StackMapPrinter.cpp - stack maps in our own format ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM's own section .llvm_stackmaps holds absolute addresses in read-only data, which a position-independent
// executable cannot link without text relocations; it forgets which records belong to discarded COMDAT copies; and no
// symbol that the linker provides delimits it. LLVM lets a garbage collector's metadata printer emit stack maps in
// another format, so functions with promotion points name us as their collector. There is no other collection involved:
// no roots, no safepoints, no write barriers.
//
// Format: abi/maps.h. Addresses are differences between local labels and the place where they stand.
//
//===----------------------------------------------------------------------===//
#include "ir/StackMapPrinter.h"
#include "abi/maps.h"
#include "abi/modules.h"
#include "ir/ForkId.h"
#include "ir/TargetProcessor.h"
#include "ir/VersionTables.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/GCMetadataPrinter.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tactus {

namespace {

class StackMapStrategy : public GCStrategy {
public:
  StackMapStrategy() {
    UseStatepoints = true;
    UsesMetadata = true;
  }
  std::optional<bool> isGCManagedPointer(const Type *) const override { return false; }
};

/// A statepoint's record starts with its calling convention, its flags and the number of its deopt operands.
constexpr unsigned RecordPrefix = 3;
/// (kind, iteration, slot)
constexpr unsigned LoopValues = 3;
/// (kind, number of values, two halves of the id)
constexpr unsigned ForkHead = 4;

using Locations = ArrayRef<StackMaps::Location>;

/// StackMaps keeps large constants in a pool of its own without an accessor. The language lets an explicit
/// instantiation name a private member, which is all that this does.
template <typename Tag, typename Tag::Type Member> struct MemberAccess {
  friend typename Tag::Type memberOf(Tag) { return Member; }
};
struct ConstantPoolOf {
  using Type = MapVector<uint64_t, uint64_t> StackMaps::*;
  friend Type memberOf(ConstantPoolOf);
};
template struct MemberAccess<ConstantPoolOf, &StackMaps::ConstPool>;

using Records = SmallVector<const StackMaps::CallsiteInfo *, 8>;

/// The label of a record's return address. LLVM keeps it as its difference to the function's symbol, which the linker
/// may resolve to another copy of the function; the label itself is local.
static const MCExpr *returnLabel(const StackMaps::CallsiteInfo &record) {
  return cast<MCBinaryExpr>(record.CSOffsetExpr)->getLHS();
}

/// Emits the map of one function, or of its part in one section.
class FunctionEmitter {
public:
  FunctionEmitter(StackMaps &maps, AsmPrinter &printer)
      : wideConstants(maps.*memberOf(ConstantPoolOf())), module(*printer.MMI->getModule()), printer(printer),
        streamer(*printer.OutStreamer), context(printer.OutContext) {}

  void emit(const StackMaps::FunctionInfo &info, const Records &records, const Function *function) {
    const Comdat *comdat = function ? function->getComdat() : nullptr;
    // Nothing refers to the section but the linker's own symbols for its bounds, which do not keep it with lld's
    // --gc-sections.
    unsigned flags = ELF::SHF_ALLOC | ELF::SHF_GNU_RETAIN | (comdat ? ELF::SHF_GROUP : 0);
    streamer.switchSection(context.getELFSection(TACTUS_MAPS_SECTION, ELF::SHT_PROGBITS, flags, 0,
                                                 comdat ? comdat->getName() : "", comdat != nullptr));
    streamer.emitValueToAlignment(Align(4));

    MCSymbol *begin = context.createTempSymbol();
    MCSymbol *end = context.createTempSymbol();
    const MCExpr *base = returnLabel(*records.front());
    streamer.emitLabel(begin);
    streamer.emitValue(difference(base, reference(begin)), 4);
    streamer.emitInt32(records.size());
    bool isDynamic = info.StackSize >= abi::DynamicFrame;
    streamer.emitInt32(isDynamic ? abi::DynamicFrame : info.StackSize);
    streamer.emitValue(difference(reference(end), reference(begin)), 4);
    for (const StackMaps::CallsiteInfo *record : records) {
      streamer.emitValue(difference(returnLabel(*record), base), 4);
      // What a collector's roots are comes behind the deopt operands.
      Locations values(record->Locations);
      emitEntries(values.slice(RecordPrefix, values[RecordPrefix - 1].Offset));
    }
    streamer.emitLabel(end);
  }

private:
  const MapVector<uint64_t, uint64_t> &wideConstants;
  const Module &module;
  AsmPrinter &printer;
  MCStreamer &streamer;
  MCContext &context;

  const MCExpr *difference(const MCExpr *left, const MCExpr *right) {
    return MCBinaryExpr::createSub(left, right, context);
  }
  const MCExpr *reference(const MCSymbol *symbol) { return MCSymbolRefExpr::create(symbol, context); }

  /// By DWARF's number.
  abi::MapLocation::Register registerOf(const StackMaps::Location &location) const {
    constexpr unsigned X86[] = {7, 6, 3}, Arm[] = {31, 29, 19};
    const unsigned *numbers = isArm(module) ? Arm : X86;
    const unsigned *found = std::find(numbers, numbers + 3, location.Reg);
    return static_cast<abi::MapLocation::Register>(found - numbers);
  }
  bool isRegisterKnown(const StackMaps::Location &location) const {
    return registerOf(location) != abi::MapLocation::OtherRegister;
  }

  static bool isWide(const StackMaps::Location &location) {
    return location.Type == StackMaps::Location::ConstantIndex;
  }

  static bool isFork(Locations values) { return values[0].Offset == abi::FirstBranch; }
  static unsigned valueCount(Locations values) { return isFork(values) ? ForkHead + values[1].Offset : LoopValues; }

  static unsigned entrySize(Locations values) {
    if (!isFork(values))
      return sizeof(abi::MapLoop);
    Locations environment = values.slice(ForkHead, values[1].Offset);
    return sizeof(abi::MapFork) + environment.size() * sizeof(abi::MapLocation) +
           count_if(environment, isWide) * sizeof(uint64_t);
  }

  /// The counts and sizes have 16 bits. What does not fit is left out, the outermost first: it is not promoted.
  void emitEntries(Locations values) {
    SmallVector<Locations, 8> entries;
    while (!values.empty()) {
      entries.push_back(values.take_front(valueCount(values)));
      values = values.drop_front(valueCount(values));
    }
    size_t first = entries.size(), size = 0;
    while (first > 0 && (size + entrySize(entries[first - 1])) / 4 <= UINT16_MAX)
      size += entrySize(entries[--first]);
    streamer.emitInt16(entries.size() - first);
    streamer.emitInt16(size / 4);
    for (Locations entry : ArrayRef(entries).drop_front(first)) {
      streamer.emitInt16(entry[0].Offset);
      streamer.emitInt16(entrySize(entry) / 4);
      if (isFork(entry)) {
        emitFork(entry);
      } else {
        emitLocation(entry[1], 0);
        emitLocation(entry[2], 0);
      }
    }
  }

  void emitFork(Locations entry) {
    emitDescriptor(forkName(entry[2].Offset, entry[3].Offset));
    Locations environment = entry.drop_front(ForkHead);
    streamer.emitInt32(environment.size());
    size_t pool = environment.size() * sizeof(abi::MapLocation);
    size_t position = 0;
    for (const StackMaps::Location &location : environment) {
      emitLocation(location, pool - position);
      position += sizeof(abi::MapLocation);
      if (isWide(location))
        pool += sizeof(uint64_t);
    }
    for (const StackMaps::Location &location : environment)
      if (isWide(location))
        streamer.emitInt64(wideConstants.begin()[location.Offset].second);
  }

  void emitDescriptor(const std::string &name) {
    const GlobalValue *descriptor = module.getNamedValue(name);
    if (!descriptor) { // No code needs it any more.
      streamer.emitInt32(0);
      return;
    }
    MCSymbol *here = context.createTempSymbol();
    streamer.emitLabel(here);
    streamer.emitValue(difference(reference(printer.getSymbol(descriptor)), reference(here)), 4);
  }

  /// `wide` is where the value is if it is a large constant, from the location's own address.
  void emitLocation(const StackMaps::Location &location, size_t wide) {
    auto type = abi::MapLocation::Unknown;
    int32_t offset = location.Offset;
    if (location.Type == StackMaps::Location::Direct && isRegisterKnown(location)) {
      type = abi::MapLocation::Direct;
    } else if (location.Type == StackMaps::Location::Indirect && isRegisterKnown(location)) {
      type = abi::MapLocation::Indirect;
    } else if (location.Type == StackMaps::Location::Constant) {
      type = abi::MapLocation::Constant;
    } else if (isWide(location) && wide) {
      type = abi::MapLocation::WideConstant;
      offset = static_cast<int32_t>(wide);
    }
    streamer.emitInt8(type);
    streamer.emitInt8(location.Size);
    streamer.emitInt16(registerOf(location));
    streamer.emitInt32(offset);
  }
};

class StackMapPrinter : public GCMetadataPrinter {
public:
  void beginAssembly(Module &, GCModuleInfo &, AsmPrinter &printer) override { watchVersions(printer); }
  bool emitStackMaps(StackMaps &maps, AsmPrinter &printer) override {
    emitPromotionMaps(maps, printer);
    maps.reset();
    return true;
  }
};

GCRegistry::Add<StackMapStrategy> stackMapStrategy(StackMapStrategyName, "stack maps of latent parallelism");
GCMetadataPrinterRegistry::Add<StackMapPrinter> stackMapPrinter(StackMapStrategyName,
                                                                "stack maps of latent parallelism");

} // namespace

void emitPromotionMaps(StackMaps &maps, AsmPrinter &output) {
  MCStreamer &streamer = *output.OutStreamer;
  DenseMap<const MCSymbol *, const Function *> functions;
  for (const Function &function : *output.MMI->getModule())
    if (!function.isDeclaration())
      functions[output.getSymbol(&function)] = &function;

  auto record = maps.getCSInfos().begin();
  streamer.pushSection();
  for (auto &[symbol, info] : maps.getFnInfos()) {
    // Only labels of one section have a difference that the assembler knows (-fbasic-block-sections).
    MapVector<const MCSection *, Records> sections;
    for (const StackMaps::CallsiteInfo &call : ArrayRef(&*record, info.RecordCount))
      sections[&cast<MCSymbolRefExpr>(returnLabel(call))->getSymbol().getSection()].push_back(&call);
    for (auto &[section, records] : sections)
      FunctionEmitter(maps, output).emit(info, records, functions.lookup(symbol));
    record += static_cast<ptrdiff_t>(info.RecordCount);
  }
  streamer.popSection();
}

void keepCallFramesFixed() {
  // X86CallFrameOptimization has no attribute to switch it off for a function.
  auto &options = cl::getRegisteredOptions();
  auto option = options.find("no-x86-call-frame-opt");
  if (option == options.end())
    report_fatal_error("tactus: this LLVM cannot keep call frames fixed, use LLVM 19", /*gen_crash_diag=*/false);
  static_cast<cl::opt<bool> *>(option->second)->setValue(true);
}

} // namespace tactus
