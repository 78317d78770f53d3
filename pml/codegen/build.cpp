//===- build.cpp - from the PCall IR to a program ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// translate ─► optimise ─► expand allocations and pcalls ─► statepoints ─► object file ─► link
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/build.h"
#include "pml/codegen/collector.h"
#include "pml/codegen/late.h"
#include "pml/codegen/module.h"
#include "process.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/RewriteStatepointsForGC.h"

using namespace llvm;

namespace tactus::pml::codegen {

static std::unique_ptr<TargetMachine> createMachine(std::string &error) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  // For the charge of forks (ForkCharge.h).
  InitializeNativeTargetAsmParser();
  const char *triple = "x86_64-pc-linux-gnu";
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(triple, "x86-64", "", TargetOptions(), Reloc::PIC_,
                                                                    std::nullopt, CodeGenOptLevel::Default));
}

static void optimise(Module &module, TargetMachine &machine, unsigned level) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PipelineTuningOptions tuning;
  // Vectors of objects would be no words of a frame.
  tuning.SLPVectorization = false;
  PassBuilder passes(&machine, tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  if (level > 0)
    passes
        .buildPerModuleDefaultPipeline(level == 1   ? OptimizationLevel::O1
                                       : level == 2 ? OptimizationLevel::O2
                                                    : OptimizationLevel::O3)
        .run(module, modules);
  expandLate(module);
  modules.clear();
  functions.clear();
  ModulePassManager late;
  late.addPass(RewriteStatepointsForGC());
  late.run(module, modules);
}

static std::string emit(Module &module, TargetMachine &machine, const std::filesystem::path &path, Output output) {
  std::error_code failure;
  raw_fd_ostream stream(path.string(), failure, sys::fs::OF_None);
  if (failure)
    return "'" + path.string() + "' cannot be written: " + failure.message() + "; choose another place";
  if (output == Output::Llvm) {
    module.print(stream, nullptr);
    return "";
  }
  legacy::PassManager passes;
  auto kind = output == Output::Assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
    return "this LLVM emits no such files";
  passes.run(module);
  return "";
}

static std::string link(const std::filesystem::path &object, const std::filesystem::path &program,
                        const BuildOptions &options) {
  std::string libraries = options.libraries.string();
  std::vector<std::string> command{
      options.compiler, object.string(), "-o",  program.string(), "-L" + libraries,         "-ltactus_pml_runtime",
      "-ltactus",       "-lgmp",         "-lm", "-lpthread",      "-Wl,-rpath," + libraries};
  return driver::runProgram(command) == 0 ? "" : "the program could not be linked";
}

std::string build(ir::Program &program, const std::filesystem::path &output, const BuildOptions &options) {
  registerCollector();
  std::string error;
  std::unique_ptr<TargetMachine> machine = createMachine(error);
  if (!machine)
    return "this LLVM has no x86-64: " + error;
  LLVMContext context;
  Module module("pml", context);
  module.setSourceFileName(program.files.empty() ? "pml" : program.files[0]);
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setPICLevel(PICLevel::BigPIC);
  module.setPIELevel(PIELevel::Large);
  declareAllocation(module);
  if (std::string problem = ModuleBuilder(program, module).run(); !problem.empty())
    return problem;
  std::string broken;
  raw_string_ostream report(broken);
  if (verifyModule(module, &report))
    return "the code generator has made a wrong module, please report this: " + broken;
  optimise(module, *machine, options.optimisation);
  if (options.output != Output::Program)
    return emit(module, *machine, output, options.output);
  std::filesystem::path object = output.string() + ".o";
  if (std::string problem = emit(module, *machine, object, Output::Object); !problem.empty())
    return problem;
  std::string problem = link(object, output, options);
  std::error_code ignored;
  std::filesystem::remove(object, ignored);
  return problem;
}

} // namespace tactus::pml::codegen
