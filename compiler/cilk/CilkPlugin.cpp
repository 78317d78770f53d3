//===- CilkPlugin.cpp - Cilk's spawns in clang's preprocessor ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang 19 has no Cilk keywords. <cilk/cilk.h> makes macros of them; one thing macros cannot do is to find the end of
// the spawned call, which is what this plugin adds, whenever the macro _Cilk_spawn is expanded:
//
//     x = _Cilk_spawn f(a, b);
//         ─────┬───── ───┬───└ END          END is __TACTUS_CILK_END, or __TACTUS_CILK_END_DECLARATION
//       the macro's body └ handed back as it was read
//
// and _Cilk_scope { gets __TACTUS_CILK_SCOPE behind its brace. A loop (_Cilk_for) that becomes one of OpenMP's gets the
// pragma before it, and a scope around a body that spawns; in a program without OpenMP, HiddenOpenMP.h has clang
// understand that. Any other loop of C++ gets words between its parts:
//
//     { variable = first; PROBE(variable) condition STEP step BODY(variable) body END; }
//
// In the argument of a macro it is too early for all that: what surrounds the word is not yet known. Pragmas wait, so
// the header writes _Pragma("tactus cilk_for"), which this plugin replaces by _Cilk_for.
//
// What the words mean is for the header to say. Types, overloads and templates are the call's own. In C++, some blocks
// get a sync at their end (SyncScopes.h).
//
// A spawned call stands where Cilk allows it: as a statement, or right of the `=` of an assignment or a declaration. It
// ends at the `;`, or at a comma outside of all brackets, or at a bracket that was open before it.
//
//===----------------------------------------------------------------------===//
#include "EnclosingBlocks.h"
#include "HiddenOpenMP.h"
#include "LoopHead.h"
#include "SyncScopes.h"
#include "Tokens.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tactus {
struct WatcherOf {
  using Type = llvm::unique_function<void(const Token &)> Preprocessor::*;
  friend Type memberOf(WatcherOf);
};
struct LexLevelOf {
  using Type = unsigned Preprocessor::*;
  friend Type memberOf(LexLevelOf);
};
template struct MemberAccess<WatcherOf, &Preprocessor::OnToken>;
template struct MemberAccess<LexLevelOf, &Preprocessor::LexLevel>;
} // namespace tactus

