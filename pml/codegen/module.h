//===- module.h - a program of the PCall IR as an LLVM module ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What all functions share: declarations, globals, static objects. Functions are in function.h, and what has to wait
// until LLVM's optimiser has run in late.h.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_MODULE_H
#define TACTUS_PML_CODEGEN_MODULE_H

#include "pml/codegen/debug.h"
#include "pml/codegen/layout.h"
#include "pml/ir/travels.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

#include <map>
#include <memory>

namespace tactus::pml::codegen {

/// The name of the collector and stack map format of compiled functions.
inline constexpr const char *CollectorName = "tactus-pml";
/// Allocations until late.h expands them: ptr addrspace(1) (i64 bytes, i64 header). Nothing is read there before it is
/// written.
inline constexpr const char *AllocationName = "pml.new";
/// Behind the name of a function: the target of pcalls, which LLVM must not look into until late.h replaces it.
inline constexpr const char *PCallSuffix = ".pcall";
/// On calls that are no safepoints.
inline constexpr const char *LeafAttribute = "gc-leaf-function";

/// On calls behind which the thread has no exception if it had none before.
inline constexpr const char *NeverRaises = "pml-never-raises";

/// How values go in and out of a function.
struct Signature {
  /// The part that is in registers; the rest is in the thread's arguments or results.
  std::vector<bool> argumentInRegister, resultInRegister;
  llvm::FunctionType *type = nullptr;
};

class ModuleBuilder {
public:
  ModuleBuilder(ir::Program &program, llvm::Module &module, bool debugs, bool spreads);

  /// Everything. An error message, or empty.
  [[nodiscard]] std::string run();

  ir::Program &program;
  llvm::Module &module;
  llvm::LLVMContext &context;
  Layout layout;

  /// With -g.
  std::unique_ptr<DebugInfo> debug;

  llvm::Function *functionOf(uint32_t index) const { return functions[index]; }
  const Signature &signatureOf(uint32_t index) const { return signatures[index]; }
  bool mayRaise(uint32_t index) const { return raises[index]; }
  /// Whether there are pcalls in the program, or others of its functions run as tasks (EntryFunctions).
  bool hasSeveralHeaps() const { return hasTasks; }
  /// Whether the program may run over several ranks, and a function in another than that of its caller.
  bool hasRanks() const { return spreads; }
  bool travels(uint32_t index) const;
  /// A fork whose task calls such a function.
  void addTravellingFork(llvm::Constant *descriptor, uint32_t function);
  /// Control passes this block of a function at most once: what it does is not worth copies of what it calls.
  bool runsOnce(uint32_t index, ir::BlockIndex block) const { return once[index][block]; }
  llvm::GlobalVariable *globalOf(uint32_t index) const { return globals[index]; }
  llvm::Constant *tagOf(uint32_t exception);
  /// The exception value of one without fields.
  llvm::Constant *predefinedException(uint32_t exception);
  /// A record whose fields are known, as they lie in memory: nothing is allocated for it.
  llvm::Constant *recordObject(uint64_t header, const RecordLayout &record, llvm::ArrayRef<llvm::Constant *> fields);
  llvm::Constant *stringObject(const std::string &text);
  /// The strings of one character, by character.
  llvm::GlobalVariable *charStrings();
  llvm::Constant *largeInteger(const std::string &decimal);
  /// What the user calls it: names may end in a dot and a number, which makes them unique.
  llvm::Constant *nameObject(uint32_t exception);
  llvm::Constant *raisePlace(const ir::Place &place);

  llvm::Constant *immediate(uint64_t value) const;
  /// The address of a field of the calling thread's Thread, a constant offset from its thread-local address.
  llvm::Value *threadField(llvm::IRBuilder<> &builder, uint64_t offset) const;

  /// A function of the runtime, by its C name.
  llvm::FunctionCallee runtime(llvm::StringRef name, llvm::Type *result,
                               llvm::ArrayRef<llvm::Type *> parameters) const {
    return module.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  }
  /// The thread's credit (tactus/latent.h).
  llvm::GlobalVariable *credit();
  /// What every compiled function has.
  void prepare(llvm::Function &function) const;

private:
  std::vector<llvm::Function *> functions;
  std::vector<Signature> signatures;
  std::vector<bool> raises;
  bool hasTasks = false, hasInterrupts = false, spreads;
  /// Where there may be several ranks.
  std::vector<ir::Surroundings> surroundings;
  std::vector<llvm::Constant *> travellingForks;
  std::vector<std::vector<bool>> once;
  std::vector<llvm::GlobalVariable *> globals;
  std::map<uint32_t, llvm::Constant *> tags, exceptionObjects;
  std::map<std::string, llvm::Constant *> strings, integers;
  llvm::GlobalVariable *charStringTable = nullptr;
  std::map<llvm::Constant *, llvm::Constant *> records;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, llvm::Constant *> places;
  std::map<std::string, llvm::Constant *> fileNames;

  Signature signatureFor(const ir::Function &function) const;
  void describeParameters(const ir::Function &function, llvm::Function &made) const;
  void declareFunctions();
  void findRaisingFunctions();
  void declareGlobals();
  llvm::Function *emitEntry(const std::string &name, uint32_t function);
  void emitProgramInfo(uint32_t mainFunction);
  llvm::Constant *staticObject(llvm::ArrayRef<llvm::Constant *> words, const llvm::Twine &name);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_MODULE_H
