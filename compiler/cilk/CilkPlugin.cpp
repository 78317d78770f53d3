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
// and _Cilk_scope { gets __TACTUS_CILK_SCOPE behind its brace. What the words mean is for the header to say. Nothing
// else of clang is touched: types, overloads and templates are the call's own.
//
// A spawned call stands where Cilk allows it: as a statement, or right of the `=` of an assignment or a declaration. It
// ends at the `;`, or at a comma outside of all brackets, or at a bracket that was open before it.
//
//===----------------------------------------------------------------------===//
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

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
  explicit CilkCallbacks(Preprocessor &preprocessor) : preprocessor(preprocessor) {
    preprocessor.setTokenWatcher([this](const Token &token) { watcher.see(token); });
  }

  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange, const MacroArgs *) override {
    StringRef word = name.getIdentifierInfo()->getName();
    if (word == "_Cilk_spawn")
      markEnd(name);
    else if (word == "_Cilk_scope")
      markScope(name);
  }

private:
  Preprocessor &preprocessor;
  StatementWatcher watcher;

  void markEnd(const Token &name) {
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

  Token word(StringRef text, const Token &place) {
    Token token;
    token.startToken();
    token.setKind(tok::identifier);
    token.setLocation(place.getLocation());
    token.setIdentifierInfo(preprocessor.getIdentifierInfo(text));
    return token;
  }

  /// The tokens come next. Those that have been read already are not expanded again.
  void enter(ArrayRef<Token> tokens, bool isRead) {
    if (tokens.empty())
      return;
    auto copy = std::make_unique<Token[]>(tokens.size());
    std::copy(tokens.begin(), tokens.end(), copy.get());
    preprocessor.EnterTokenStream(std::move(copy), tokens.size(), /*DisableMacroExpansion=*/isRead,
                                  /*IsReinject=*/isRead);
  }
};

/// Runs before clang's own action, on every source that is compiled; plain preprocessing sees the serial elision.
class CilkAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.setPredefines(preprocessor.getPredefines() + "#define __TACTUS_CILK__ 1\n");
    preprocessor.addPPCallbacks(std::make_unique<CilkCallbacks>(preprocessor));
    return std::make_unique<ASTConsumer>();
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<CilkAction> registration("tactus-cilk", "spawned calls of Cilk");
