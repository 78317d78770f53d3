//===- mlb.cpp - ML Basis files: their syntax -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "mlb.h"

#include <algorithm>

namespace tactus::pml::mlb {

namespace {

struct SyntaxError {};

/// A word, a path, a string without its quotes, a punctuation character, or the empty end.
struct Token {
  std::string text;
  bool isString = false;
  Place place;
};

class Parser {
public:
  Parser(std::string_view sourceText, uint32_t sourceFile, Diagnostics &collected)
      : text(sourceText), file(sourceFile), diagnostics(collected) {
    advance();
  }

  Declarations parseFile() {
    Declarations declarations;
    try {
      declarations = parseDeclarations();
      if (!current.text.empty())
        fail("expected a file or a declaration, but found '" + current.text + "'");
    } catch (const SyntaxError &) {
      return declarations; // reported
    } catch (const LimitReached &limit) {
      diagnostics.error(limit.place, limit.message);
    }
    return declarations;
  }

private:
  std::string_view text;
  uint32_t file;
  Diagnostics &diagnostics;
  size_t at = 0;
  uint32_t depth = 0;
  Token current;

  [[nodiscard]] Place placeFrom(size_t begin) const {
    return {file, static_cast<uint32_t>(begin), static_cast<uint32_t>(at)};
  }
  [[noreturn]] void fail(const std::string &message) {
    diagnostics.error(current.place, message);
    throw SyntaxError{};
  }

  void skipSpace() {
    size_t comments = 0;
    size_t begin = at;
    while (at < text.size()) {
      if (text.substr(at, 2) == "(*") {
        begin = comments == 0 ? at : begin;
        ++comments;
        at += 2;
      } else if (comments > 0 && text.substr(at, 2) == "*)") {
        --comments;
        at += 2;
      } else if (comments > 0 || text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))
        ++at;
      else
        return;
    }
    if (comments > 0)
      diagnostics.error({file, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 2)},
                        "this comment does not end; close it with '*)'");
  }

  static bool isPathPart(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           std::string_view("._-+/$(){}'").find(byte) != std::string_view::npos;
  }

  /// Reads the next token.
  void advance() {
    skipSpace();
    size_t begin = at;
    current = {};
    if (at < text.size() && text[at] == '"') {
      size_t end = text.find_first_of("\"\n", at + 1);
      bool isClosed = end != std::string_view::npos && text[end] == '"';
      at = isClosed ? end + 1 : text.size();
      current = {std::string(text.substr(begin + 1, isClosed ? end - begin - 1 : 0)), true, placeFrom(begin)};
      if (!isClosed)
        diagnostics.error(current.place, "this string does not end on its line; close it with '\"'");
      return;
    }
    while (at < text.size() && isPathPart(text[at]) && text.substr(at, 2) != "(*")
      ++at;
    if (at == begin && at < text.size())
      ++at;
    current = {std::string(text.substr(begin, at - begin)), false, placeFrom(begin)};
  }

  [[nodiscard]] bool atWord(const char *word) const { return !current.isString && current.text == word; }
  bool takeIf(const char *word) {
    bool found = atWord(word);
    if (found)
      advance();
    return found;
  }
  void expect(const char *word) {
    if (!takeIf(word))
      fail("expected '" + std::string(word) + "', but found " +
           (current.text.empty() ? "the end of the file" : "'" + current.text + "'"));
  }

  [[nodiscard]] bool atName() const {
    static constexpr const char *Reserved[] = {"and", "ann",   "bas",  "basis",     "end",       "functor", "in",
                                               "let", "local", "open", "signature", "structure", "_prim"};
    bool isReserved =
        std::any_of(std::begin(Reserved), std::end(Reserved), [&](const char *word) { return current.text == word; });
    return !current.isString && !isReserved && !current.text.empty() &&
           std::all_of(current.text.begin(), current.text.end(), [](char byte) {
             return isPathPart(byte) && std::string_view(".-+/$(){}").find(byte) == std::string_view::npos;
           });
  }
  [[nodiscard]] bool atPath() const {
    for (const char *ending : {".sml", ".sig", ".fun", ".mlb"})
      if (current.text.ends_with(ending))
        return true;
    return false;
  }
  syntax::Name parseName() {
    if (!atName())
      fail("expected a name, but found " + (current.text.empty() ? "the end of the file" : "'" + current.text + "'"));
    syntax::Name name{Symbol(current.text), current.place};
    advance();
    return name;
  }

  Declarations parseDeclarations() {
    Depth nesting(depth, DeepestNesting, current.place, "declarations are nested");
    Declarations declarations;
    while (true) {
      if (takeIf(";"))
        continue;
      Place begin = current.place;
      if (atPath()) {
        declarations.push_back({begin, File{current.text}});
        advance();
      } else if (takeIf("basis"))
        declarations.push_back({begin, parseBasisBindings()});
      else if (takeIf("open"))
        declarations.push_back({begin, parseOpen()});
      else if (takeIf("local"))
        declarations.push_back({begin, parseLocal()});
      else if (takeIf("ann"))
        declarations.push_back({begin, parseAnnotations()});
      else if (takeIf("_prim"))
        declarations.push_back({begin, Primitives{}});
      else if (takeIf("structure"))
        declarations.push_back({begin, parseModules(ModuleBindings::Kind::Structure)});
      else if (takeIf("signature"))
        declarations.push_back({begin, parseModules(ModuleBindings::Kind::Signature)});
      else if (takeIf("functor"))
        declarations.push_back({begin, parseModules(ModuleBindings::Kind::Functor)});
      else
        return declarations;
    }
  }

  BasisBindings parseBasisBindings() {
    BasisBindings basis;
    do {
      syntax::Name name = parseName();
      expect("=");
      basis.bindings.emplace_back(name, parseExpression());
    } while (takeIf("and"));
    return basis;
  }

  Expression parseExpression() {
    Depth nesting(depth, DeepestNesting, current.place, "expressions are nested");
    if (takeIf("bas")) {
      auto declarations = std::make_shared<Declarations>(parseDeclarations());
      expect("end");
      return {std::move(declarations), {}, nullptr};
    }
    if (takeIf("let")) {
      auto declarations = std::make_shared<Declarations>(parseDeclarations());
      expect("in");
      auto body = std::make_shared<Expression>(parseExpression());
      expect("end");
      return {std::move(declarations), {}, std::move(body)};
    }
    return {nullptr, parseName(), nullptr};
  }

  Open parseOpen() {
    Open open{{parseName()}};
    while (atName())
      open.names.push_back(parseName());
    return open;
  }

  Local parseLocal() {
    Local local{parseDeclarations(), {}};
    expect("in");
    local.declarations = parseDeclarations();
    expect("end");
    return local;
  }

  Annotated parseAnnotations() {
    if (!current.isString)
      fail("expected an annotation in quotes after 'ann'");
    Annotated annotated;
    for (; current.isString; advance())
      annotated.annotations.push_back({Symbol(current.text), current.place});
    expect("in");
    annotated.declarations = parseDeclarations();
    expect("end");
    return annotated;
  }

  ModuleBindings parseModules(ModuleBindings::Kind kind) {
    ModuleBindings modules{kind, {}};
    do {
      syntax::Name name = parseName();
      modules.bindings.emplace_back(name, takeIf("=") ? parseName() : name);
    } while (takeIf("and"));
    return modules;
  }
};

} // namespace

Declarations parse(const Sources &sources, uint32_t file, Diagnostics &diagnostics) {
  return Parser(sources[file].text(), file, diagnostics).parseFile();
}

} // namespace tactus::pml::mlb
