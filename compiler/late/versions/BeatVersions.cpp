//===- BeatVersions.cpp - the two versions of functions that are interrupted -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/versions/BeatVersions.h"
#include "abi/modules.h"
#include "ir/BeatPoint.h"
#include "ir/DebugScope.h"
#include "ir/LinkTime.h"
#include "ir/Registration.h"
#include "ir/VersionTables.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus {

static cl::opt<bool> makesThemDiffer("tactus-differing-versions", cl::Hidden,
                                     cl::desc("for tests: make versions that do not match"));

static bool hasPoint(Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) { return isBeatPoint(instruction); });
}

/// A copy would have other addresses for its blocks.
static bool hasAddressedBlocks(const Function &function) {
  return any_of(function, [](const BasicBlock &block) { return block.hasAddressTaken(); });
}

/// A function that cannot have versions polls at its points: it goes to the cold blocks each time.
static void pollAtPoints(Function &function) {
  for (BasicBlock &block : function) {
    auto *point = dyn_cast<CallBrInst>(block.getTerminator());
    if (!point || !isBeatPoint(*point))
      continue;
    OptimizationRemarkMissed remark("tactus", "Polls", DiagnosticLocation(point->getDebugLoc()), &block);
    remark << "parallel loop polls instead of waiting for interrupts: its function takes the addresses of labels";
    function.getContext().diagnose(remark);
    BasicBlock *cold = point->getIndirectDest(0);
    point->getDefaultDest()->removePredecessor(&block);
    BranchInst::Create(cold, point->getIterator());
    point->eraseFromParent();
  }
}

/// What would make the versions differ: where they begin, and tables of their own. Where they begin and end is read
/// from unwind tables, also in programs that want none.
static void keepAligned(Function &function) {
  if (!function.hasUWTable())
    function.setUWTableKind(UWTableKind::Async);
  // The largest alignment of a loop's head.
  function.setAlignment(std::max(function.getAlign().valueOrOne(), Align(64)));
  function.addFnAttr("no-jump-tables", "true");
}

/// A linker may generate code in several parts (--lto-partitions), and no part takes a group apart. The group has no
/// other meaning.
static void keepTogether(Function &function) {
  Module &module = *function.getParent();
  if (compilesForInterrupts() || function.hasComdat() || module.getComdatSymbolTable().contains(function.getName()))
    return;
  Comdat *group = module.getOrInsertComdat(function.getName());
  group->setSelectionKind(Comdat::NoDeduplicate);
  function.setComdat(group);
}

static Function *copyOf(Function &function) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&function, map);
  separateAssignments(*copy);
  return copy;
}

/// Gives the function the body of a copy of itself: the order in which values list their uses decides between equals in
/// the code generator, and a copy has another one than what it was made from.
static void takeBody(Function &function, Function &copy) {
  auto linkage = function.getLinkage();
  function.deleteBody(); // It becomes a declaration, which is external.
  function.setLinkage(linkage);
  function.copyMetadata(&copy, 0);
  if (copy.hasPersonalityFn())
    function.setPersonalityFn(copy.getPersonalityFn());
  function.splice(function.begin(), &copy);
  for (auto [ours, theirs] : zip_equal(function.args(), copy.args())) {
    theirs.replaceAllUsesWith(&ours);
    ours.takeName(&theirs);
  }
  copy.eraseFromParent();
}

static void makeVersions(Function &function, unsigned number) {
  Module &module = *function.getParent();
  VersionLabels labels{(".Ltactus_source" + Twine(number)).str(), (".Ltactus_destination" + Twine(number)).str()};
  keepAligned(function);
  keepTogether(function);
  Function *copy = copyOf(function);
  takeBody(function, *copyOf(function));
  copy->setName(function.getName() + ".beat");
  nameClone(*copy);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setComdat(function.getComdat());
  for (Instruction &instruction : instructions(*copy))
    if (isBeatPoint(instruction) || isBeatReturn(instruction))
      divert(cast<CallBase>(instruction), labels);
  createAssembly(function, labels.source + ":");
  createAssembly(*copy, labels.destination + ":");
  if (makesThemDiffer)
    createAssembly(*copy, "nop");
  markAsVersions(function, *copy, labels);
  // The table's labels are in both.
  appendToCompilerUsed(module, {&function, copy});
}

