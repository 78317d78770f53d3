//===- LoopMessages.cpp - clang's messages about cilk_for ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "LoopMessages.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include <optional>
#include <string>

using namespace clang;

namespace tactus {

namespace {

std::string replaceAll(std::string text, llvm::StringRef from, llvm::StringRef to) {
  for (size_t place = 0; (place = text.find(from, place)) != std::string::npos; place += to.size())
    text.replace(place, from.size(), to);
  return text;
}

#if LLVM_VERSION_MAJOR >= 21
/// The same message in other words. It refers to what is handed in.
class Translated {
public:
  Translated(const Diagnostic &message, llvm::StringRef text) {
    storage.DiagRanges.append(message.getRanges().begin(), message.getRanges().end());
    storage.FixItHints.append(message.getFixItHints().begin(), message.getFixItHints().end());
    translated.emplace(message.getDiags(), message.getLocation(), message.getID(), storage, text);
  }
  operator const Diagnostic &() const { return *translated; }

private:
  DiagnosticStorage storage;
  std::optional<Diagnostic> translated;
};
Translated withText(const Diagnostic &message, llvm::StringRef text) { return Translated(message, text); }
#else
Diagnostic withText(const Diagnostic &message, llvm::StringRef text) { return Diagnostic(message.getDiags(), text); }
#endif

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
    if (!isAboutOpenMP(message)) {
      target.HandleDiagnostic(level, message);
      return;
    }
    llvm::SmallString<128> text;
    message.FormatDiagnostic(text);
    std::string translated = text.str().str();
    for (llvm::StringRef term : {"'#pragma omp parallel for'", "#pragma omp parallel for", "OpenMP for loop",
                                 "OpenMP structured block", "OpenMP region", "OpenMP loop"})
      translated = replaceAll(std::move(translated), term, "cilk_for");
    target.HandleDiagnostic(level, withText(message, translated));
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
  /// By clang's own part of the message: what it cites is the program's, but for what a `return` cannot leave.
  static bool isAboutOpenMP(const Diagnostic &message) {
    llvm::StringRef pattern = message.getDiags()->getDiagnosticIDs()->getDescription(message.getID());
    return pattern.contains("OpenMP") || pattern.contains("#pragma omp") || pattern.starts_with("cannot return from");
  }

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
