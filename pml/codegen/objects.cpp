//===- objects.cpp - from LLVM's IR to object files ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What LLVM does to single functions takes more than half of the time that a program needs to build. So a large module
// is cut, as soon as nothing more is inlined, into some that are finished and compiled by threads. Each needs a context
// of its own, which it gets as bitcode.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/objects.h"
#include "pml/codegen/optimise.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/SplitModule.h"

using namespace llvm;

namespace tactus::pml::codegen {

std::unique_ptr<TargetMachine> createMachine(const std::string &processor, std::string &error) {
  // Once, as threads come here as well. The parser is for the charge of forks (ForkCharge.h).
  static const bool hasNone =
      InitializeNativeTarget() || InitializeNativeTargetAsmPrinter() || InitializeNativeTargetAsmParser();
  if (hasNone) {
    error = "this LLVM has no x86-64: it has been built without";
    return nullptr;
  }
#if LLVM_VERSION_MAJOR >= 22
  const Triple triple("x86_64-pc-linux-gnu");
#else
  const char *triple = "x86_64-pc-linux-gnu";
#endif
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::string name = processor, features;
  if (processor == "native") {
    name = sys::getHostCPUName();
    for (const auto &[feature, isThere] : sys::getHostCPUFeatures())
      features += (features.empty() ? "" : ",") + std::string(isThere ? "+" : "-") + feature.str();
  }
  std::unique_ptr<MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known->isCPUStringValid(name)) {
    error = "there is no processor '" + name + "' with x86-64; use a name that clang -march= has, or native";
    return nullptr;
  }
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, name, features, TargetOptions(), Reloc::PIC_, std::nullopt, CodeGenOptLevel::Default));
}

std::string emit(Module &module, TargetMachine &machine, const std::filesystem::path &path, Output output) {
  std::error_code failure;
  raw_fd_ostream stream(path.string(), failure, sys::fs::OF_None);
  if (failure)
    return "'" + path.string() + "' cannot be written: " + failure.message() + "; choose another place";
  if (output == Output::Llvm) {
    module.print(stream, nullptr);
  } else {
    legacy::PassManager passes; // keeps text back until it goes
    auto kind = output == Output::Assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
    if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
      return "this LLVM emits no such files";
    passes.run(module);
  }
  stream.close();
  failure = stream.error();
  stream.clear_error(); // or LLVM takes it for an error of its own
  return failure
             ? "'" + path.filename().string() + "' cannot be written: " + failure.message() + "; make room on the disk"
             : "";
}

/// How many object files are made of a module. It depends on the program alone, so that the code is the same
/// everywhere.
static unsigned objectCount(const Module &module) {
  constexpr unsigned Instructions = 15000, Most = 8;
  return std::clamp(module.getInstructionCount() / Instructions, 1U, Most);
}

/// In a thread of its own, with nothing that others have.
static std::string emitBitcode(StringRef bitcode, const BuildOptions &options, const std::string &path) {
  LLVMContext context;
  context.setDiscardValueNames(true);
  Expected<std::unique_ptr<Module>> module = parseBitcodeFile(MemoryBufferRef(bitcode, path), context);
  if (!module)
    return "the code generator cannot read what it wrote, please report this: " + toString(module.takeError());
  std::string error;
  std::unique_ptr<TargetMachine> machine = createMachine(options.processor, error);
  if (!machine)
    return error;
  if (std::string problem = finishPart(**module, *machine, options); !problem.empty())
    return problem;
  return emit(**module, *machine, path, Output::Object);
}

/// A part's optimiser would drop what nobody uses in the part itself.
static void keepForOtherParts(Module &module) {
  for (GlobalValue &value : module.global_values())
    if (value.hasLinkOnceLinkage())
      value.setLinkage(GlobalValue::getWeakLinkage(value.hasLinkOnceODRLinkage()));
}

std::string emitObjects(Module &module, TargetMachine &machine, const BuildOptions &options,
                        const std::filesystem::path &program, std::vector<std::string> &objects) {
  unsigned count = objectCount(module);
  for (unsigned i = 0; i < count; ++i)
    objects.push_back(program.string() + (i == 0 ? ".o" : "." + std::to_string(i) + ".o"));
  if (count == 1) {
    if (std::string problem = finishPart(module, machine, options); !problem.empty())
      return problem;
    return emit(module, machine, objects[0], Output::Object);
  }
  keepForOtherParts(module);
  std::vector<std::string> problems(count);
  DefaultThreadPool threads;
  unsigned next = 0;
  SplitModule(module, count, [&](std::unique_ptr<Module> part) {
    auto bitcode = std::make_shared<SmallString<0>>();
    raw_svector_ostream stream(*bitcode);
    WriteBitcodeToFile(*part, stream);
    threads.async([bitcode, &options, i = next++, &problems, &objects] {
      problems[i] = emitBitcode(*bitcode, options, objects[i]);
    });
  });
  threads.wait();
  for (const std::string &problem : problems)
    if (!problem.empty())
      return problem;
  return "";
}

} // namespace tactus::pml::codegen
