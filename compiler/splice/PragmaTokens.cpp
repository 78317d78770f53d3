//===- PragmaTokens.cpp - #pragma splice becomes marks in the text -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "PragmaTokens.h"

#include "../cilk/Tokens.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Pragma.h"

using namespace clang;

namespace tactus {

namespace {

using Tokens = SmallVector<Token, 32>;

/// func, step, rest, try, loop (with clauses alone) or nothing, and what is in the brackets behind it.
struct Directive {
  std::string kind;
  SmallVector<Tokens, 4> reads, writes;
  /// The variable that holds a part, and what cuts it.
  SmallVector<Tokens, 2> slice;
  Tokens count;
};

class SplicePragma : public PragmaHandler {
public:
  SplicePragma() : PragmaHandler("splice") {}

  void HandlePragma(Preprocessor &source, PragmaIntroducer introducer, Token &) override {
    preprocessor = &source;
    place = introducer.Loc;
    Directive directive;
    const char *mistake = read(directive);
    if (!mistake && directive.kind.empty())
      return enterLoop();
    if (!mistake && !source.isMacroDefined("__TACTUS_SPLICE_STEP"))
      mistake = "needs #include <tactus/splice.h> before it";
    if (!mistake && directive.kind == "loop")
      mistake = enterLoopWithClauses(directive);
    if (mistake) {
      unsigned warning = source.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Warning,
                                                                 "#pragma splice %0: the pragma is ignored");
      source.Diag(place, warning) << mistake;
    } else if (directive.kind == "func") {
      enterFunction(directive);
    } else if (directive.kind != "loop") {
      enterStatement(directive);
    }
  }

private:
  Preprocessor *preprocessor = nullptr;
  SourceLocation place;
  Token current;

  void next() { preprocessor->Lex(current); }
  bool isEnd() const { return current.is(tok::eod) || current.is(tok::eof); }
  StringRef spelling() const {
    const IdentifierInfo *word = current.getIdentifierInfo();
    return word ? word->getName() : "";
  }

  /// Null, or what is wrong. The directive has been read to its end in any case.
  const char *read(Directive &directive) {
    next();
    directive.kind = spelling().str();
    const char *mistake =
        "must be func, step, rest or try(calls), or stand alone or with Reads and Writes before a loop";
    if (directive.kind.empty() && isEnd()) {
      mistake = nullptr;
    } else if (directive.kind == "Reads" || directive.kind == "Writes") {
      directive.kind = "loop";
      mistake = readClauses(directive);
    } else if (directive.kind == "func" || directive.kind == "step" || directive.kind == "rest") {
      next();
      mistake = readClauses(directive);
    } else if (directive.kind == "try") {
      mistake = readCount(directive);
    }
    while (!isEnd())
      next();
    return mistake;
  }

  const char *readClauses(Directive &directive) {
    while (!isEnd()) {
      SmallVectorImpl<Tokens> *list = spelling() == "Reads"    ? &directive.reads
                                      : spelling() == "Writes" ? &directive.writes
                                                               : nullptr;
      bool isSlice = directive.kind == "step" && directive.slice.empty() && spelling() == "Slice";
      if (!list && !isSlice)
        return "has clauses Reads(effect, ...) and Writes(effect, ...), and a step one Slice(part)";
      next();
      if (!readList(isSlice ? directive.slice : *list))
        return "has a clause without its brackets";
      if (isSlice && directive.slice.size() != 1 && directive.slice.size() != 2)
        return "has Slice(part) or Slice(part, cut)";
    }
    return nullptr;
  }

