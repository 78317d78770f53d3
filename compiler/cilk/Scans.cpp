//===- Scans.cpp - loops with reduction(inscan, ...) are run by one thread ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang 19 compiles a worksharing loop with a scan to two loops, with the prefixes computed in between. It forgets the
// values that the variables have before the loop, reads what is not there if the loop has no iteration or one, needs
// libm at -O0, assigns to objects that nobody has constructed, and outside of a combined construct gives each thread
// prefixes of its own. Its code for simd is right. So the preprocessor writes that, for one thread of the team:
//
//     #pragma omp parallel for reduction(inscan, + : sum) num_threads(n) firstprivate(x)
//       -> #pragma omp parallel num_threads(n)
//          #pragma omp single firstprivate(x)
//          #pragma omp simd reduction(inscan, + : sum) if(0)
//
// and without the first line for a loop that is not combined. Where one thread runs all iterations in order, what is
// last private may be shared. A loop of simd assigns to its variable, so one that is declared outside of the loop gets
// a copy. Its name is read in the text behind the directive; if a macro hides it there, the loop is refused.
//
//===----------------------------------------------------------------------===//
#include "FunctionConsumer.h"
#include "Tokens.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"

using namespace clang;

namespace tactus {
struct HandlersOf {
  using Type = std::unique_ptr<PragmaNamespace> Preprocessor::*;
  friend Type memberOf(HandlersOf);
};
template struct MemberAccess<HandlersOf, &Preprocessor::PragmaHandlers>;
} // namespace tactus

namespace {

using Tokens = SmallVector<Token, 32>;
using Places = std::set<SourceLocation>;

StringRef spellingOf(const Token &token) {
  const IdentifierInfo *word = token.isAnnotation() || token.isLiteral() ? nullptr : token.getIdentifierInfo();
  return word ? word->getName() : "";
}

int nestingOf(const Token &token) {
  return token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)   ? 1
         : token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) ? -1
                                                                    : 0;
}

/// Variables by their names, each once.
class Names {
public:
  void add(const Token &token) {
    if (!has(token))
      tokens.push_back(token);
  }
  void add(const Names &others) {
    for (const Token &token : others.tokens)
      add(token);
  }
  void remove(const Names &others) {
    llvm::erase_if(tokens, [&](const Token &token) { return others.has(token); });
  }
  ArrayRef<Token> list() const { return tokens; }

private:
  Tokens tokens;
  bool has(const Token &token) const {
    return llvm::any_of(tokens,
                        [&](const Token &each) { return each.getIdentifierInfo() == token.getIdentifierInfo(); });
  }
};

/// `name`, or `name(...)`.
struct Clause {
  Tokens tokens;

  StringRef name() const { return spellingOf(tokens.front()); }
  bool isAnyOf(ArrayRef<StringRef> names) const { return llvm::is_contained(names, name()); }
  /// The first word in the brackets.
  StringRef argument() const { return tokens.size() > 2 ? spellingOf(tokens[2]) : ""; }
  bool isScan() const { return name() == "reduction" && argument() == "inscan"; }

  /// The names at the beginnings of the items. Modifiers and operators stand before a colon, but behind it in `linear`.
  Names variables() const {
    Names found;
    int depth = 0;
    for (size_t at = 1; at < tokens.size(); ++at) {
      if (depth == 1 && tokens[at].is(tok::colon)) {
        if (name() == "linear")
          break;
        found = Names();
      }
      if (depth == 1 && tokens[at].is(tok::identifier) && tokens[at - 1].isOneOf(tok::l_paren, tok::comma, tok::colon))
        found.add(tokens[at]);
      depth += nestingOf(tokens[at]);
    }
    return found;
  }
};

/// The words and clauses of a directive, from the token behind `omp` on.
struct Directive {
  SmallVector<StringRef, 3> words;
  SmallVector<Clause, 8> clauses;

  /// False if they are not well-formed: clang says so.
  bool read(ArrayRef<Token> tokens) {
    size_t at = 0;
    for (; at < tokens.size() && isWord(spellingOf(tokens[at])); ++at)
      words.push_back(spellingOf(tokens[at]));
    while (at < tokens.size())
      if (tokens[at].is(tok::comma))
        ++at;
      else if (!readClause(tokens, at))
        return false;
    return true;
  }

