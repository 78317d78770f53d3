//===- SplicePlugin.cpp - #pragma splice in clang ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// From the text to the code generator (decision 65):
//
//     PragmaTokens   a pragma becomes a mark, which the parser reads
//     Annotations    functions with marks; what they declare becomes a function
//     Rewriter       bodies of those, and statements under `try`: calls and steps ask whether they are spliced
//     Accesses, Liveness, Later   what is known of code: SE, local variables, CE
//
// Syntax trees change when clang has finished a function, before code is generated for it. Templates are left alone;
// their instances are seen.
//
//===----------------------------------------------------------------------===//
#include "../cilk/FunctionConsumer.h"
#include "Annotations.h"
#include "PragmaTokens.h"
#include "Remarks.h"
#include "Rewriter.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace tactus::splice {

namespace {

class SplicedFunctions : public FunctionConsumer {
public:
  explicit SplicedFunctions(CompilerInstance &compiler) : compiler(compiler), remarks(compiler) {}

private:
  CompilerInstance &compiler;
  Remarks remarks;
  std::unique_ptr<TreeBuilder> tree;
  Summaries summaries;
  std::unique_ptr<Annotations> annotations;
  llvm::DenseSet<const FunctionDecl *> done;

  void visitFunction(FunctionDecl *function) override {
    if (!compiler.getPreprocessor().isMacroDefined("TACTUS_SPLICE_H") || function->isDependentContext())
      return;
    if (!tree) {
      tree = std::make_unique<TreeBuilder>(compiler.getASTContext());
      annotations = std::make_unique<Annotations>(*tree, compiler.getASTConsumer(), summaries);
      seeAll(compiler.getASTContext().getTranslationUnitDecl());
    }
    annotations->declare(function);
    if (!function->doesThisDeclarationHaveABody() || !done.insert(function).second)
      return;
    see(function);
    if (Stmt *effects = annotations->takeMark(function))
      rewriteFunction(function, effects);
    Stmt *body = function->getBody();
    Variables shared;
    if (hasMarks(body)) {
      for (auto [variable, use] : accessesOf(body).locals)
        if (use & AddressTaken)
          shared.insert(variable);
      const Variables none;
      ItemFinder(*annotations, none, /*isTry=*/true).addBound(body, shared);
    }
    rewriteMarks(body, function, shared);
    if (body != function->getBody())
      function->setBody(body);
  }

  void visitVariable(VarDecl *variable) override {
    if (tree)
      summaries.see(variable);
  }

  //===--- What functions rely on ---===//

  /// Libraries of the system know no variables of the program, and are large. Effects only name them.
  void see(const FunctionDecl *function) {
    if (!function->isImplicit() && !function->isDependentContext() &&
        !compiler.getSourceManager().isInSystemHeader(function->getLocation()))
      summaries.see(function);
  }
  /// What came before <tactus/splice.h>.
  void seeAll(const DeclContext *around) {
    for (const Decl *inner : around->decls())
      if (auto *function = dyn_cast<FunctionDecl>(inner); function && function->doesThisDeclarationHaveABody())
        see(function);
      else if (auto *variable = dyn_cast<VarDecl>(inner))
        summaries.see(variable);
      else if (isa<NamespaceDecl, LinkageSpecDecl, RecordDecl>(inner))
        seeAll(cast<DeclContext>(inner));
  }

  /// Now all functions of the file are known.
  void HandleTranslationUnit(ASTContext &) override {
    if (!annotations || compiler.getDiagnostics().hasErrorOccurred())
      return;
    auto isAnnotated = [&](const FunctionDecl *function) { return annotations->effectsOf(function) != nullptr; };
    SmallVector<FunctionDecl *, 8> functions(annotations->definedHere());
    for (FunctionDecl *function : functions) {
      Summary summary = summaries.of(function, isAnnotated);
      annotations->defineReliance(function, summary);
      sayIfAlone(function, summary);
    }
    for (const Change &change : changes)
      for (const FunctionDecl *callee : change.callees)
        if (std::string why = whyReliesOn(callee, change.variable, summaries.of(callee, isAnnotated)); !why.empty()) {
          remarks.missed(change.place, "calls before this code and behind it are not spliced together: it writes '" +
                                           change.variable->getNameAsString() + "', " + why);
          break;
        }
  }

  /// Code of a try changes a variable, between calls of these functions.
  struct Change {
    SourceLocation place;
    const VarDecl *variable;
    SmallVector<const FunctionDecl *, 4> callees;
  };
  SmallVector<Change, 8> changes;

  static const VarDecl *changedBy(const Stmt *code) {
    const Expr *target = nullptr;
    if (auto *assignment = dyn_cast<BinaryOperator>(code); assignment && assignment->isAssignmentOp())
      target = assignment->getLHS();
    else if (auto *step = dyn_cast<UnaryOperator>(code); step && step->isIncrementDecrementOp())
      target = step->getSubExpr();
    auto *named = target ? dyn_cast<DeclRefExpr>(target->IgnoreParens()) : nullptr;
    auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    return variable && !variable->hasLocalStorage() ? variable->getCanonicalDecl() : nullptr;
  }