namespace {

/// Reads the tokens of the statement so far, to tell a declaration from an assignment.
class StatementWatcher {
public:
  void see(const Token &token) {
    switch (token.getKind()) {
    case tok::l_paren:
    case tok::l_square:
      ++depth;
      previous = tok::l_paren;
      return;
    case tok::r_paren:
    case tok::r_square:
      depth -= depth > 0;
      previous = tok::r_paren;
      return;
    case tok::semi:
      if (depth > 0)
        return;
      [[fallthrough]];
    case tok::l_brace:
    case tok::r_brace:
    case tok::colon:
    case tok::kw_else:
    case tok::kw_do:
      reset();
      return;
    default:
      break;
    }
    if (depth > 0)
      return;
    bool isName = token.is(tok::identifier);
    // Two words in a row, or a star that follows a word: no expression that can be assigned to looks like that.
    if (isName && (previous == tok::identifier || (previous == tok::star && starAfterName)))
      declares = true;
    if (token.is(tok::star))
      starAfterName = previous == tok::identifier || (previous == tok::star && starAfterName);
    bool isWord = isName || token.getIdentifierInfo() != nullptr;
    previous = isWord ? tok::identifier : token.getKind();
  }
  bool isDeclaration() const { return declares; }
  void reset() { *this = StatementWatcher(); }

private:
  unsigned depth = 0;
  bool declares = false;
  bool starAfterName = false;
  tok::TokenKind previous = tok::unknown;
};

class CilkCallbacks : public PPCallbacks {
public:
  /// `hidesOpenMP` if the compiler's source sees OpenMP nowhere but in its loops.
  CilkCallbacks(CompilerInstance &compiler, bool hidesOpenMP)
      : compiler(compiler), preprocessor(compiler.getPreprocessor()), hidesOpenMP(hidesOpenMP) {
    ahead.startToken();
    // Coverage mapping watches too, and has itself shown what is read for directives and macros as well.
    previousWatcher = std::move(preprocessor.*memberOf(tactus::WatcherOf()));
    preprocessor.setTokenWatcher([this](const Token &token) {
      if (previousWatcher)
        previousWatcher(token);
      if (preprocessor.*memberOf(tactus::LexLevelOf()) == 0)
        watcher.see(token);
      if (preprocessor.getLangOpts().CPlusPlus && preprocessor.*memberOf(tactus::LexLevelOf()) == 0)
        blocks.see(token);
    });
  }

  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange, const MacroArgs *) override {
    StringRef word = name.getIdentifierInfo()->getName();
    if (word == "_Cilk_spawn")
      markEnd(name);
    else if (word == "_Cilk_scope")
      markScope(name);
    else if (word == "_Cilk_leave_namespaces")
      leaveNamespaces(name);
    else if (word == "_Cilk_enter_namespaces")
      enterNamespaces();
    else if (word == "cilk_reducer")
      report(name.getLocation(), DiagnosticsEngine::Error,
             "OpenCilk's 'cilk_reducer' needs OpenCilk's compiler: make the variable a reducer of "
             "<cilk/reducer.h> (see \"From OpenCilk\" in docs/cilk.md)");
    else if (word == "_Cilk_for" && preprocessor.isMacroDefined("__TACTUS_CILK_FOR_PROBE"))
      divideLoop(name);
    else if (word == "_Cilk_for")
      enterOpenMPLoop(name);
  }

  void MacroDefined(const Token &name, const MacroDirective *) override {
    if (hidesOpenMP && name.getIdentifierInfo()->getName() == "_Cilk_for")
      tactus::beginOpenMPForLoops(compiler);
  }

  /// A precompiled header has been read before the first file is entered, and defines macros without a word.
  void FileChanged(SourceLocation place, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override {
    if (reason == EnterFile && !blocks.empty())
      refuseReducersIn(place);
    if (hidesOpenMP && preprocessor.isMacroDefined("_Cilk_for"))
      tactus::beginOpenMPForLoops(compiler);
  }

private:
  CompilerInstance &compiler;
  Preprocessor &preprocessor;
  const bool hidesOpenMP;
  llvm::unique_function<void(const Token &)> previousWatcher;
  StatementWatcher watcher;
  tactus::EnclosingBlocks blocks;
  /// What opens the namespaces again that have been left for <cilk/cilk.h>.
  tactus::EnclosingBlocks::Tokens leftNamespaces;
  /// How many spawns have been read.
  unsigned spawns = 0;

  void report(SourceLocation place, DiagnosticsEngine::Level level, StringRef text) {
    DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
    unsigned message = diagnostics.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Level(level), text);
    diagnostics.Report(place, message);
  }

  /// Cilk's own header has macros only, and is included anywhere; what ours declares belongs to no namespace.
  void leaveNamespaces(const Token &name) {
    if (!blocks.canBeReopened()) {
      report(includePlace(name.getLocation()), DiagnosticsEngine::Fatal,
             "<cilk/cilk.h> is included in a class or a function: include it outside");
      return;
    }
    leftNamespaces = blocks.openingTokens();
    enterUnexpanded(Tokens(blocks.count(), punctuation(tok::r_brace, name)));
  }
  void enterNamespaces() { enterUnexpanded(leftNamespaces); }

  /// The blocks see these tokens, as the parser does.
  void enterUnexpanded(ArrayRef<Token> tokens) {
    if (tokens.empty())
      return;
    auto copy = std::make_unique<Token[]>(tokens.size());
    std::copy(tokens.begin(), tokens.end(), copy.get());
    preprocessor.EnterTokenStream(std::move(copy), tokens.size(), /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/false);
  }

