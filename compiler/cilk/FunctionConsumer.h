//===- FunctionConsumer.h - every function that clang has finished -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_FUNCTIONCONSUMER_H
#define TACTUS_COMPILER_CILK_FUNCTIONCONSUMER_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"

namespace tactus {

/// Is shown functions and variables of files, namespaces and classes when clang has finished them: instances of
/// templates too, and templates themselves.
class FunctionConsumer : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      visit(declaration);
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *function) override { visit(function); }

protected:
  virtual void visitFunction(clang::FunctionDecl *function) = 0;
  virtual void visitVariable(clang::VarDecl *) {}

  void visit(clang::Decl *declaration) {
    using namespace clang;
    if (auto *function = dyn_cast<FunctionDecl>(declaration))
      visitFunction(function);
    else if (auto *variable = dyn_cast<VarDecl>(declaration))
      visitVariable(variable);
    else if (isa<NamespaceDecl, LinkageSpecDecl, RecordDecl, ExportDecl>(declaration))
      for (Decl *inner : cast<DeclContext>(declaration)->decls())
        visit(inner);
  }
};

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_FUNCTIONCONSUMER_H
