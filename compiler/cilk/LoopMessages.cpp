//===- LoopMessages.cpp - clang's messages about cilk_for ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "LoopMessages.h"
#include "llvm/ADT/SmallString.h"
#include <string>

using namespace clang;

namespace tactus {

namespace {

std::string replaceAll(std::string text, llvm::StringRef from, llvm::StringRef to) {
  for (size_t place = 0; (place = text.find(from, place)) != std::string::npos; place += to.size())
    text.replace(place, from.size(), to);
  return text;
}

/// Stands before clang's consumer of messages.
class Translator : public DiagnosticConsumer {
public:
  Translator(DiagnosticConsumer &target, std::unique_ptr<DiagnosticConsumer> owner)
      : target(target), owner(std::move(owner)) {
    NumWarnings = target.getNumWarnings();
    NumErrors = target.getNumErrors();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &message) override {
    DiagnosticConsumer::HandleDiagnostic(level, message);
    llvm::SmallString<128> text;
    message.FormatDiagnostic(text);
    std::string translated = text.str().str();
    for (llvm::StringRef term : {"'#pragma omp parallel for'", "#pragma omp parallel for", "OpenMP for loop",
                                 "OpenMP structured block", "OpenMP region", "OpenMP loop"})
      translated = replaceAll(std::move(translated), term, "cilk_for");
    if (text == translated)
      target.HandleDiagnostic(level, message);
    else
      target.HandleDiagnostic(level, Diagnostic(message.getDiags(), translated));
  }

  void clear() override {
    DiagnosticConsumer::clear();
    target.clear();
  }
  void BeginSourceFile(const LangOptions &language, const Preprocessor *preprocessor) override {
    target.BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { target.EndSourceFile(); }
  void finish() override { target.finish(); }
  bool IncludeInDiagnosticCounts() const override { return target.IncludeInDiagnosticCounts(); }

private:
  DiagnosticConsumer &target;
  std::unique_ptr<DiagnosticConsumer> owner;
};

} // namespace

void speakOfCilkFor(DiagnosticsEngine &diagnostics) {
  DiagnosticConsumer &target = *diagnostics.getClient();
  std::unique_ptr<DiagnosticConsumer> owner;
  if (diagnostics.ownsClient())
    owner = diagnostics.takeClient();
  diagnostics.setClient(new Translator(target, std::move(owner)), /*ShouldOwnClient=*/true);
}

} // namespace tactus
