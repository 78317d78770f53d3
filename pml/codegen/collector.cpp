//===- collector.cpp - the collector as LLVM sees it ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each call that is no leaf becomes a statepoint (RewriteStatepointsForGC): what is live in it lies in the frame. From
// the stack maps of these two sections are printed, pml_maps for the collector and tactus_maps for promotions.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/collector.h"
#include "compiler/ir/StackMapPrinter.h"
#include "pml/codegen/frame_slots.h"
#include "pml/codegen/module.h"
#include "pml/runtime/maps.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/GCMetadataPrinter.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tactus::pml::codegen {

namespace {

class Strategy : public GCStrategy {
public:
  Strategy() {
    UseStatepoints = true;
    UseRS4GC = true;
    UsesMetadata = true;
  }
  std::optional<bool> isGCManagedPointer(const Type *type) const override {
    return type->getPointerAddressSpace() == HeapSpace;
  }
};

class MapPrinter : public GCMetadataPrinter {
public:
  bool emitStackMaps(StackMaps &maps, AsmPrinter &printer) override {
    std::vector<RootPair> runs = takeSlots(maps);
    emitPromotionMaps(maps, printer);
    MCStreamer &streamer = *printer.OutStreamer;
    MCContext &context = printer.OutContext;
    streamer.pushSection();
    streamer.switchSection(context.getELFSection("pml_maps", ELF::SHT_PROGBITS, ELF::SHF_ALLOC | ELF::SHF_GNU_RETAIN));
    streamer.emitValueToAlignment(Align(4));
    auto call = maps.getCSInfos().begin();
    auto run = runs.begin();
    for (auto &[symbol, info] : maps.getFnInfos())
      for (uint64_t i = 0; i < info.RecordCount; ++i, ++call, ++run)
        emitCall(*call, *run, info.StackSize, streamer, context);
    streamer.popSection();
    maps.reset();
    return true;
  }

private:
  /// A statepoint's record: convention, flags, number of deopt operands, these, then pairs of bases and derived
  /// pointers.
  static constexpr unsigned Prefix = 3, StackPointer = 7;

  /// Of each call, the slots of its frame, or an empty run. They are no latent parallelism, as other deopt operands
  /// are.
  static std::vector<RootPair> takeSlots(StackMaps &maps) {
    std::vector<RootPair> runs;
    for (StackMaps::CallsiteInfo &call : maps.getCSInfos()) {
      auto *operands = call.Locations.begin() + Prefix;
      auto &count = operands[-1].Offset;
      runs.push_back({0, 0});
      if (count != SlotOperands)
        continue;
      if (operands[1].Type != StackMaps::Location::Direct || operands[1].Reg != StackPointer)
        report_fatal_error("tactus: a frame's slots are no place of the frame");
      runs.back() = {-static_cast<int32_t>(operands[0].Offset), static_cast<int32_t>(operands[1].Offset)};
      count = 0;
      call.Locations.erase(operands, operands + SlotOperands);
    }
    return runs;
  }

  static void emitCall(const StackMaps::CallsiteInfo &call, RootPair run, uint64_t frameSize, MCStreamer &streamer,
                       MCContext &context) {
    ArrayRef<StackMaps::Location> locations(call.Locations);
    ArrayRef<StackMaps::Location> pointers = locations.drop_front(Prefix + locations[Prefix - 1].Offset);
    SmallVector<RootPair, 8> roots;
    if (run.isRun())
      roots.push_back(run);
    for (size_t i = 0; i + 1 < pointers.size(); i += 2) {
      const auto &base = pointers[i], &derived = pointers[i + 1];
      // A constant is no object that moves, and neither is what points into it.
      if (base.Type != StackMaps::Location::Indirect || derived.Type != StackMaps::Location::Indirect)
        continue;
      if (base.Reg != StackPointer || derived.Reg != StackPointer || base.Size != 8 || derived.Size != 8)
        report_fatal_error("tactus: a root is no word of the frame");
      RootPair pair{static_cast<int32_t>(base.Offset), static_cast<int32_t>(derived.Offset)};
      // A root that is visited twice would move twice.
      if (none_of(roots, [&](RootPair known) { return known.derived == pair.derived; }))
        roots.push_back(pair);
    }
    if (frameSize >= UINT32_MAX)
      report_fatal_error("tactus: a frame has no fixed size");
    MCSymbol *here = context.createTempSymbol();
    streamer.emitLabel(here);
    const MCExpr *returnLabel = cast<MCBinaryExpr>(call.CSOffsetExpr)->getLHS();
    streamer.emitValue(MCBinaryExpr::createSub(returnLabel, MCSymbolRefExpr::create(here, context), context), 4);
    streamer.emitInt32(frameSize);
    streamer.emitInt32(roots.size());
    for (RootPair root : roots) {
      streamer.emitInt32(root.base);
      streamer.emitInt32(root.derived);
    }
  }
};

} // namespace

void registerCollector() {
  static GCRegistry::Add<Strategy> strategy(CollectorName, "Parallel ML's heaps");
  static GCMetadataPrinterRegistry::Add<MapPrinter> printer(CollectorName, "Parallel ML's stack maps");
  keepCallFramesFixed();
}

} // namespace tactus::pml::codegen
