//===- Verification.cpp - is the converted module well-formed? ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Verification.h"
#include "ir/DebugScope.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tactus {

/// Metadata of a module: what the verifier says of it before anything is converted.
static constexpr const char *KnownComplaints = "tactus.complaints";

static cl::opt<bool> verifyOutput("tactus-verify", cl::desc("verify the module after every stage of the conversion"));

bool verifiesOutput() { return verifyOutput; }

/// What LLVM's verifier says, without the instructions that it shows with each sentence.
static SmallVector<StringRef, 4> complaintsIn(StringRef text) {
  SmallVector<StringRef, 4> lines, complaints;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  copy_if(lines, std::back_inserter(complaints), [](StringRef line) { return !line.starts_with(" "); });
  return complaints;
}

void noteComplaintsBefore(Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  if (!verifyModule(module, &stream))
    return;
  NamedMDNode *known = module.getOrInsertNamedMetadata(KnownComplaints);
  for (StringRef complaint : complaintsIn(text))
    known->addOperand(MDNode::get(module.getContext(), MDString::get(module.getContext(), complaint)));
  errs() << "tactus: warning: " << module.getSourceFileName() << " is malformed as clang writes it ("
         << complaintsIn(text).front() << "), -ftactus-verify looks for other faults\n";
}

static bool isKnown(const Module &module, StringRef complaint) {
  const NamedMDNode *known = module.getNamedMetadata(KnownComplaints);
  return known && any_of(known->operands(), [&](const MDNode *node) {
           return cast<MDString>(node->getOperand(0))->getString() == complaint;
         });
}

void verifyConverted(const Module &module, StringRef after) {
  std::string text;
  raw_string_ostream stream(text);
  bool isMalformed = verifyModule(module, &stream) &&
                     any_of(complaintsIn(text), [&](StringRef complaint) { return !isKnown(module, complaint); });
  if (isMalformed)
    errs() << text;
  if (isMalformed || !verifyDebugScopes(module))
    module.getContext().emitError("tactus: error: the converted module is malformed after " + after +
                                  ", please report this");
}

PreservedAnalyses VerifyLatePass::run(Module &module, ModuleAnalysisManager & /*analyses*/) {
  verifyConverted(module, "the passes behind the optimiser");
  if (NamedMDNode *known = module.getNamedMetadata(KnownComplaints))
    known->eraseFromParent();
  return PreservedAnalyses::all();
}

} // namespace tactus
