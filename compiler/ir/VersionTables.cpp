//===- VersionTables.cpp - which versions belong together, if they match ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/VersionTables.h"
#include "abi/modules.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/AsmPrinterHandler.h"
#include "llvm/CodeGen/MachineConstantPool.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"

using namespace llvm;

namespace tactus {

/// Both have the name of the source's label, the other label stands in the destination.
static constexpr const char *SourceAttribute = "tactus-source-version",
                            *DestinationAttribute = "tactus-destination-version",
                            *DestinationLabel = "tactus-destination-label";

void markAsVersions(Function &source, Function &destination, const VersionLabels &labels) {
  source.addFnAttr(SourceAttribute, labels.source);
  destination.addFnAttr(DestinationAttribute, labels.source);
  destination.addFnAttr(DestinationLabel, labels.destination);
  auto &functions = source.getParent()->getFunctionList();
  functions.splice(source.getIterator(), functions, destination.getIterator());
}

namespace {

class VersionTables : public AsmPrinterHandler {
public:
  explicit VersionTables(AsmPrinter &printer) : printer(printer) {}

  void beginFunction(const MachineFunction *code) override {
    StringRef label = code->getFunction().getFnAttribute(SourceAttribute).getValueAsString();
    auto destination = destinations.find(label);
    if (label.empty() || destination == destinations.end())
      return;
    // The code generator is done with it, and the printer has not begun.
    auto &function = const_cast<MachineFunction &>(*code);
    if (destination->second.code != codeOf(*code)) {
      destinations.erase(destination);
      pollAtPoints(function);
    } else {
      labelPoints(function);
    }
  }

  void endFunction(const MachineFunction *code) override {
    const Function &function = code->getFunction();
    if (StringRef label = function.getFnAttribute(DestinationAttribute).getValueAsString(); !label.empty())
      destinations[label] = {function.getFnAttribute(DestinationLabel).getValueAsString().str(), codeOf(*code),
                             constantsOf(*code)};
    StringRef label = function.getFnAttribute(SourceAttribute).getValueAsString();
    auto destination = destinations.find(label);
    if (label.empty() || destination == destinations.end())
      return;
    printer.OutStreamer->pushSection();
    emitPair(function, label, destination->second.label);
    emitPoints(*code);
    emitConstants(constantsOf(*code), destination->second.constants);
    printer.OutStreamer->popSection();
  }

  void endModule() override {}

private:
  struct ConstantCopy {
    const Constant *value;
    const MCSymbol *label;
    unsigned size;
  };
  using Constants = SmallVector<ConstantCopy, 4>;

  struct Destination {
    std::string label;
    hash_code code = 0;
    Constants constants;
  };

  AsmPrinter &printer;
  /// By the labels of their sources.
  StringMap<Destination> destinations;

  /// What stands for all instructions and their order, without the text of assembly, which is what differs.
  static hash_code codeOf(const MachineFunction &code) {
    hash_code all = 0;
    for (const MachineBasicBlock &block : code)
      for (const MachineInstr &instruction : block) {
        if (instruction.isDebugInstr())
          continue;
        std::string text;
        raw_string_ostream stream(text);
        for (const MachineOperand &operand : instruction.operands())
          if (!(instruction.isInlineAsm() && operand.isSymbol()) && !operand.isMCSymbol())
            stream << operand << ' ';
        all = hash_combine(all, block.getNumber(), instruction.getOpcode(), text);
      }
    return all;
  }

  static void pollAtPoints(MachineFunction &code) {
    const Function &function = code.getFunction();
    OptimizationRemarkMissed remark("tactus", "Polls", DiagnosticLocation(function.getSubprogram()),
                                    &function.getEntryBlock());
    remark << "function polls instead of waiting for interrupts: its two versions do not match";
    function.getContext().diagnose(remark);
    forEachPoint(code, [](MachineInstr &point) { point.getOperand(0).ChangeToES(textOfJumpToCold()); });
  }

  template <typename Code, typename Visitor> static void forEachPoint(Code &code, Visitor visit) {
    for (auto &block : code)
      for (auto &instruction : block)
        if (instruction.getOpcode() == TargetOpcode::INLINEASM_BR &&
            isBeatPointText(instruction.getOperand(0).getSymbolName()))
          visit(instruction);
  }

  void labelPoints(MachineFunction &code) {
    forEachPoint(code,
                 [&](MachineInstr &point) { point.setPreInstrSymbol(code, printer.OutContext.createTempSymbol()); });
  }

  Constants constantsOf(const MachineFunction &code) const {
    Constants result;
    for (auto [number, entry] : enumerate(code.getConstantPool()->getConstants()))
      if (!entry.isMachineConstantPoolEntry())
        result.push_back(
            {entry.Val.ConstVal, printer.GetCPISymbol(number), entry.getSizeInBytes(code.getDataLayout())});
    return result;
  }

  /// Nothing refers to the sections but the linker's own symbols for their bounds, so they are marked to be kept.
  /// Discarded with the function.
  void enterSection(StringRef name, const Function *function) {
    const Comdat *comdat = function ? function->getComdat() : nullptr;
    unsigned flags = ELF::SHF_ALLOC | ELF::SHF_GNU_RETAIN | (comdat ? ELF::SHF_GROUP : 0);
    bool isDiscardable = comdat && comdat->getSelectionKind() != Comdat::NoDeduplicate;
    printer.OutStreamer->switchSection(printer.OutContext.getELFSection(
        name, ELF::SHT_PROGBITS, flags, 0, comdat ? comdat->getName() : "", isDiscardable));
    printer.OutStreamer->emitValueToAlignment(Align(4));
  }

  void emitPair(const Function &source, StringRef sourceLabel, StringRef destinationLabel) {
    enterSection(TACTUS_VERSIONS_SECTION, &source);
    emitDistance(printer.OutContext.getOrCreateSymbol(sourceLabel));
    emitDistance(printer.OutContext.getOrCreateSymbol(destinationLabel));
  }

  /// In the section of the pair.
  void emitPoints(const MachineFunction &source) {
    forEachPoint(source, [&](const MachineInstr &point) {
      const auto *cold = find_if(point.operands(), [](const MachineOperand &operand) { return operand.isMBB(); });
      for (const MCSymbol *place : {point.getPreInstrSymbol(), cold->getMBB()->getSymbol()}) {
        printer.OutStreamer->emitInt32(0);
        emitDistance(place);
      }
    });
  }

  /// They are in no group, whatever the function is in.
  void emitConstants(ArrayRef<ConstantCopy> sources, ArrayRef<ConstantCopy> copies) {
    enterSection(TACTUS_CONSTANTS_SECTION, nullptr);
    for (auto [source, destination] : zip(sources, copies))
      if (source.value == destination.value) {
        emitDistance(source.label);
        emitDistance(destination.label);
        printer.OutStreamer->emitInt32(source.size);
      }
  }

  void emitDistance(const MCSymbol *to) {
    MCSymbol *here = printer.OutContext.createTempSymbol();
    printer.OutStreamer->emitLabel(here);
    printer.emitLabelDifference(to, here, 4);
  }
};

} // namespace

void watchVersions(AsmPrinter &printer) { printer.addAsmPrinterHandler(std::make_unique<VersionTables>(printer)); }

} // namespace tactus
