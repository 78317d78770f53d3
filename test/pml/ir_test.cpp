//===- ir_test.cpp - text, types and lowering of the PCall IR --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/bounds.h"
#include "pml/ir/check.h"
#include "pml/ir/lower_par.h"
#include "pml/ir/once.h"
#include "pml/ir/parse.h"
#include "pml/ir/passes.h"
#include "pml/ir/print.h"
#include "pml/ir/split_main.h"
#include "pml/ir/unreached.h"
#include "pml/source/internal_error.h"

#include <gtest/gtest.h>

using namespace tactus::pml;

namespace {

/// A program with the given declarations and an empty main.
std::string withMain(const std::string &declarations) {
  return declarations + "\nfun @main(): () {\n^e:\n  return ()\n}\n";
}

std::string parseError(const std::string &text) {
  ir::Program program;
  auto error = ir::parse(text, program);
  return error ? std::to_string(error->line) + ":" + std::to_string(error->column) + ": " + error->message : "";
}

/// The first thing that is wrong.
std::string checkError(const std::string &declarations) {
  ir::Program program;
  auto error = ir::parse(withMain(declarations), program);
  EXPECT_FALSE(error) << error->line << ": " << error->message;
  auto errors = ir::check(program);
  return errors.empty() ? "" : errors[0];
}

void expectSame(const std::string &text) {
  ir::Program first, second;
  ASSERT_EQ(parseError(text), "");
  ASSERT_FALSE(ir::parse(text, first));
  EXPECT_EQ(ir::check(first), std::vector<std::string>());
  std::string printed = ir::print(first);
  auto error = ir::parse(printed, second);
  ASSERT_FALSE(error) << error->line << ": " << error->message << "\n" << printed;
  EXPECT_EQ(ir::print(second), printed);
}

constexpr const char *Everything = R"(
file "a file.sml"
type $list = variant { nil(), "::"(i64, $list) }
type $pair = variant { pair(f64, string, intinf) }
type $bit = variant { off(), on() }
exception $Bad(i64, string)
global @table: array<$list>
import @sin(f64): f64
import @note(i64)

fun @sum(%xs: $list, %acc: i64): (i64) !0:1:2 {
^entry:
  case %xs { nil -> ^done, "::" -> ^more }
^done:
  return (%acc)
^more:
  %x: i64 = field "::" 0(%xs)
  %rest: $list = field "::" 1(%xs)
  %next: i64 = prim int64_add(%acc, %x) !0:4:5
  tailcall @sum(%rest, %next)
}

fun @numbers(): (f64, i64) {
^entry handler ^h:
  %a: f64 = const -0x1.8p-3
  %b: f64 = const bits 0x7ff0000000000000
  %i: intinf = const -123456789012345678901234567890
  %s: string = const "a\x00\"\\"
  %p: $pair = new pair(%a, %s, %i)
  %u: unit = const ()
  %t: bool = const true
  %n: i64 = const -9223372036854775808
  %m: f64, %e: i64 = prim real64_frexp(%b)
  %r: ref<i64> = ref(%n)
  set(%r, %e)
  %old: i64 = cas(%r, %n, %e)
  %nil: $list = new nil()
  %array: array<$list> = array(%e, %nil)
  %made: array<i8> = uninitialised(%e)
  %frozen: string = freeze(%made)
  update(%array, %e, %nil)
  %pairs: array<(i64, f64, $bit)> = uninitialised(%e)
  update_field 1(%pairs, %e, %a)
  %frozenPairs: vector<(i64, f64, $bit)> = freeze(%pairs)
  %again1: f64 = sub_field 1(%frozenPairs, %e)
  %l: i64 = length(%array)
  setglobal @table(%array)
  %again: array<$list> = global @table
  %vs: vector<string> = vector(%s, %frozen)
  %sine: f64 = ccall @sin(%a)
  ccall @note(%n)
  %tag: tag = newtag $Bad
  %exn: exn = exn $Bad(%tag, %n, %s)
  if %t then ^good(%sine, %n) else ^bad
^bad handler ^h:
  raise %exn !0:7:1
^good(%x: f64, %y: i64):
  switch %y { 1 -> ^good(%x, %y), -5 -> ^end, else -> ^end }
^end:
  return (%x, %y)
^h(%caught: exn):
  %over: tag = tag $Overflow
  %isit: bool = is(%caught, %over)
  unreachable
}

fun @both(%x: i64): (i64, i64) {
^entry handler ^h:
  par @one(%x), @one(%x) -> ^done
^done(%a: i64, %b: i64):
  return (%a, %b)
^h(%e: exn):
  return (%x, %x)
}

fun @either(%x: i64): (i64) {
^entry handler ^h:
  fork @one(%x), @one(%x) -> ^alone, ^both
^alone(%first: i64):
  return (%first)
^both(%a: i64, %b: i64):
  %sum: i64 = prim int64_add(%a, %b)
  return (%sum)
^h(%e: exn):
  return (%x)
}

fun @one(%x: i64): (i64) {
^entry:
  return (%x)
}

fun @main(): () {
^entry:
  return ()
}
)";