  SourceLocation includePlace(SourceLocation inHeader) {
    SourceManager &sources = preprocessor.getSourceManager();
    return sources.getIncludeLoc(sources.getFileID(sources.getExpansionLoc(inHeader)));
  }

  /// The headers of reducers have classes, and the standard library's headers.
  void refuseReducersIn(SourceLocation header) {
    StringRef path = preprocessor.getSourceManager().getFilename(header);
    size_t slash = path.rfind('/');
    if (slash != StringRef::npos && path.take_front(slash).ends_with("cilk") && path.substr(slash).contains("reducer"))
      report(includePlace(header), DiagnosticsEngine::Fatal,
             "Cilk's reducers are included in a namespace, a class or a function: include their headers outside");
  }

  void markEnd(const Token &name) {
    ++spawns;
    bool isDeclaration = watcher.isDeclaration() && !preprocessor.getLangOpts().CPlusPlus;
    SmallVector<Token, 32> call;
    Token end = readCall(call);
    SmallVector<Token, 2> rest{word(isDeclaration && end.is(tok::semi) ? "__TACTUS_CILK_END_DECLARATION"
                                    : isDeclaration                    ? "__TACTUS_CILK_END_NOTHING"
                                                                       : "__TACTUS_CILK_END",
                                    name),
                               end};
    // The macro that ends a declaration contains the semicolon.
    if (isDeclaration && end.is(tok::semi))
      rest.pop_back();
    enter(rest, /*isRead=*/false);
    enter(call, /*isRead=*/true);
    if (end.is(tok::semi))
      watcher.reset();
  }