  bool isScanLoop() const {
    return llvm::is_contained(words, "for") && llvm::any_of(clauses, [](const Clause &each) { return each.isScan(); });
  }

  Names variablesOf(ArrayRef<StringRef> names) const {
    Names found;
    for (const Clause &clause : clauses)
      if (clause.isAnyOf(names))
        found.add(clause.variables());
    return found;
  }

private:
  static bool isWord(StringRef text) { return text == "parallel" || text == "for" || text == "simd"; }

  bool readClause(ArrayRef<Token> tokens, size_t &at) {
    if (spellingOf(tokens[at]).empty())
      return false;
    Clause clause;
    clause.tokens.push_back(tokens[at++]);
    if (at < tokens.size() && tokens[at].is(tok::l_paren)) {
      int depth = 0;
      do {
        depth += nestingOf(tokens[at]);
        clause.tokens.push_back(tokens[at++]);
      } while (depth > 0 && at < tokens.size());
      if (depth > 0)
        return false;
    }
    clauses.push_back(std::move(clause));
    return true;
  }
};

/// Stands before clang's own handler, which hands a directive to the parser.
class ScanPragma : public PragmaHandler {
public:
  ScanPragma(PragmaHandler &clangs, Places &unknownCounters)
      : PragmaHandler(clangs.getName()), clangs(clangs), unknownCounters(unknownCounters) {}

  void HandlePragma(Preprocessor &source, PragmaIntroducer of, Token &omp) override {
    preprocessor = &source;
    introducer = of;
    name = &omp;
    Tokens tokens;
    do
      tokens.push_back(read());
    while (!tokens.back().isOneOf(tok::eod, tok::eof));
    end = tokens.pop_back_val();
    Directive directive;
    if (directive.read(tokens) && directive.isScanLoop())
      writeScan(directive);
    else
      write(tokens);
  }

private:
  PragmaHandler &clangs;
  /// Directives whose loops may have a variable that is declared elsewhere.
  Places &unknownCounters;
  Preprocessor *preprocessor = nullptr;
  PragmaIntroducer introducer;
  Token *name = nullptr;
  Token end;

  void writeScan(const Directive &directive) {
    Tokens team, one, loop;
    Names shared = directive.variablesOf({"reduction", "linear"}), last = directive.variablesOf({"lastprivate"});
    Names own = directive.variablesOf({"private"}), first = directive.variablesOf({"firstprivate"});
    shared.add(last);
    own.add(readCounter());
    own.remove(shared);
    own.remove(first);
    first.remove(last);

    bool listsAll = false;
    team.push_back(word("parallel"));
    loop.push_back(word("simd"));
    for (const Clause &clause : directive.clauses) {
      if (clause.isScan() || clause.isAnyOf({"linear"}))
        loop.append(clause.tokens);
      if (clause.isAnyOf({"num_threads", "default", "shared", "copyin", "proc_bind"}) ||
          (clause.isAnyOf({"if"}) && clause.argument() != "simd"))
        team.append(clause.tokens);
      listsAll |= clause.isAnyOf({"default"}) && clause.argument() == "none";
    }
    appendClause(loop, "if", number("0"));
    one.push_back(word("single"));
    appendClause(one, "private", own.list());
    appendClause(one, "firstprivate", first.list());
    if (listsAll) {
      shared.add(own);
      shared.add(first);
      shared.remove(directive.variablesOf({"shared", "copyin"}));
      appendClause(team, "shared", shared.list());
    }
    // Entered last, read first.
    write(loop);
    write(one);
    if (directive.words.front() == "parallel")
      write(team);
  }

