//===- build.cpp - from the PCall IR to a program ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// translate ─► simplify ─► in parts: optimise ─► expand allocations and pcalls ─► statepoints ─► object files ─► link
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/build.h"
#include "pml/codegen/collector.h"
#include "pml/codegen/late.h"
#include "pml/codegen/module.h"
#include "pml/codegen/objects.h"
#include "pml/codegen/optimise.h"
#include "process.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tactus::pml::codegen {

static std::string link(const std::vector<std::string> &objects, const std::filesystem::path &program,
                        const BuildOptions &options) {
  std::string libraries = options.libraries.string();
  std::vector<std::string> command{options.compiler};
  if (!options.ranksCompiler.empty())
    command = {options.ranksCompiler, "-std=c++20", "-O2", "-I" + options.include.string(),
               options.ranksSource.string()};
  command.insert(command.end(), objects.begin(), objects.end());
  // A library that is loaded and not needed takes up to a third of a megabyte of the program's memory.
  for (const std::string &argument :
       {std::string("-o"), program.string(), std::string("-Wl,--gc-sections"), std::string("-Wl,--as-needed"),
        "-L" + libraries, std::string("-ltactus_pml_runtime"), std::string("-ltactus"), std::string("-lgmp"),
        std::string("-lm"), std::string("-lpthread"), "-Wl,-rpath," + libraries})
    command.push_back(argument);
  int status = driver::runProgram(command);
  if (status < 0)
    return driver::describeFailure(command[0], errno);
  return status == 0 ? "" : "the program could not be linked; where -lgmp is missing, apt install libgmp-dev";
}

std::string build(ir::Program &program, const std::filesystem::path &output, const BuildOptions &options) {
  registerCollector();
  std::string error;
  std::unique_ptr<TargetMachine> machine = createMachine(options.processor, error);
  if (!machine)
    return error;
  LLVMContext context;
  // Names of values are for readers of the IR alone. Making them unique takes time in every pass.
  context.setDiscardValueNames(options.output != Output::Llvm);
  Module module("pml", context);
  module.setSourceFileName(program.files.empty() ? "pml" : program.files[0]);
  module.setDataLayout(machine->createDataLayout());
#if LLVM_VERSION_MAJOR >= 21
  module.setTargetTriple(machine->getTargetTriple());
#else
  module.setTargetTriple(machine->getTargetTriple().str());
#endif
  module.setPICLevel(PICLevel::BigPIC);
  module.setPIELevel(PIELevel::Large);
  declareAllocation(module);
  if (std::string problem = ModuleBuilder(program, module, options.debugs, !options.ranksCompiler.empty()).run();
      !problem.empty())
    return problem;
  std::string broken;
  raw_string_ostream report(broken);
  if (verifyModule(module, &report))
    return "the code generator has made a wrong module, please report this: " + broken;
  if (std::string problem = simplifyWhole(module, *machine, options); !problem.empty())
    return problem;
  if (options.output != Output::Program) {
    if (std::string problem = finishPart(module, *machine, options); !problem.empty())
      return problem;
    return emit(module, *machine, output, options.output);
  }
  std::vector<std::string> objects;
  std::string problem = emitObjects(module, *machine, options, output, objects);
  return problem.empty() ? link(objects, output, options) : problem;
}

} // namespace tactus::pml::codegen
