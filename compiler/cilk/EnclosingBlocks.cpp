//===- EnclosingBlocks.cpp - the braces around a place in the source ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "EnclosingBlocks.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tactus {

void EnclosingBlocks::see(const Token &token) {
  // Pragmas may stand before any declaration.
  if (token.isAnnotation() || token.is(tok::semi)) {
    beginDeclaration();
    return;
  }
  if (token.is(tok::r_brace)) {
    if (!blocks.empty())
      blocks.pop_back();
    beginDeclaration();
    return;
  }
  if (token.is(tok::l_brace)) {
    if (headOpensNamespace()) {
      head.push_back(token);
      blocks.push_back(std::move(head));
    } else {
      blocks.emplace_back();
    }
    beginDeclaration();
    return;
  }
  if (!isInHead)
    return;
  isInHead = !head.empty() || token.isOneOf(tok::kw_namespace, tok::kw_inline, tok::kw_extern, tok::kw_export);
  // `inline` and `extern` begin other declarations too.
  if (head.size() == 1 && !head[0].is(tok::kw_namespace))
    isInHead = token.isOneOf(tok::kw_namespace, tok::string_literal, tok::kw_inline, tok::kw_extern);
  if (isInHead)
    head.push_back(token);
  else
    head.clear();
}

bool EnclosingBlocks::canBeReopened() const {
  return llvm::none_of(blocks, [](const Tokens &block) { return block.empty(); });
}

EnclosingBlocks::Tokens EnclosingBlocks::openingTokens() const {
  Tokens all;
  for (const Tokens &block : blocks)
    all.append(block);
  return all;
}

void EnclosingBlocks::beginDeclaration() {
  head.clear();
  isInHead = true;
}

bool EnclosingBlocks::headOpensNamespace() const {
  if (head.empty())
    return false;
  bool isLinkage = head.size() == 2 && head[0].is(tok::kw_extern) && head[1].is(tok::string_literal);
  return isLinkage || llvm::any_of(head, [](const Token &token) { return token.is(tok::kw_namespace); });
}

} // namespace tactus