  /// Reads up to the end of the spawned call; returns the token behind it.
  Token readCall(SmallVectorImpl<Token> &call) {
    unsigned depth = 0, angles = 0;
    for (;;) {
      Token token;
      preprocessor.Lex(token);
      bool atTop = depth == 0;
      if (token.is(tok::eof) || (atTop && token.is(tok::semi)) || (atTop && angles == 0 && token.is(tok::comma)) ||
          (atTop && token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)))
        return token;
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
        ++depth;
      else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
        --depth;
      else if (atTop && token.is(tok::less))
        ++angles;
      else if (atTop && token.is(tok::greater))
        angles -= angles > 0;
      else if (atTop && token.is(tok::greatergreater))
        angles -= std::min(angles, 2u);
      call.push_back(token);
    }
  }

  void markScope(const Token &name) {
    Token brace;
    preprocessor.Lex(brace);
    SmallVector<Token, 2> tokens{brace};
    if (brace.is(tok::l_brace))
      tokens.push_back(word("__TACTUS_CILK_SCOPE", name));
    enter(tokens, /*isRead=*/false);
  }

  using Tokens = SmallVector<Token, 32>;

  /// A token that has been read too far; none if its kind is unknown.
  Token ahead;

  Token next() {
    Token token = ahead;
    if (token.is(tok::unknown)) {
      preprocessor.Lex(token);
      // The preprocessor shows its watcher no tokens that are read while a macro is expanded.
      if (!token.getFlag(Token::IsReinjected))
        watcher.see(token);
    }
    ahead.startToken();
    return token;
  }

  /// Reads up to a token outside of all brackets, which is appended too; false if the source ends before, or a bracket
  /// that was open already.
  bool readThrough(tok::TokenKind end, Tokens &tokens) {
    for (unsigned depth = 0;;) {
      Token token = next();
      tokens.push_back(token);
      if (token.is(tok::eof) || (depth == 0 && token.is(end)))
        return token.is(end);
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
        ++depth;
      else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && depth-- == 0)
        return false;
    }
  }

  /// A loop's body: any statement.
  bool readStatement(Tokens &tokens) {
    Token first = next();
    tokens.push_back(first);
    switch (first.getKind()) {
    case tok::annot_pragma_openmp:
      return readThrough(tok::annot_pragma_openmp_end, tokens) && readStatement(tokens);
    case tok::annot_pragma_loop_hint:
      return readStatement(tokens);
    case tok::l_brace:
      return readThrough(tok::r_brace, tokens);
    case tok::semi:
      return true;
    case tok::kw_for:
    case tok::kw_while:
    case tok::kw_switch:
      return readCondition(tokens) && readStatement(tokens);
    case tok::kw_do:
      return readStatement(tokens) && readThrough(tok::semi, tokens);
    case tok::kw_if:
      return readCondition(tokens) && readStatement(tokens) &&
             (!follows(tok::kw_else, tokens) || readStatement(tokens));
    case tok::kw_try:
      if (!readStatement(tokens))
        return false;
      while (follows(tok::kw_catch, tokens))
        if (!readCondition(tokens) || !readStatement(tokens))
          return false;
      return true;
    default:
      return readThrough(tok::semi, tokens);
    }
  }
  bool readCondition(Tokens &tokens) { return readThrough(tok::l_paren, tokens) && readThrough(tok::r_paren, tokens); }
  bool follows(tok::TokenKind kind, Tokens &tokens) {
    ahead = next();
    if (ahead.isNot(kind))
      return false;
    tokens.push_back(next());
    return true;
  }

  Token punctuation(tok::TokenKind kind, const Token &place) {
    return tactus::punctuationAt(place.getLocation(), kind);
  }

  Token keywordFor(const Token &place) {
    Token token = word("for", place);
    token.setKind(tok::kw_for);
    return token;
  }

  /// The word as if it stood in the source: clang's parser of pragmas goes by the spelling.
  Token spelledWord(StringRef text, const Token &place, tok::TokenKind kind) {
    Token token = word(text, place);
    preprocessor.CreateString(text, token, place.getLocation(), place.getLocation());
    token.setKind(kind);
    return token;
  }

  /// `#pragma omp parallel for`, and the loop behind it. What an iteration spawns ends with it, before its variables
  /// do; a body that is no statement stays as it is, for the parser to complain.
  void enterOpenMPLoop(const Token &name) {
    Tokens head, body;
    unsigned spawnsBefore = spawns;
    bool isLoop =
        readThrough(tok::l_paren, head) && head.size() == 1 && readThrough(tok::r_paren, head) && readStatement(body);
    bool needsScope = isLoop && spawns != spawnsBefore;
    Tokens excess;
    if (ahead.isNot(tok::unknown))
      excess.push_back(next());
    // Entered last, read first.
    enter(excess, /*isRead=*/true);
    if (needsScope)
      enter(punctuation(tok::r_brace, name), true);
    enter(body, true);
    if (needsScope)
      enter({punctuation(tok::l_brace, name), word("__TACTUS_CILK_SCOPE", name)}, false);
    enter(head, true);
    enter({punctuation(tok::annot_pragma_openmp, name), spelledWord("parallel", name, tok::identifier),
           spelledWord("for", name, tok::kw_for), punctuation(tok::annot_pragma_openmp_end, name), keywordFor(name)},
          true);
  }

  /// Says what tokens show; each part ends with its `;` or `)`. Types know the rest (cilk_for.h).
  bool checkHead(const Token &name, const Token &variable, ArrayRef<Token> condition, ArrayRef<Token> step) {
    if (condition.size() == 1) {
      report(name.getLocation(), DiagnosticsEngine::Error,
             "the condition of a cilk_for compares its variable alone by <, <=, >, >= or !=");
      return false;
    }
    if (tactus::changesAlone(variable, step.drop_back()))
      return true;
    report(step.front().getLocation(), DiagnosticsEngine::Error,
           "the step of a cilk_for changes its variable, and nothing else, by ++, --, += or -=");
    return false;
  }

  /// (variable = first; condition; step) body, with the header's words between the parts. What is no such loop stays as
  /// it is, serial.
  void divideLoop(const Token &name) {
    Tokens head, first, condition, step, body;
    bool isLoop = readThrough(tok::l_paren, head) && head.size() == 1 && readThrough(tok::semi, first) &&
                  readThrough(tok::semi, condition) && readThrough(tok::r_paren, step) && readStatement(body);
    const Token *variable = tactus::variableOf(first);
    Tokens excess;
    if (ahead.isNot(tok::unknown))
      excess.push_back(next());
    enter(excess, /*isRead=*/true);
    if (!isLoop || !variable || !checkHead(name, *variable, condition, step)) {
      for (const Tokens &part : {body, step, condition, first, head})
        enter(part, /*isRead=*/true);
      enter(keywordFor(name), /*isRead=*/true);
      return;
    }
    condition.pop_back();
    step.pop_back();
    auto withVariable = [&](StringRef text) {
      return Tokens{word(text, name), punctuation(tok::l_paren, name), *variable, punctuation(tok::r_paren, name)};
    };
    // Entered last, read first.
    enter({word("__TACTUS_CILK_FOR_END", name), punctuation(tok::semi, name), punctuation(tok::r_brace, name)}, false);
    enter(body, true);
    enter(withVariable("__TACTUS_CILK_FOR_BODY"), false);
    enter(step, true);
    enter(word("__TACTUS_CILK_FOR_STEP", name), false);
    enter(condition, true);
    enter(withVariable("__TACTUS_CILK_FOR_PROBE"), false);
    enter(first, true);
    enter(punctuation(tok::l_brace, name), false);
  }

  Token word(StringRef text, const Token &place) { return tactus::wordAt(preprocessor, place.getLocation(), text); }
  void enter(ArrayRef<Token> tokens, bool isRead) { tactus::enterTokens(preprocessor, tokens, isRead); }
};

