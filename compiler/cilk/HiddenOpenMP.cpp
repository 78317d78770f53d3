//===- HiddenOpenMP.cpp - OpenMP for cilk_for alone ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "HiddenOpenMP.h"
#include "LoopMessages.h"
#include "clang/Frontend/FrontendOptions.h"

using namespace clang;

namespace tactus {

namespace {

/// The version that -fopenmp gives in clang 19.
constexpr unsigned Version = 51;

class Preparation : public ASTConsumer {
public:
  explicit Preparation(CompilerInstance &compiler) : compiler(compiler) {}

  void Initialize(ASTContext &) override { compiler.getLangOpts().OpenMP = Version; }

  /// Before the consumer that writes a precompiled header, which records the language options.
  void HandleTranslationUnit(ASTContext &) override {
    if (compiler.getFrontendOpts().ProgramAction == frontend::GeneratePCH)
      compiler.getLangOpts().OpenMP = 0;
  }

private:
  CompilerInstance &compiler;
};

class Hiding : public ASTConsumer {
public:
  explicit Hiding(CompilerInstance &compiler)
      : compiler(compiler), clearsAST(compiler.getCodeGenOpts().ClearASTBeforeBackend) {}

  void Initialize(ASTContext &) override {
    compiler.getLangOpts().OpenMP = 0;
    // Clang keeps the syntax tree for plugins that follow the code generator. This one has no use for it.
    compiler.getCodeGenOpts().ClearASTBeforeBackend = clearsAST;
  }

private:
  CompilerInstance &compiler;
  bool clearsAST;
};

} // namespace

bool needsHiddenOpenMP(const CompilerInstance &compiler) {
  const LangOptions &language = compiler.getLangOpts();
  return !language.CPlusPlus && !language.OpenCL && !language.OpenMP;
}

std::unique_ptr<ASTConsumer> prepareHiddenOpenMP(CompilerInstance &compiler) {
  return std::make_unique<Preparation>(compiler);
}

std::unique_ptr<ASTConsumer> hideOpenMP(CompilerInstance &compiler) { return std::make_unique<Hiding>(compiler); }

void beginOpenMPForLoops(CompilerInstance &compiler) {
  if (compiler.getLangOpts().OpenMP)
    return;
  compiler.getLangOpts().OpenMP = Version;
  speakOfCilkFor(compiler.getDiagnostics());
}

} // namespace tactus