  /// The variable of the loop that follows in the text, where that only assigns to it.
  Names readCounter() {
    const SourceManager &sources = preprocessor->getSourceManager();
    auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionRange(end.getLocation()).getEnd());
    StringRef text = sources.getBufferData(file);
    Lexer lexer(sources.getLocForStartOfFile(file), preprocessor->getLangOpts(), text.begin(), text.begin() + offset,
                text.end());
    Token first, bracket, variable, sign;
    lexer.LexFromRawLexer(first);
    // A _Pragma ends with its bracket. What has been preprocessed says next which line follows.
    if (first.is(tok::r_paren))
      lexer.LexFromRawLexer(first);
    for (bool isMarker = first.is(tok::hash); isMarker; isMarker = !first.isAtStartOfLine())
      lexer.LexFromRawLexer(first);
    lexer.LexFromRawLexer(bracket);
    lexer.LexFromRawLexer(variable);
    lexer.LexFromRawLexer(sign);
    Names counter;
    if (first.is(tok::raw_identifier) && first.getRawIdentifier() == "for" && bracket.is(tok::l_paren) &&
        variable.is(tok::raw_identifier) && sign.is(tok::equal) &&
        !preprocessor->LookUpIdentifierInfo(variable)->hasMacroDefinition())
      counter.add(variable);
    else
      unknownCounters.insert(introducer.Loc);
    return counter;
  }

  Token read() {
    Token token;
    preprocessor->Lex(token);
    return token;
  }

  /// The directive comes next, and is seen then by whoever watches.
  void write(Tokens directive) {
    directive.push_back(end);
    auto copy = std::make_unique<Token[]>(directive.size());
    std::copy(directive.begin(), directive.end(), copy.get());
    preprocessor->EnterTokenStream(std::move(copy), directive.size(), /*DisableMacroExpansion=*/true,
                                   /*IsReinject=*/false);
    clangs.HandlePragma(*preprocessor, introducer, *name);
  }

  /// A word as if it stood in the source: clang's parser of pragmas goes by the spelling.
  Token word(StringRef text) {
    Token token = tactus::wordAt(*preprocessor, introducer.Loc, text);
    preprocessor->CreateString(text, token, introducer.Loc, introducer.Loc);
    return token;
  }
  Token number(StringRef text) {
    Token token = tactus::punctuationAt(introducer.Loc, tok::numeric_constant);
    preprocessor->CreateString(text, token, introducer.Loc, introducer.Loc);
    return token;
  }

  /// name(item, ...), if there are any.
  void appendClause(Tokens &directive, StringRef clause, ArrayRef<Token> items) {
    if (items.empty())
      return;
    directive.push_back(word(clause));
    for (size_t at = 0; at < items.size(); ++at) {
      directive.push_back(tactus::punctuationAt(introducer.Loc, at == 0 ? tok::l_paren : tok::comma));
      directive.push_back(items[at]);
    }
    directive.push_back(tactus::punctuationAt(introducer.Loc, tok::r_paren));
  }
};

/// Clang's parser, which is there when the first file is entered, has a handler for OpenMP's directives.
class Installation : public PPCallbacks {
public:
  Installation(CompilerInstance &compiler, Places &unknownCounters)
      : compiler(compiler), unknownCounters(unknownCounters) {}

  void FileChanged(SourceLocation, FileChangeReason, SrcMgr::CharacteristicKind, FileID) override {
    Preprocessor &preprocessor = compiler.getPreprocessor();
    PragmaHandler *clangs = (preprocessor.*memberOf(tactus::HandlersOf()))->FindHandler("omp");
    if (isInstalled || !clangs || !compiler.getLangOpts().OpenMP)
      return;
    isInstalled = true;
    preprocessor.RemovePragmaHandler(clangs);
    preprocessor.AddPragmaHandler(new ScanPragma(*clangs, unknownCounters));
  }

private:
  CompilerInstance &compiler;
  Places &unknownCounters;
  bool isInstalled = false;
};

class Scans : public tactus::FunctionConsumer, RecursiveASTVisitor<Scans> {
public:
  explicit Scans(CompilerInstance &compiler) : diagnostics(compiler.getDiagnostics()) {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Installation>(compiler, unknownCounters));
  }

private:
  friend RecursiveASTVisitor<Scans>;
  DiagnosticsEngine &diagnostics;
  Places unknownCounters;

  void visitFunction(FunctionDecl *function) override {
    if (!unknownCounters.empty())
      TraverseDecl(function);
  }

  bool VisitOMPSimdDirective(OMPSimdDirective *loop) {
    const auto *statement = dyn_cast_or_null<ForStmt>(loop->getRawStmt());
    if (statement && !isa_and_nonnull<DeclStmt>(statement->getInit()) && unknownCounters.erase(loop->getBeginLoc()))
      diagnostics.Report(statement->getBeginLoc(),
                         diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                     "the variable of a loop with a scan is declared outside, and a "
                                                     "macro hides it: declare it in the loop"));
    return true;
  }
};

class ScansAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return std::make_unique<Scans>(compiler);
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<ScansAction> scansRegistration("tactus-scans", "scans in one thread");
