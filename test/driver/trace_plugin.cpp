//===- trace_plugin.cpp - a plugin that only shows that it ran -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Stands in for TactusPlugin.so in the tests of the driver. It takes the same options and leaves
//   * a line "compile FILE" for each module that it compiles, in the report file and in the one that TACTUS_TEST_TRACE
//     names,
//   * a line "link" there, when the code generator of a link-time optimisation loads it,
//   * an abort of the compilation if it is asked to verify a module that is broken.
//
//===----------------------------------------------------------------------===//
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h") // LLVM 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstdlib>
#include <fstream>
#include <string>

namespace {

llvm::cl::opt<std::string> Report("tactus-report", llvm::cl::desc("Report file"));
llvm::cl::opt<bool> Verify("tactus-verify", llvm::cl::desc("Verify"));
llvm::cl::opt<bool> LinkerOptimises("tactus-linker-optimises", llvm::cl::desc("Compile for link-time optimisation"));

void trace(const std::string &line) {
  if (const char *path = std::getenv("TACTUS_TEST_TRACE"))
    std::ofstream(path, std::ios::app) << line << '\n';
}

struct TracePass : llvm::PassInfoMixin<TracePass> {
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    const std::string source = module.getSourceFileName();
    trace((Verify ? "verify " : "compile ") + source);
    if (Verify && llvm::verifyModule(module, &llvm::errs()))
      llvm::report_fatal_error("broken module");
    if (!Report.empty())
      std::ofstream(Report.getValue(), std::ios::app) << R"({"file":")" << source << "\"}\n";
    return llvm::PreservedAnalyses::all();
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tactus-trace", "1", [](llvm::PassBuilder &builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager &passes, llvm::OptimizationLevel) { passes.addPass(TracePass()); });
            builder.registerFullLinkTimeOptimizationEarlyEPCallback(
                [](llvm::ModulePassManager &, llvm::OptimizationLevel) { trace("link"); });
          }};
}