  /// (expression, expression ...), from the bracket on.
  bool readList(SmallVectorImpl<Tokens> &list) {
    if (current.isNot(tok::l_paren))
      return false;
    Tokens expression;
    unsigned depth = 0;
    for (next(); !isEnd(); next()) {
      if (depth == 0 && current.isOneOf(tok::comma, tok::r_paren)) {
        if (!expression.empty())
          list.push_back(std::move(expression));
        expression.clear();
        if (current.is(tok::r_paren)) {
          next();
          return true;
        }
        continue;
      }
      if (current.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
        ++depth;
      else if (current.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && depth-- == 0)
        return false;
      expression.push_back(current);
    }
    return false;
  }

  const char *readCount(Directive &directive) {
    next();
    SmallVector<Tokens, 1> list;
    if (current.is(tok::l_paren) && (!readList(list) || list.size() != 1))
      return "try has one number of calls in its brackets, or no brackets";
    if (!list.empty())
      directive.count = std::move(list.front());
    return isEnd() ? nullptr : "try has nothing behind its brackets";
  }

  //===--- What the parser reads instead ---===//

  Token punctuation(tok::TokenKind kind) const { return punctuationAt(place, kind); }
  Token word(StringRef text) const { return wordAt(*preprocessor, place, text); }
  /// Words of ours are macros.
  void enter(ArrayRef<Token> tokens, bool isRead) { enterTokens(*preprocessor, tokens, isRead); }

  /// { reads(a); writes(b); }, entered back to front.
  void enterEffects(const Directive &directive, StringRef reads = "__tactus_splice_reads",
                    StringRef writes = "__tactus_splice_writes") {
    enter(punctuation(tok::r_brace), true);
    auto enterAll = [&](StringRef verb, ArrayRef<Tokens> list) {
      for (const Tokens &expression : llvm::reverse(list)) {
        Tokens call{word(verb), punctuation(tok::l_paren)};
        call.append(expression);
        call.push_back(punctuation(tok::r_paren));
        call.push_back(punctuation(tok::semi));
        enter(call, /*isRead=*/false);
      }
    };
    enterAll(writes, directive.writes);
    enterAll(reads, directive.reads);
    enter(punctuation(tok::l_brace), true);
  }

  /// if (mark) { { cut } { effects } } else
  void enterSlice(const Directive &directive) {
    enter({punctuation(tok::r_brace), word("__TACTUS_SPLICE_ELSE")}, false);
    enterEffects(directive);
    Tokens mark{word("__TACTUS_SPLICE_SLICE"), punctuation(tok::l_paren)};
    mark.append(directive.slice.front());
    mark.push_back(punctuation(tok::comma));
    if (directive.slice.size() == 1)
      mark.push_back(word("__tactus_splice_cut_any"));
    else
      mark.append(directive.slice.back());
    mark.push_back(punctuation(tok::r_paren));
    enter(mark, false);
  }

  /// if (__builtin_annotation(0, text)), for the plugin of LLVM (sweeps/MarkedLoops.h). The text is in quotes.
  void enterMark(StringRef text) {
    Token number = punctuation(tok::numeric_constant), name = punctuation(tok::string_literal);
    number.setLiteralData("0");
    name.setLiteralData(text.data());
    name.setLength(text.size());
    enter({keyword(tok::kw_if), punctuation(tok::l_paren), word("__builtin_annotation"), punctuation(tok::l_paren),
           number, punctuation(tok::comma), name, punctuation(tok::r_paren), punctuation(tok::r_paren)},
          /*isRead=*/true);
  }
  /// if (mark) {} else
  void enterLoop() {
    enter({punctuation(tok::l_brace), punctuation(tok::r_brace), keyword(tok::kw_else)}, /*isRead=*/true);
    enterMark("\"tactus.splice\"");
  }

  /// if (mark) {} else for (...) if (mark) { reads(a); writes(b); } else. Null, or what is wrong.
  const char *enterLoopWithClauses(const Directive &directive) {
    Tokens head;
    for (next(); current.isAnnotation(); next())
      readPragma(head);
    head.push_back(current);
    bool isLoop = current.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do) && readHead(head);
    if (isLoop) {
      enter(keyword(tok::kw_else), /*isRead=*/true);
      enterEffects(directive, "__tactus_splice_loop_reads", "__tactus_splice_loop_writes");
      enterMark("\"tactus.splice.effects\"");
    }
    enter(head, /*isRead=*/true);
    if (isLoop)
      enterLoop();
    return isLoop ? nullptr : "with clauses alone needs a loop behind it";
  }
  /// Of OpenMP, say, which has an annotation at its end as well.
  void readPragma(Tokens &head) {
    head.push_back(current);
    while (head.front().is(tok::annot_pragma_openmp) && current.isNot(tok::annot_pragma_openmp_end) &&
           current.isNot(tok::eof)) {
      next();
      head.push_back(current);
    }
  }
  /// What is in brackets behind for or while.
  bool readHead(Tokens &head) {
    if (current.is(tok::kw_do))
      return true;
    unsigned depth = 0;
    do {
      next();
      if (current.is(tok::eof))
        return false;
      head.push_back(current);
      depth += current.is(tok::l_paren);
      depth -= current.is(tok::r_paren);
    } while (depth > 0);
    return true;
  }

  Token keyword(tok::TokenKind kind) const {
    Token token = word(tok::getKeywordSpelling(kind));
    token.setKind(kind);
    return token;
  }

  void enterStatement(const Directive &directive) {
    if (directive.kind != "try") {
      if (!directive.slice.empty())
        enterSlice(directive);
      enter(word("__TACTUS_SPLICE_ELSE"), false);
      enterEffects(directive);
      enter(word(directive.kind == "step" ? "__TACTUS_SPLICE_STEP" : "__TACTUS_SPLICE_REST"), false);
      return;
    }
    Tokens mark{word("__TACTUS_SPLICE_TRY"), punctuation(tok::l_paren)};
    if (directive.count.empty())
      mark.push_back(word("__TACTUS_SPLICE_CHOSEN"));
    mark.append(directive.count);
    mark.push_back(punctuation(tok::r_paren));
    enter(mark, false);
  }

  /// The declaration is read up to its body, which gets the mark, or its end. Its attribute tells calls that come
  /// before the body; it may not stand before a template, whose body will be there.
  void enterFunction(const Directive &directive) {
    Tokens declaration;
    unsigned depth = 0;
    for (next(); current.isNot(tok::eof); next()) {
      declaration.push_back(current);
      if (depth == 0 && current.isOneOf(tok::l_brace, tok::semi))
        break;
      if (current.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
        ++depth;
      else if (current.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
        depth -= depth > 0;
    }
    if (current.is(tok::eof))
      declaration.push_back(current);
    // Entered last, read first.
    if (current.is(tok::l_brace)) {
      enterEffects(directive);
      enter(word("__TACTUS_SPLICE_FUNC"), false);
    }
    ArrayRef<Token> rest = declaration;
    // extern "C" void f();
    bool hasLinkage = rest.size() > 2 && rest[0].is(tok::kw_extern) && rest[1].is(tok::string_literal);
    ArrayRef<Token> first = rest.take_front(hasLinkage ? 2 : 0);
    rest = rest.drop_front(first.size());
    enter(rest, true);
    if (!rest.empty() && rest.front().isNot(tok::kw_template))
      enter(word("__TACTUS_SPLICE_DECLARATION"), false);
    enter(first, true);
  }
};

} // namespace

// The preprocessor owns its handlers.
void addSplicePragma(Preprocessor &preprocessor) { preprocessor.AddPragmaHandler(new SplicePragma); }

} // namespace tactus