/// Replaces `#pragma tactus WORD` by a macro.
class WordPragma : public PragmaHandler {
public:
  WordPragma(StringRef word, StringRef macro) : PragmaHandler(word), macro(macro) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &) override {
    preprocessor.DiscardUntilEndOfDirective();
    auto word = std::make_unique<Token[]>(1);
    word[0].startToken();
    word[0].setKind(tok::identifier);
    word[0].setLocation(introducer.Loc);
    word[0].setIdentifierInfo(preprocessor.getIdentifierInfo(macro));
    preprocessor.EnterTokenStream(std::move(word), 1, /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
  }

private:
  StringRef macro;
};

/// Run on every source that is compiled; plain preprocessing sees the serial elision.
class CilkAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    Preprocessor &preprocessor = compiler.getPreprocessor();
    bool hidesOpenMP = tactus::needsHiddenOpenMP(compiler);
    preprocessor.setPredefines(preprocessor.getPredefines() + "#define __TACTUS_CILK__ 1\n" +
                               (hidesOpenMP ? "#define __TACTUS_CILK_LOOPS__ 1\n" : ""));
    // The preprocessor owns its handlers.
    preprocessor.AddPragmaHandler("tactus", new WordPragma("cilk_spawn", "_Cilk_spawn"));
    preprocessor.AddPragmaHandler("tactus", new WordPragma("cilk_for", "_Cilk_for"));
    preprocessor.AddPragmaHandler("tactus", new WordPragma("cilk_leave_namespaces", "_Cilk_leave_namespaces"));
    preprocessor.AddPragmaHandler("tactus", new WordPragma("cilk_enter_namespaces", "_Cilk_enter_namespaces"));
    preprocessor.addPPCallbacks(std::make_unique<CilkCallbacks>(compiler, hidesOpenMP));
    if (hidesOpenMP)
      return tactus::prepareHiddenOpenMP(compiler);
    return preprocessor.getLangOpts().CPlusPlus ? tactus::addSyncScopes() : std::make_unique<ASTConsumer>();
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

class HidingAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return tactus::hideOpenMP(compiler);
  }
  bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &) override {
    return tactus::needsHiddenOpenMP(compiler);
  }
  ActionType getActionType() override { return AddAfterMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<CilkAction> cilkRegistration("tactus-cilk", "spawned calls of Cilk");
static FrontendPluginRegistry::Add<HidingAction> hidingRegistration("tactus-cilk-loops", "loops of Cilk in C");
