//===- mutate.cpp - programs with something changed -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "mutate.h"

#include "pml/project/project.h"
#include "pml/project/show.h"
#include "pml/syntax/lexer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>

namespace tactus::pml::fuzz {

namespace {

constexpr const char *Words[] = {
#define WORD(name, spelling) spelling,
#include "pml/syntax/tokens.def"
#undef WORD
    "0", "1", "x", "'a", "''a", "\"s\"", "#\"c\"", "1.5", "0w1", "ref", "nil", "::", "=", "*", "int", "S.x", "true"};

/// The places of a program's tokens.
std::vector<std::pair<size_t, size_t>> tokensOf(std::string_view program, bool onlyNames) {
  Sources sources;
  Diagnostics ignored;
  uint32_t file = sources.add("mutant", std::string(program));
  syntax::TokenList list = syntax::tokenize(sources, file, ignored);
  std::vector<std::pair<size_t, size_t>> places;
  for (const syntax::Token &token : list.tokens) {
    bool isName = token.kind == syntax::TokenKind::Identifier || token.kind == syntax::TokenKind::LongName ||
                  token.kind == syntax::TokenKind::LiteralToken || token.kind == syntax::TokenKind::TypeVariable;
    if (token.kind != syntax::TokenKind::End && (isName || !onlyNames))
      places.emplace_back(token.place.begin, token.place.end);
  }
  return places;
}

size_t below(Random &random, size_t limit) { return static_cast<size_t>(random() % limit); }

std::string replaceRange(std::string_view program, std::pair<size_t, size_t> range, std::string_view by) {
  std::string out(program.substr(0, range.first));
  (out += by) += program.substr(range.second);
  return out;
}

std::string mutateBytes(std::string_view program, Random &random) {
  std::string out(program);
  for (size_t count = 1 + below(random, 4); count-- > 0 && !out.empty();) {
    size_t at = below(random, out.size());
    if (random() % 2 == 0)
      out[at] = static_cast<char>(random() % 256);
    else
      out.erase(at, 1 + below(random, 8));
  }
  return out;
}

} // namespace

std::string mutate(std::string_view program, Random &random) {
  if (program.empty() || random() % 8 == 0)
    return mutateBytes(program, random);
  std::string out(program);
  for (size_t count = 1 + below(random, 4); count-- > 0;) {
    std::vector<std::pair<size_t, size_t>> tokens = tokensOf(out, false);
    if (tokens.empty())
      break;
    auto target = tokens[below(random, tokens.size())], other = tokens[below(random, tokens.size())];
    std::string text = out.substr(target.first, target.second - target.first);
    switch (random() % 5) {
    case 0:
      out = replaceRange(out, target, "");
      break;
    case 1:
      out = replaceRange(out, target, text + " " + text);
      break;
    case 2:
      out = replaceRange(out, target, out.substr(other.first, other.second - other.first));
      break;
    case 3:
      out = replaceRange(out, target, Words[below(random, std::size(Words))]);
      break;
    default: // a stretch of tokens stands somewhere else as well
      auto last = tokens[std::min(
          tokens.size() - 1,
          static_cast<size_t>(&*std::find(tokens.begin(), tokens.end(), other) - tokens.data()) + below(random, 20))];
      out = replaceRange(out, {target.first, target.first}, out.substr(other.first, last.second - other.first) + " ");
    }
  }
  return out;
}

std::string mutateName(std::string_view program, Random &random) {
  std::vector<std::pair<size_t, size_t>> names = tokensOf(program, true);
  if (names.empty())
    return std::string(program);
  auto target = names[below(random, names.size())], other = names[below(random, names.size())];
  return replaceRange(program, target, program.substr(other.first, other.second - other.first));
}

void checkAnything(std::string_view text) {
  Project project({});
  project.addTextWithoutLibrary("fuzz.sml", std::string(text));
  bool isRefused = project.diagnostics().errorCount() > 0;
  bool hasMessage = !project.diagnostics().format(project.sources()).empty();
  if (isRefused && !hasMessage) {
    std::fprintf(stderr, "refused without a message\n");
    std::abort();
  }
  if (!isRefused)
    static_cast<void>(show(project.declared()));
}

} // namespace tactus::pml::fuzz
