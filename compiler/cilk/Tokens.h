//===- Tokens.h - words that the text does not have ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_TOKENS_H
#define TACTUS_COMPILER_CILK_TOKENS_H

#include "clang/Lex/Preprocessor.h"

namespace tactus {

/// Without accessors in clang. The language lets an explicit instantiation name a private member, which is all that
/// this does.
template <typename Tag, typename Tag::Type Member> struct MemberAccess {
  friend typename Tag::Type memberOf(Tag) { return Member; }
};

inline clang::Token punctuationAt(clang::SourceLocation place, clang::tok::TokenKind kind) {
  clang::Token token;
  token.startToken();
  token.setKind(kind);
  token.setLocation(place);
  token.setLength(1);
  return token;
}

inline clang::Token wordAt(clang::Preprocessor &preprocessor, clang::SourceLocation place, llvm::StringRef text) {
  clang::Token token;
  token.startToken();
  token.setKind(clang::tok::identifier);
  token.setLocation(place);
  token.setIdentifierInfo(preprocessor.getIdentifierInfo(text));
  return token;
}

/// The tokens come next. Those that have been read already are not expanded again.
inline void enterTokens(clang::Preprocessor &preprocessor, llvm::ArrayRef<clang::Token> tokens, bool isRead) {
  if (tokens.empty())
    return;
  auto copy = std::make_unique<clang::Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), copy.get());
  preprocessor.EnterTokenStream(std::move(copy), tokens.size(), /*DisableMacroExpansion=*/isRead,
                                /*IsReinject=*/isRead);
}

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_TOKENS_H
