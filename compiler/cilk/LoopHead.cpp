//===- LoopHead.cpp - the parts of a loop's head, by their tokens ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "LoopHead.h"

using namespace clang;
using llvm::ArrayRef;

namespace tactus {

const Token *variableOf(ArrayRef<Token> declaration) {
  const Token *last = nullptr;
  for (const Token &token : declaration) {
    if (last && token.isOneOf(tok::equal, tok::l_paren, tok::l_brace))
      return last;
    if (token.is(tok::identifier))
      last = &token;
  }
  return nullptr;
}

bool changesAlone(const Token &variable, ArrayRef<Token> step) {
  unsigned depth = 0, angles = 0;
  bool hasVariable = false;
  for (const Token &token : step) {
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++depth;
    else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      --depth;
    else if (token.is(tok::less))
      ++angles;
    else if (token.is(tok::greater))
      angles -= angles > 0;
    else if (token.is(tok::comma) && depth == 0 && angles == 0)
      return false;
    hasVariable |= token.is(tok::identifier) && token.getIdentifierInfo() == variable.getIdentifierInfo();
  }
  return hasVariable;
}

} // namespace tactus
