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
// Format: runtime/abi.h. Addresses are differences between local labels and the place where they stand.
//
//===----------------------------------------------------------------------===//
#include "lower/StackMapPrinter.h"
#include "abi.h"
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
constexpr unsigned ValuesPerEntry = 3;

class StackMapPrinter : public GCMetadataPrinter {
public:
  bool emitStackMaps(StackMaps &maps, AsmPrinter &printer) override {
    MCStreamer &streamer = *printer.OutStreamer;
    DenseMap<const MCSymbol *, const Function *> functions;
    for (const Function &function : *printer.MMI->getModule())
      if (!function.isDeclaration())
        functions[printer.getSymbol(&function)] = &function;

    auto record = maps.getCSInfos().begin();
    streamer.pushSection();
    for (auto &[symbol, info] : maps.getFnInfos()) {
      ArrayRef<StackMaps::CallsiteInfo> records(&*record, info.RecordCount);
      emitFunction(info, records, functions.lookup(symbol), printer);
      record += info.RecordCount;
    }
    streamer.popSection();
    maps.reset();
    return true;
  }

private:
  static const MCExpr *difference(const MCExpr *left, const MCExpr *right, MCContext &context) {
    return MCBinaryExpr::createSub(left, right, context);
  }

  /// The label of a record's return address. LLVM keeps it as its difference to the function's symbol, which the linker
  /// may resolve to another copy of the function; the label itself is local.
  static const MCExpr *returnLabel(const StackMaps::CallsiteInfo &record) {
    return cast<MCBinaryExpr>(record.CSOffsetExpr)->getLHS();
  }

  static bool isRegisterKnown(const StackMaps::Location &location) {
    return location.Reg == 7 || location.Reg == 6 || location.Reg == 3;
  }

  static void emitLocation(const StackMaps::Location &location, MCStreamer &streamer) {
    auto type = abi::MapLocation::Unknown;
    if (location.Type == StackMaps::Location::Direct && isRegisterKnown(location))
      type = abi::MapLocation::Direct;
    else if (location.Type == StackMaps::Location::Indirect && isRegisterKnown(location))
      type = abi::MapLocation::Indirect;
    else if (location.Type == StackMaps::Location::Constant)
      type = abi::MapLocation::Constant;
    streamer.emitInt8(type);
    streamer.emitInt8(location.Size);
    streamer.emitInt16(location.Reg);
    streamer.emitInt32(location.Offset);
  }

  static void emitFunction(const StackMaps::FunctionInfo &info, ArrayRef<StackMaps::CallsiteInfo> records,
                           const Function *function, AsmPrinter &printer) {
    MCStreamer &streamer = *printer.OutStreamer;
    MCContext &context = printer.OutContext;
    const Comdat *comdat = function ? function->getComdat() : nullptr;
    // Nothing refers to the section but the linker's own symbols for its bounds, which do not keep it with lld's
    // --gc-sections.
    unsigned flags = ELF::SHF_ALLOC | ELF::SHF_GNU_RETAIN | (comdat ? ELF::SHF_GROUP : 0);
    streamer.switchSection(context.getELFSection("tactus_maps", ELF::SHT_PROGBITS, flags, 0,
                                                 comdat ? comdat->getName() : "", comdat != nullptr));
    streamer.emitValueToAlignment(Align(4));

    MCSymbol *begin = context.createTempSymbol();
    MCSymbol *end = context.createTempSymbol();
    const MCExpr *base = returnLabel(records.front());
    streamer.emitLabel(begin);
    const MCExpr *beginExpr = MCSymbolRefExpr::create(begin, context);
    streamer.emitValue(difference(base, beginExpr, context), 4);
    streamer.emitInt32(records.size());
    bool isDynamic = info.StackSize >= abi::DynamicFrame;
    streamer.emitInt32(isDynamic ? abi::DynamicFrame : info.StackSize);
    streamer.emitValue(difference(MCSymbolRefExpr::create(end, context), beginExpr, context), 4);
    for (const StackMaps::CallsiteInfo &record : records) {
      unsigned entries = (record.Locations.size() - RecordPrefix) / ValuesPerEntry;
      streamer.emitValue(difference(returnLabel(record), base, context), 4);
      streamer.emitInt32(entries);
      for (unsigned i = 0; i < entries; ++i) {
        const StackMaps::Location *values = &record.Locations[RecordPrefix + ValuesPerEntry * i];
        streamer.emitInt32(values[0].Offset);
        emitLocation(values[1], streamer);
        emitLocation(values[2], streamer);
      }
    }
    streamer.emitLabel(end);
  }
};

GCRegistry::Add<StackMapStrategy> strategy(StackMapStrategyName, "stack maps of latent parallelism");
GCMetadataPrinterRegistry::Add<StackMapPrinter> printer(StackMapStrategyName, "stack maps of latent parallelism");

} // namespace

void keepCallFramesFixed() {
  // X86CallFrameOptimization has no attribute to switch it off for a function.
  auto &options = cl::getRegisteredOptions();
  auto option = options.find("no-x86-call-frame-opt");
  if (option == options.end())
    report_fatal_error("tactus: this LLVM cannot keep call frames fixed, use LLVM 19", /*gen_crash_diag=*/false);
  static_cast<cl::opt<bool> *>(option->second)->setValue(true);
}

} // namespace tactus
