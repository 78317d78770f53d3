//===- syntax_test.cpp - tokens and constants -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "pml/fuzz/mutate.h"
#include "pml/syntax/lexer.h"
#include "support.h"

namespace tactus::pml::test {
namespace {

struct Lexed {
  Sources sources;
  Diagnostics diagnostics;
  syntax::TokenList list;
  explicit Lexed(const std::string &text) {
    uint32_t file = sources.add("test.sml", text);
    list = syntax::tokenize(sources, file, diagnostics);
  }
  [[nodiscard]] std::string kinds() const {
    std::string out;
    for (const syntax::Token &token : list.tokens)
      out += std::string(out.empty() ? "" : " ") + syntax::describe(token.kind);
    return out;
  }
};

TEST(Lexer, LongNamesAreOneToken) {
  Lexed lexed("A.B.x A.+ A .b");
  EXPECT_EQ(lexed.list.tokens[0].kind, syntax::TokenKind::LongName);
  EXPECT_EQ(lexed.list.qualifiers[0].size(), 2u);
  EXPECT_EQ(lexed.list.tokens[1].kind, syntax::TokenKind::LongName);
  EXPECT_EQ(lexed.list.tokens[1].name, Symbol("+"));
  EXPECT_EQ(lexed.list.tokens[2].kind, syntax::TokenKind::Identifier);
  EXPECT_EQ(lexed.diagnostics.errorCount(), 1u) << "a dot alone is no token";
}

TEST(Lexer, SymbolsAreAsLongAsCanBe) {
  EXPECT_EQ(Lexed("x:=!y").kinds(), "a name a name a name the end of the file");
  EXPECT_EQ(Lexed("a:b").kinds(), "a name ':' a name the end of the file");
  EXPECT_EQ(Lexed("S:>T").kinds(), "a name ':>' a name the end of the file");
  EXPECT_EQ(Lexed("#\"a\" #a").kinds(), "a constant '#' a name the end of the file");
}

TEST(Lexer, Numbers) {
  Lexed lexed("0xFF ~1 0w12 0wx1F 1.5e~3 007 18446744073709551616 0w");
  const std::vector<Literal> &literals = lexed.list.literals;
  EXPECT_EQ(literals[0].value, "ff");
  EXPECT_TRUE(literals[1].isNegative);
  EXPECT_EQ(literals[2].kind, Literal::Kind::Word);
  EXPECT_EQ(literals[2].value, "c");
  EXPECT_EQ(literals[3].value, "1f");
  EXPECT_EQ(literals[4].value, "1.5e-3");
  EXPECT_EQ(literals[5].value, "7");
  EXPECT_EQ(literals[6].value, "10000000000000000");
  EXPECT_EQ(literals[7].value, "0") << "0w without digits is the number 0 and the name w";
}

TEST(Lexer, Strings) {
  Lexed lexed(R"("a\n\t\065\^A\u0042\\\"" "x\   \y")");
  EXPECT_EQ(lexed.list.literals[0].value, "a\n\tA\x01"
                                          "B\\\"");
  EXPECT_EQ(lexed.list.literals[1].value, "xy");
  EXPECT_EQ(lexed.diagnostics.errorCount(), 0u);
}

TEST(Literal, Fits) {
  auto integer = [](const char *hexadecimal, bool isNegative) {
    return Literal{Literal::Kind::Integer, isNegative, hexadecimal};
  };
  EXPECT_TRUE(fits(integer("7f", false), 8));
  EXPECT_FALSE(fits(integer("80", false), 8));
  EXPECT_TRUE(fits(integer("80", true), 8));
  EXPECT_FALSE(fits(integer("81", true), 8));
  EXPECT_TRUE(fits(integer("8000000000000000", true), 64));
  EXPECT_FALSE(fits(integer("8000000000000000", false), 64));
  EXPECT_TRUE(fits(Literal{Literal::Kind::Word, false, "ff"}, 8));
  EXPECT_FALSE(fits(Literal{Literal::Kind::Word, false, "100"}, 8));
}

TEST(Literal, Show) {
  EXPECT_EQ(show(Literal{Literal::Kind::Integer, true, "ff"}), "~255");
  EXPECT_EQ(show(Literal{Literal::Kind::String, false, "a\"\n\x01"}), "\"a\\\"\\n\\001\"");
  EXPECT_EQ(show(Literal{Literal::Kind::Character, false, "x"}), "#\"x\"");
}

TEST(Symbol, LabelsAreSortedByNumberFirst) {
  EXPECT_TRUE(labelLess(Symbol("2"), Symbol("10")));
  EXPECT_TRUE(labelLess(Symbol("10"), Symbol("a")));
  EXPECT_TRUE(labelLess(Symbol("a"), Symbol("b")));
  EXPECT_FALSE(labelLess(Symbol("a"), Symbol("a")));
}

TEST(Parser, GoesOnAfterAnError) {
  std::string said = check("val = 1\nval x = (2\nstructure S = struct val = 3 fun f x = x val y 4 end\nval z = nope");
  EXPECT_TRUE(contains(said, "test.sml:1:5: error")) << said;
  EXPECT_TRUE(contains(said, "test.sml:3:1: error")) << said;
  EXPECT_TRUE(contains(said, "test.sml:3:26: error") || contains(said, "expected")) << said;
}

TEST(Parser, EveryPrefixOfAProgramIsParsedOrRefused) {
  std::string program = "functor F (X : sig datatype 'a t = A of 'a | B end) :> sig type u val x : u end =\n"
                        "struct type u = int val x = let open X infix 5 ++ fun a ++ b = case (a, b) of (A y, _) => y | "
                        "(B, {1 = c, ...}) => c in #\"a\"; 3 handle e => raise e end end\n";
  EXPECT_TRUE(runOnLargeStack([&] {
    for (size_t length = 0; length <= program.size(); ++length)
      fuzz::checkAnything(program.substr(0, length));
  }));
}

} // namespace
} // namespace tactus::pml::test