  void noteChanges(Stmt *code, const ItemFinder &finder, SmallVectorImpl<Change> &found,
                   SmallVectorImpl<const FunctionDecl *> &callees) {
    if (!code)
      return;
    if (CallExpr *call = finder.callIn(code))
      callees.push_back(call->getDirectCallee());
    else if (const VarDecl *variable = changedBy(code))
      found.push_back({code->getBeginLoc(), variable, {}});
    for (Stmt *child : code->children())
      noteChanges(child, finder, found, callees);
  }

  void noteChanges(Stmt *marked, const Variables &shared) {
    ItemFinder finder(*annotations, shared, /*isTry=*/true);
    SmallVector<Change, 8> found;
    SmallVector<const FunctionDecl *, 4> callees;
    noteChanges(marked, finder, found, callees);
    for (Change &change : found) {
      change.callees = callees;
      changes.push_back(std::move(change));
    }
  }

  static std::string whyReliesOn(const FunctionDecl *callee, const VarDecl *variable, const Summary &summary) {
    std::string name = "'" + callee->getNameAsString() + "'";
    if (summary.decisive.count(variable))
      return "which the effects of " + name + " depend on; give it to the function as an argument";
    if (summary.globals.count(variable) && !summary.declared.contains(variable))
      return "which " + name + " uses; give it to the function as an argument";
    if (summary.callsUnknown || !summary.foreign.empty())
      return "and " + name + " may use it in " +
             (summary.callsUnknown ? "'" + summary.unknown + "', of which nothing is known" : "another file");
    return "";
  }

  void sayIfAlone(const FunctionDecl *function, const Summary &summary) {
    for (auto [variable, use] : summary.globals) {
      if (!(use & Written) || !variable->getType()->isScalarType())
        continue;
      std::string name = "'" + variable->getNameAsString() + "'";
      if (summary.decisive.count(variable))
        remarks.missed(function->getLocation(), "calls of '" + function->getNameAsString() +
                                                    "' are not spliced: they write " + name +
                                                    ", which their effects depend on");
      else if (!summary.declared.contains(variable))
        remarks.missed(function->getLocation(), "calls of '" + function->getNameAsString() +
                                                    "' are not spliced: they write " + name +
                                                    ", which their effects do not name");
    }
  }

  void rewriteFunction(FunctionDecl *function, Stmt *effects) {
    SourceLocation place = function->getLocation();
    if (auto *method = dyn_cast<CXXMethodDecl>(function);
        method && (method->isVirtual() || method->getParent()->isLambda() || isa<CXXConstructorDecl>(method) ||
                   isa<CXXDestructorDecl>(method))) {
      annotations->forget(function);
      return remarks.missed(place, "function is not spliced: it is virtual, a lambda, a constructor or a destructor");
    }
    if (function->isVariadic() || function->isMain()) {
      annotations->forget(function);
      return remarks.missed(place, "function is not spliced: its arguments cannot wait for the call");
    }
    auto *type = function->getType()->getAs<FunctionProtoType>();
    if (compiler.getLangOpts().CPlusPlus && type && type->isNothrow()) {
      annotations->forget(function);
      return remarks.missed(place, "function is not spliced: it is noexcept, and exceptions of others must pass it");
    }
    annotations->define(function, effects);
    const Variables none;
    Rewriter rewriter(*tree, *annotations, remarks, function, none, /*isTry=*/false);
    SourceLocation where;
    if (std::string why = rewriter.whyNot(function->getBody(), where); !why.empty()) {
      remarks.missed(where, "function '" + function->getNameAsString() + "' waits for all that it declares: " + why);
      function->setBody(rewriter.waitForAll(function->getBody()));
      return;
    }
    Statements statements(cast<CompoundStmt>(function->getBody())->body());
    function->setBody(rewriter.rewrite(statements));
    remarks.done(place, "function '" + function->getNameAsString() + "' can be spliced: " + countsOf(rewriter));
  }

  static std::string countsOf(const Rewriter &rewriter) {
    return std::to_string(rewriter.calls) + " calls, " + std::to_string(rewriter.delayed) +
           " steps that may be delayed, " + std::to_string(rewriter.waits) + " that wait";
  }

  //===--- Everywhere else ---===//

  static bool hasMarks(Stmt *code) {
    return code && (stepMark(code) || restMark(code) || tryMark(code) || llvm::any_of(code->children(), hasMarks));
  }