TEST(Ir, TextOfTextIsItself) { expectSame(Everything); }

TEST(Ir, LoweredParIsWellTypedAndReadable) {
  ir::Program program;
  ASSERT_FALSE(ir::parse(Everything, program));
  ir::lowerPar(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  std::string text = ir::print(program);
  EXPECT_NE(text.find("pcall @one"), std::string::npos);
  EXPECT_EQ(text.find("  par "), std::string::npos);
  EXPECT_EQ(text.find("  fork "), std::string::npos);
  expectSame(text);
}

TEST(Ir, ForksSayWhatTheirContinuationsGet) {
  const std::string functions =
      "fun @one(): (i64) {\n^e:\n  %x: i64 = const 1\n  return (%x)\n}\nfun @f(): () {\n^a:\n";
  EXPECT_EQ(checkError(functions +
                       "  fork @one(), @one() -> ^b, ^c\n^b:\n  return ()\n^c(%x: i64, %y: i64):\n  return ()\n}"),
            "@f, ^a.0, transfer: the continuation takes 1 values, not 0");
  EXPECT_EQ(checkError(functions +
                       "  fork @one(), @one() -> ^b, ^c\n^b(%w: i64):\n  return ()\n^c(%x: i64):\n  return ()\n}"),
            "@f, ^a.0, transfer: the continuation takes 2 values, not 1");
}

TEST(Ir, ElidedParHasNoPCall) {
  ir::Program program;
  ASSERT_FALSE(ir::parse(Everything, program));
  ir::elidePar(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  EXPECT_EQ(ir::print(program).find("pcall"), std::string::npos);
}

/// A function whose fork or par has `first` as its first branch, after lowerPar().
std::string loweredFork(const std::string &transfer, const std::string &first) {
  ir::Program program;
  auto error = ir::parse("fun @deep(%x: i64): (i64) {\n^e:\n  call @deep(%x) -> ^b\n^b(%r: i64):\n  return (%r)\n}\n"
                         "fun @first(%x: i64, %c: bool): (i64) {\n^e:\n" +
                             first +
                             "}\n"
                             "fun @forks(%x: i64, %c: bool): (i64) {\n^e:\n  " +
                             transfer +
                             "\n"
                             "^one(%a: i64):\n  return (%a)\n"
                             "^two(%b: i64, %d: i64):\n  return (%d)\n}\n"
                             "fun @main(): () {\n^e:\n  return ()\n}\n",
                         program);
  EXPECT_FALSE(error) << error->message;
  ir::lowerPar(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  std::string text = ir::print(program);
  return text.substr(text.find("fun @forks"));
}

TEST(Ir, ShortFirstBranchesAreCopied) {
  const std::string fork = "fork @first(%x, %c), @deep(%x) -> ^one, ^two",
                    par = "par @first(%x, %c), @deep(%x) -> ^two";
  const std::string choice = "  if %c then ^now else ^later\n^now:\n  return (%x)\n"
                             "^later:\n  %y: i64 = prim int64_add(%x, %x)\n  tailcall @deep(%y)\n";
  auto has = [](const std::string &text, const char *part) { return text.find(part) != std::string::npos; };
  // A link of a chain forks what it calls last, and nothing if it calls nothing.
  std::string link = loweredFork(fork, choice);
  EXPECT_TRUE(has(link, "if %c")) << link;
  EXPECT_TRUE(has(link, "pcall @deep(%y")) << link;
  EXPECT_FALSE(has(link, "@first")) << link;
  // A par forks in any case: its second branch may be all the rest of a recursion, without polls.
  EXPECT_TRUE(has(loweredFork(par, choice), "pcall @first(%x"));
  EXPECT_TRUE(has(loweredFork(par, "  tailcall @deep(%x)\n"), "pcall @deep(%x"));
  // These are not soon done, or are other functions than the fork's to handle.
  EXPECT_TRUE(has(loweredFork(fork, "  call @deep(%x) -> ^b\n^b(%r: i64):\n  return (%r)\n"), "pcall @first"));
  EXPECT_TRUE(has(loweredFork(fork, "  goto ^b\n^b:\n  if %c then ^b else ^d\n^d:\n  return (%x)\n"), "pcall @first"));
  EXPECT_TRUE(has(loweredFork(fork, "  %o: i64 = prim io_flush(%x)\n  return (%o)\n"), "pcall @first"));
  EXPECT_TRUE(has(loweredFork(fork, "  tailcall @first(%x, %c)\n"), "pcall @first"));
  EXPECT_TRUE(has(loweredFork(fork, "  %o: i64 = prim int64_add(%x, %x)\n  goto ^b\n^b handler ^h:\n  return (%o)\n"
                                    "^h(%e: exn):\n  return (%x)\n"),
                  "pcall @first"));
}

TEST(Ir, WhatIsNotReachedIsDropped) {
  ir::Program program;
  ASSERT_FALSE(ir::parse("fun @unused(): () {\n^e:\n  tailcall @unused()\n}\n"
                         "fun @used(): () {\n^e:\n  return ()\n^never:\n  tailcall @unused()\n}\n"
                         "fun @main(): () {\n^e:\n  tailcall @used()\n}\n",
                         program));
  ir::dropUnreached(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  std::string text = ir::print(program);
  EXPECT_EQ(text.find("@unused"), std::string::npos) << text;
  EXPECT_NE(text.find("tailcall @used"), std::string::npos) << text;
}

/// A function that checks %i against the length of a string, after joinBoundsChecks().
std::string joinedChecks(const std::string &first, const std::string &second, const std::string &bad) {
  ir::Program program;
  auto error = ir::parse(
      "fun @sub(%s: string, %i: i64, %k: i64): (i64) {\n^e:\n  %zero: i64 = const 0\n  %low: bool = prim " + first +
          "\n  if %low then ^yes else ^next\n^yes:\n  %t: bool = const true\n  goto ^bad(%t)\n"
          "^next:\n  %n: i64 = length(%s)\n  %high: bool = prim " +
          second +
          "\n  if %high then ^no else ^good\n^no:\n  goto ^bad(%high)\n"
          "^bad(%which: bool):\n" +
          bad +
          "^good:\n  return (%k)\n^other:\n  return (%i)\n}\n"
          "fun @main(): () {\n^e:\n  return ()\n}\n",
      program);
  EXPECT_FALSE(error) << error->message;
  ir::joinBoundsChecks(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return ir::print(program);
}

TEST(Ir, ProgramsAreCheckedBehindEachPass) {
  ir::Program program;
  ASSERT_FALSE(ir::parse(withMain(""), program));
  // Breaks the program when it is asked to.
  static constexpr ir::Pass Harmless{"harmless", [](ir::Program &) {}};
  static constexpr ir::Pass Breaking{"breaking", [](ir::Program &whole) { whole.functions[0].blocks.clear(); }};
  std::string order;
  auto passed = [&](const char *pass) {
    order += std::string(pass) + " ";
    ir::expectWellFormed(program, pass);
  };
  ir::Pass good[] = {Harmless, Harmless};
  ir::run(good, program, passed);
  EXPECT_EQ(order, "harmless harmless ");
  ir::Pass bad[] = {Harmless, Breaking, Harmless};
  try {
    ir::run(bad, program, passed);
    FAIL() << "nobody has looked";
  } catch (const InternalError &error) {
    EXPECT_EQ(error.message.find("the pass breaking has made an ill-formed program: "), 0U) << error.message;
    EXPECT_NE(error.text().find("please report it"), std::string::npos);
  }
  EXPECT_EQ(order, "harmless harmless harmless breaking ");
}

TEST(Ir, SubscriptsAreComparedOnce) {
  const std::string low = "int64_lt(%i, %zero)", high = "int64_ge(%i, %n)", bad = "  return (%i)\n";
  std::string joined = joinedChecks(low, high, bad);
  EXPECT_NE(joined.find("word64_ge(%i"), std::string::npos) << joined;
  EXPECT_EQ(joined.find("then ^yes"), std::string::npos) << joined;
  auto isLeft = [](const std::string &text) { return text.find("word64_ge") == std::string::npos; };
  // Another number, another comparison, another limit, and a place that asks which of the two it was.
  EXPECT_TRUE(isLeft(joinedChecks(low, "int64_ge(%k, %n)", bad)));
  EXPECT_TRUE(isLeft(joinedChecks("int64_le(%i, %zero)", high, bad)));
  EXPECT_TRUE(isLeft(joinedChecks(low, "int64_gt(%i, %n)", bad)));
  EXPECT_TRUE(isLeft(joinedChecks("int64_lt(%i, %k)", high, bad)));
  EXPECT_TRUE(isLeft(joinedChecks(low, "int64_ge(%i, %k)", bad)));
  EXPECT_TRUE(isLeft(joinedChecks(low, high, "  if %which then ^other else ^good\n")));
}

TEST(Ir, SyntaxErrorsHaveAPlace) {
  EXPECT_EQ(parseError("fun @f(): () {\n^a:\n  nonsense\n}"), "3:3: there is no statement 'nonsense'");
  EXPECT_EQ(parseError("fun @f(): () {\n}"), "2:2: a function has at least one block");
  EXPECT_EQ(parseError("fun @f(): () {\n^a:\n  goto ^b\n}"), "3:9: 'b' is not defined in this function");
  EXPECT_EQ(parseError("fun @f(): () {\n^a:\n  tailcall @g()\n}"), "3:13: 'g' is not declared");
  EXPECT_EQ(parseError("fun @f(%x: i64, %x: i64): () {"), "1:18: 'x' is declared twice");
  EXPECT_EQ(parseError("global @g: integer"), "1:12: there is no type 'integer'");
  EXPECT_EQ(parseError("file \"open"), "1:6: the string has no end on its line");
  EXPECT_EQ(parseError("fun @f(): () {\n^a:\n %x: i64 = const 99999999999999999999\n return ()\n}"),
            "3:18: '99999999999999999999' is not a number of 64 bits");
}

TEST(Ir, TypesAreChecked) {
  EXPECT_EQ(checkError("fun @f(%x: i32): (i64) {\n^a:\n  return (%x)\n}"),
            "@f, ^a.0, transfer: return takes i64 where %x: i32 is given");
  EXPECT_EQ(checkError("fun @f(%x: i64): (i64) {\n^a:\n  %y: i64 = prim int64_add(%x)\n return (%y)\n}"),
            "@f, ^a.0, statement 0: prim has 1 results and 2 arguments, not 1 and 1");
  EXPECT_EQ(checkError("fun @f(%x: string, %i: i64): () {\n^a:\n  update(%x, %i, %i)\n return ()\n}"),
            "@f, ^a.0, statement 0: update is not for %x: string");
  EXPECT_EQ(
      checkError("type $t = variant { a(), b() }\nfun @f(%x: $t): () {\n^a:\n case %x { a -> ^b }\n^b:\n return ()\n}"),
      "@f, ^a.0, transfer: some values have no target");
}

TEST(Ir, FlatElementsAreTuplesOfNumbers) {
  auto in = [](const std::string &parameters, const std::string &statement) {
    return checkError("fun @f(" + parameters + "): () {\n^a:\n  " + statement + "\n return ()\n}");
  };
  EXPECT_EQ(in("%a: array<(i64, f64)>, %i: i64", "%x: i64 = sub_field 1(%a, %i)"),
            "@f, ^a.0, statement 0: the result takes f64 where %x: i64 is given");
  EXPECT_EQ(in("%a: array<(i64, f64)>, %i: i64", "update_field 2(%a, %i, %i)"),
            "@f, ^a.0, statement 0: the elements of array<(i64, f64)> have no such field");
  EXPECT_EQ(in("%a: array<i64>, %i: i64", "update_field 0(%a, %i, %i)"),
            "@f, ^a.0, statement 0: the elements of array<i64> have no such field");
  EXPECT_EQ(in("%a: vector<(i64)>, %i: i64", "update_field 0(%a, %i, %i)"),
            "@f, ^a.0, statement 0: update_field is not for %a: vector<(i64)>");
  EXPECT_EQ(in("%a: array<(i64)>, %i: i64", "%x: i64 = sub(%a, %i)"),
            "@f, ^a.0, statement 0: array<(i64)> has no element %x: i64");
  EXPECT_EQ(in("%a: array<(i64)>, %i: i64", "%x: i64 = cas_at(%a, %i, %i, %i)"),
            "@f, ^a.0, statement 0: array<(i64)> has no element %i: i64");
  EXPECT_EQ(in("%a: vector<(i64, i8)>", "%x: bool = prim equal(%a, %a)"),
            "@f, ^a.0, statement 0: equal is not for vector<(i64, i8)>");
  std::string noNumbers = " has no such type: flat elements of arrays and vectors are tuples of numbers";
  EXPECT_EQ(in("%a: array<(i64, string)>", ""), "@f: %a: array<(i64, string)>" + noNumbers);
  EXPECT_EQ(in("%a: ref<vector<()>>", ""), "@f: %a: ref<vector<()>>" + noNumbers);
  EXPECT_EQ(parseError("fun @f(%x: (i64, i64)): () {"), "1:12: expected a type");
  EXPECT_EQ(parseError("fun @f(%x: ref<(i64, i64)>): () {"), "1:16: expected a type");
}

TEST(Ir, DefinitionsReachTheirUses) {
  EXPECT_EQ(
      checkError("fun @f(%c: bool): (i64) {\n^a:\n  if %c then ^b else ^c\n^b:\n  %x: i64 = const 1\n  goto ^c\n^c:\n "
                 " return (%x)\n}"),
      "@f, ^c.2, transfer: %x: i64 is used where its definition does not reach");
  // What a block computes is not known in its handler.
  EXPECT_EQ(
      checkError(
          "fun @f(): (i64) {\n^a:\n  goto ^b\n^b handler ^h:\n  %x: i64 = const 1\n  return (%x)\n^h(%e: exn):\n  "
          "return (%x)\n}"),
      "@f, ^h.2, transfer: %x: i64 is used where its definition does not reach");
}

TEST(Ir, JoinsBelongToPCalls) {
  EXPECT_EQ(checkError("fun @f(): () {\n^a:\n  getjoin -> ^b\n^b:\n  return ()\n}"),
            "@f, ^a.0, transfer: getjoin and setjoin belong to a pcall");
}

/// The text of a program whose main has been cut wherever it can be.
std::string split(const std::string &text) {
  ir::Program program;
  EXPECT_EQ(parseError(text), "");
  EXPECT_FALSE(ir::parse(text, program));
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  ir::splitMain(program, 1);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return ir::print(program);
}

size_t partsOf(const std::string &text) {
  size_t count = 0;
  for (size_t at = text.find("fun @main"); at != std::string::npos; at = text.find("fun @main", at + 1))
    ++count;
  return count;
}

constexpr const char *Callees = "global @g: i64\n"
                                "fun @f(%x: i64): (i64) {\n^a:\n  return (%x)\n}\n"
                                "fun @may(%x: i64): (bool) {\n^a:\n  %b: bool = prim int64_lt(%x, %x)\n"
                                "  return (%b)\n}\n";

TEST(Ir, MainIsCutBetweenCalls) {
  std::string text = split(std::string(Callees) + "fun @main(): () {\n^a:\n  %x: i64 = const 1\n  call @f(%x) -> ^b\n"
                                                  "^b(%y: i64):\n  call @f(%y) -> ^c\n"
                                                  "^c(%z: i64):\n  %s: i64 = prim int64_add(%x, %z)\n  return ()\n}\n");
  EXPECT_EQ(partsOf(text), 3U) << text;
  // x is passed through the second part, z is a parameter of the block that begins the third.
  EXPECT_NE(text.find("fun @main.part.2(%x.0: i64, %z.1: i64)"), std::string::npos) << text;
}

TEST(Ir, PartsReadGlobals) {
  std::string text = split(std::string(Callees) + "fun @main(): () {\n^a:\n  %x: i64 = const 1\n  setglobal @g(%x)\n"
                                                  "  call @f(%x) -> ^b\n"
                                                  "^b(%y: i64):\n  call @f(%x) -> ^c\n"
                                                  "^c(%z: i64):\n  return ()\n}\n");
  EXPECT_NE(text.find("fun @main.part.1(%y.0: i64)"), std::string::npos) << text;
  EXPECT_NE(text.find("= global @g"), std::string::npos) << text;
}

TEST(Ir, LoopsAndHandlersAreNotCut) {
  std::string loop = split(std::string(Callees) + "fun @main(): () {\n^a:\n  %x: i64 = const 1\n  goto ^b(%x)\n"
                                                  "^b(%i: i64):\n  call @f(%i) -> ^c\n"
                                                  "^c(%j: i64):\n  call @may(%j) -> ^d\n"
                                                  "^d(%again: bool):\n  if %again then ^b(%j) else ^e\n"
                                                  "^e:\n  return ()\n}\n");
  // Before and behind the loop.
  EXPECT_EQ(partsOf(loop), 3U) << loop;
  std::string handler = split(std::string(Callees) + "fun @main(): () {\n^a:\n  %x: i64 = const 1\n  goto ^b\n"
                                                     "^b handler ^h:\n  call @f(%x) -> ^c\n"
                                                     "^c(%y: i64) handler ^h:\n  call @f(%y) -> ^d\n"
                                                     "^d(%z: i64):\n  goto ^e\n"
                                                     "^h(%e: exn):\n  goto ^e\n"
                                                     "^e:\n  return ()\n}\n");
  EXPECT_EQ(partsOf(handler), 3U) << handler;
}

TEST(Ir, OnceIsOutsideOfLoopsAndCalledOnce) {
  ir::Program program;
  ASSERT_FALSE(ir::parse("fun @inLoop(): () {\n^a:\n  return ()\n}\nfun @once(): () {\n^a:\n  return ()\n}\n"
                         "fun @twice(): () {\n^a:\n  return ()\n}\n"
                         "fun @main(): () {\n^a:\n  call @twice() -> ^b\n^b:\n  %c: bool = const true\n"
                         "  if %c then ^loop else ^end\n"
                         "^loop:\n  call @inLoop() -> ^b\n"
                         "^end:\n  call @twice() -> ^more\n^more:\n  call @once() -> ^out\n^out:\n  return ()\n}\n",
                         program));
  auto once = ir::findOnce(program);
  EXPECT_FALSE(once[0][0]);
  EXPECT_TRUE(once[1][0]);
  EXPECT_FALSE(once[2][0]);
  EXPECT_EQ(once[3], (std::vector<bool>{true, false, false, true, true, true}));
}

TEST(Ir, EachPrimitiveHasASignature) {
  for (unsigned i = 0; i <= static_cast<unsigned>(ir::Primitive::collect_garbage); ++i) {
    const ir::PrimitiveInfo &info = ir::infoOf(static_cast<ir::Primitive>(i));
    EXPECT_EQ(info.signature.find_first_not_of("ub1248fdsIevA?:"), std::string_view::npos) << info.name;
    EXPECT_EQ(ir::findPrimitive(info.name), static_cast<ir::Primitive>(i));
  }
}

} // namespace
