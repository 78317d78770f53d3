//===- Remarks.h - what users hear of their pragmas ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_REMARKS_H
#define TACTUS_COMPILER_SPLICE_REMARKS_H

#include "clang/Frontend/CompilerInstance.h"

namespace tactus::splice {

/// Those of -Rpass=tactus and -Rpass-missed=tactus.
class Remarks {
public:
  explicit Remarks(clang::CompilerInstance &compiler) : compiler(compiler) {}

  void done(clang::SourceLocation place, const std::string &text) {
    if (compiler.getCodeGenOpts().OptimizationRemark.patternMatches("tactus"))
      say(place, text + " [-Rpass=tactus]");
  }
  void missed(clang::SourceLocation place, const std::string &text) {
    if (compiler.getCodeGenOpts().OptimizationRemarkMissed.patternMatches("tactus"))
      say(place, text + " [-Rpass-missed=tactus]");
  }

private:
  clang::CompilerInstance &compiler;

  void say(clang::SourceLocation place, const std::string &text) {
    clang::DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
    // Marks are macros of a header, where the pragma stands.
    place = compiler.getSourceManager().getExpansionLoc(place);
    diagnostics.Report(place, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Remark, "%0")) << text;
  }
};

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_REMARKS_H