/// Assembly of the program's may move the stack pointer, of which unwind tables then know nothing.
static bool mayMoveStack(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  auto *text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return text && any_of(ArrayRef<StringRef>{"push", "pop", "sp", "call", "enter", "leave"},
                        [&](StringRef word) { return StringRef(text->getAsmString()).contains_insensitive(word); });
}

/// A function of the memory allocator, if the program has its own, perhaps under another name: promoting needs memory.
static bool isAllocator(const GlobalValue &value) {
  static const StringSet<> names{"malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign"};
  return !value.isDeclarationForLinker() && names.contains(value.getName());
}

/// Code that is compiled for interrupts. With link-time optimisation it meets code that is not.
static constexpr const char *InterruptibleAttribute = "tactus-interruptible";

/// Promotion while the function runs needs unwind tables that hold at every instruction, and says so in them.
static void markInterruptible(Function &function) {
  if (function.getUWTableKind() != UWTableKind::Async || function.hasFnAttribute(Attribute::Naked) ||
      function.hasAvailableExternallyLinkage() || any_of(instructions(function), mayMoveStack))
    return;
  createAssembly(function, abi::InterruptibleMark);
}

/// Tells the runtime that there is code without polls here, whether or not it has versions. Code that has brought its
/// points (compiled TPAL) has no other reason to be registered.
static void announceCode(Module &module) {
  if (!module.getNamedValue("tactus.module"))
    createRegistration(module);
  module.appendModuleInlineAsm(".pushsection " TACTUS_VERSIONS_SECTION
                               ",\"aR\",@progbits\n.balign 4\n.long 0, 0\n.popsection");
}

/// Link-time optimisation would change the two versions of a function apart from each other, so it has to come first.
/// Then it may also inline the functions of an allocator into others.
static void leaveToLinker(Module &module, bool hasAllocator) {
  for (Function &function : module)
    if (hasAllocator && !function.isDeclaration() && !function.hasFnAttribute(Attribute::AlwaysInline))
      function.addFnAttr(Attribute::NoInline);
}

/// Does the module hold its own bitcode already (-ffat-lto-objects)? What comes now is for who links without the
/// linker's optimiser.
static bool holdsBitcode(const Module &module) {
  const NamedMDNode *objects = module.getNamedMetadata("llvm.embedded.objects");
  return objects && any_of(objects->operands(), [](const MDNode *object) {
           auto *section = dyn_cast<MDString>(object->getOperand(1));
           return section && section->getString() == ".llvm.lto";
         });
}

static void makeAllVersions(Module &module) {
  SmallVector<Function *, 8> functions;
  for (Function &function : module) {
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage() || !hasPoint(function))
      continue;
    if (hasAddressedBlocks(function))
      pollAtPoints(function);
    else if (!function.isDefTriviallyDead())
      functions.push_back(&function);
  }
  for (auto [number, function] : enumerate(functions))
    makeVersions(*function, number);
}

PreservedAnalyses BeatVersionsPass::run(Module &module, ModuleAnalysisManager &) {
  bool hasAllocator = any_of(module.global_values(), isAllocator);
  if (compilesForInterrupts() && !hasAllocator)
    for (Function &function : module)
      if (!function.isDeclaration())
        function.addFnAttr(InterruptibleAttribute);
  if (linkerOptimises() && !holdsBitcode(module)) {
    leaveToLinker(module, hasAllocator);
    return PreservedAnalyses::none();
  }
  bool isAny = compilesForInterrupts() || any_of(module, [](Function &function) {
                 return function.hasFnAttribute(InterruptibleAttribute) || hasPoint(function);
               });
  if (!isAny)
    return PreservedAnalyses::all();
  makeAllVersions(module);
  for (Function &function : module)
    if (!hasAllocator && !function.isDeclaration() && function.hasFnAttribute(InterruptibleAttribute))
      markInterruptible(function);
  announceCode(module);
  return PreservedAnalyses::none();
}

} // namespace tactus