  /// What is left of marks outside of annotated functions.
  void rewriteMarks(Stmt *&code, FunctionDecl *function, const Variables &shared) {
    if (!code)
      return;
    if (auto *closure = dyn_cast<LambdaExpr>(code))
      return visitFunction(closure->getCallOperator());
    if (Mark mark = stepMark(code) ? stepMark(code) : restMark(code)) {
      remarks.missed(mark.place(), std::string(stepMark(code) ? "step" : "rest") +
                                       " has no effect: it is in no function with '#pragma splice func'");
      code = mark.marked();
      return rewriteMarks(code, function, shared);
    }
    if (Mark attempt = tryMark(code)) {
      code = rewriteTry(attempt, attempt.marked(), function, shared);
      return;
    }
    if (auto *block = dyn_cast<CompoundStmt>(code);
        block && llvm::any_of(block->body(), [](Stmt *statement) { return bool(tryMark(statement)); }))
      code = withLongerTries(block, function);
    for (Stmt *&child : code->children())
      rewriteMarks(child, function, shared);
  }

  /// A try before a call holds for the calls behind that, too, as many as it says: they move under its mark.
  Stmt *withLongerTries(CompoundStmt *block, FunctionDecl *function) {
    const Variables none;
    ItemFinder finder(*annotations, none, /*isTry=*/true);
    Statements statements;
    for (auto next = block->body_begin(), end = block->body_end(); next != end;) {
      statements.push_back(*next);
      Mark attempt = tryMark(*next++);
      if (!attempt || !finder.callIn(attempt.marked()))
        continue;
      Statements calls{attempt.marked()};
      Expr::EvalResult count;
      uint64_t most = UINT64_MAX;
      if (attempt.count()->EvaluateAsInt(count, tree->context) && count.Val.getInt() != 0)
        most = count.Val.getInt().getZExtValue();
      for (; next != end && calls.size() < most && finder.callIn(*next); ++next)
        calls.push_back(*next);
      tree->setPlace(attempt.place(), function);
      attempt.statement->setElse(tree->compound(calls));
    }
    return CompoundStmt::Create(tree->context, statements,
                                block->hasStoredFPFeatures() ? block->getStoredFPFeatures() : FPOptionsOverride(),
                                block->getLBracLoc(), block->getRBracLoc());
  }

  void sayPlain(const Stmt *marked, const Variables &shared) {
    ItemFinder(*annotations, shared, /*isTry=*/true)
        .findPlainCalls(marked, [&](const CallExpr *call, const std::string &why) {
          remarks.missed(call->getBeginLoc(),
                         "call of '" + call->getDirectCallee()->getNameAsString() + "' is not spliced: " + why);
        });
  }

  Stmt *rewriteTry(Mark attempt, Stmt *marked, FunctionDecl *function, const Variables &shared) {
    Rewriter rewriter(*tree, *annotations, remarks, function, shared, /*isTry=*/true);
    SourceLocation where;
    Stmt *block = marked;
    if (std::string why = rewriter.whyNot(marked, where); !why.empty()) {
      remarks.missed(where, "try has no effect: " + why);
      rewriteMarks(block, function, shared);
      return block;
    }
    noteChanges(marked, shared);
    sayPlain(marked, shared);
    block = rewriter.rewrite(marked);
    if (rewriter.calls == 0)
      remarks.missed(attempt.place(), "try has no effect: no function with '#pragma splice func' is called in it, as a "
                                      "statement");
    else
      remarks.done(attempt.place(), "try: " + countsOf(rewriter));
    tree->setPlace(attempt.place(), function);
    VarDecl *group = tree->variableOfStruct("__tactus_splice_try", "__tactus_splice_end");
    VarDecl *site = tree->site();
    SmallVector<Expr *, 6> arguments{tree->addressOf(group), attempt.count(), tree->addressOf(site),
                                     tree->text(function->getNameAsString())};
    tree->appendPlace(arguments);
    Statements statements{tree->declare(site), tree->declare(group), tree->call("__tactus_splice_begin", arguments)};
    const LangOptions &language = compiler.getLangOpts();
    statements.push_back(language.CPlusPlus && language.CXXExceptions ? withHandler(block, group) : block);
    statements.push_back(tree->call("__tactus_splice_end", tree->addressOf(group)));
    return tree->compound(statements);
  }

  /// try { block } catch (...) { failed(&group); throw; }
  Stmt *withHandler(Stmt *block, VarDecl *group) {
    ASTContext &context = tree->context;
    SourceLocation place = block->getBeginLoc();
    auto *again = new (context) CXXThrowExpr(nullptr, context.VoidTy, place, false);
    Stmt *handler = tree->compound({tree->call("__tactus_splice_failed", tree->addressOf(group)), again});
    return CXXTryStmt::Create(context, place, cast<CompoundStmt>(block),
                              new (context) CXXCatchStmt(place, nullptr, handler));
  }
};

class SpliceAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.setPredefines(preprocessor.getPredefines() + "#define __TACTUS_SPLICE__ 1\n");
    addSplicePragma(preprocessor);
    return std::make_unique<SplicedFunctions>(compiler);
  }
  bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &) override {
    return compiler.getTarget().getTriple().getArch() == llvm::Triple::x86_64;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

} // namespace tactus::splice

static FrontendPluginRegistry::Add<tactus::splice::SpliceAction> spliceRegistration("tactus-splice", "#pragma splice");
