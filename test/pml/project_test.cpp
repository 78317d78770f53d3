//===- project_test.cpp - ML Basis files and the Basis library --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "support.h"

#include <fstream>

namespace tactus::pml::test {
namespace {

struct Projects : testing::Test {
  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      ("tactus-pml-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  ProjectOptions options{{}, TACTUS_PML_LIBRARY, {}};

  Projects() {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "sub");
  }
  ~Projects() override { std::filesystem::remove_all(folder); }

  void write(const std::string &name, const std::string &text) const { std::ofstream(folder / name) << text; }

  /// Messages, or what the project declares if there are none.
  [[nodiscard]] std::string load(const std::string &name) const {
    std::string out;
    EXPECT_TRUE(runOnLargeStack([&] {
      Project project(options);
      project.add(folder / name);
      out = project.diagnostics().format(project.sources());
      if (out.empty())
        out = show(project.declared());
    }));
    return out;
  }
};

TEST_F(Projects, LibraryHasNoMessages) {
  for (unsigned bits : {64u, 63u, 32u, 0u}) {
    options.elaboration = {bits, bits == 32 ? 32u : 64u};
    write("a.sml", "val x = 1 + length [0w1]");
    EXPECT_EQ(load("a.sml"), "val x : int\n") << bits;
  }
}

TEST_F(Projects, FilesSeeWhatStandsBeforeThem) {
  write("a.sml", "infix 6 ++ fun x ++ y = x + y");
  write("sub/b.sml", "structure B = struct val z = 1 ++ 2 end");
  write("p.mlb", "$(SML_LIB)/basis/basis.mlb (* all *) a.sml; \"sub/b.sml\"");
  std::string said = load("p.mlb");
  EXPECT_TRUE(contains(said, "structure B : sig\n  val z : int\nend\n")) << said;
}

TEST_F(Projects, WithoutTheLibraryThereIsNothing) {
  write("a.sml", "val x = map");
  write("p.mlb", "a.sml");
  EXPECT_TRUE(contains(load("p.mlb"), "there is no value or constructor 'map'"));
}

TEST_F(Projects, LocalHidesAndKeepsFixity) {
  write("a.sml", "fun hidden x = x\ninfix 5 -->\nfun a --> b = a");
  write("b.sml", "val kept = hidden (1 --> 2) infix 4 ===> fun a ===> b = b");
  write("c.sml", "val y = hidden 1");
  write("p.mlb", "local $(SML_LIB)/basis/basis.mlb a.sml in b.sml end");
  EXPECT_EQ(load("p.mlb"), "infix 4 ===>\nval kept : int\nval ===> : 'a * 'b -> 'b\n");
  write("q.mlb", "p.mlb c.sml");
  EXPECT_TRUE(contains(load("q.mlb"), "there is no value or constructor 'hidden'"));
}

TEST_F(Projects, AnMlbFileIsElaboratedOnce) {
  write("t.sml", "datatype t = A");
  write("t.mlb", "t.sml");
  write("x.sml", "val x = A");
  write("y.sml", "val y = fn A => 1");
  write("x.mlb", "local t.mlb in x.sml end");
  write("y.mlb", "local sub/../t.mlb in y.sml end");
  write("z.sml", "val z = y x");
  write("p.mlb", "x.mlb y.mlb z.sml");
  EXPECT_TRUE(contains(load("p.mlb"), "val z : int"));
}

TEST_F(Projects, BasesAndModules) {
  write("a.sml", "structure A = struct val x = 1 end signature S = sig val x : int end functor F (X : S) = X");
  write("b.sml", "structure C = G (B) val c = C.x");
  write("p.mlb", "basis one = bas local $(SML_LIB)/basis/basis.mlb in a.sml end end\n"
                 "basis two = let open one in bas structure B = A signature S functor G = F end end\n"
                 "local open two in b.sml end ann \"warnUnused true\" \"sequenceNonUnit error\" in structure C end");
  std::string said = load("p.mlb");
  EXPECT_TRUE(contains(said, "structure C : sig") && contains(said, "val c : int")) << said;
  EXPECT_FALSE(contains(said, "signature S")) << said;
}

TEST_F(Projects, PathVariables) {
  write("sub/a.sml", "structure A = struct end");
  write("p.mlb", "$(PLACE)/a.sml");
  EXPECT_TRUE(contains(load("p.mlb"), "p.mlb:1:1: error: the path variable 'PLACE' has no value"));
  options.pathVariables["PLACE"] = "sub";
  EXPECT_EQ(load("p.mlb"), "structure A : sig\nend\n");
}

// Other libraries name the Basis library by the variable that says where they are themselves.
TEST_F(Projects, LibrariesElsewhere) {
  write("sub/b.sml", "val x = List.length [1, 2]");
  write("sub/b.mlb", "$(SML_LIB)/basis/basis.mlb b.sml");
  write("p.mlb", "$(SML_LIB)/b.mlb");
  EXPECT_TRUE(contains(load("p.mlb"), "does not exist"));
  options.pathVariables["SML_LIB"] = (folder / "sub").string();
  EXPECT_TRUE(contains(load("p.mlb"), "val x : int"));
}

TEST_F(Projects, Mistakes) {
  write("a.mlb", "b.mlb");
  write("b.mlb", "a.mlb");
  EXPECT_TRUE(contains(load("a.mlb"), "uses itself, directly or through other files"));
  write("c.mlb", "missing.sml open nothing local structure Q in");
  std::string said = load("c.mlb");
  EXPECT_TRUE(contains(said, "c.mlb:1:46: error: expected 'end', but found the end of the file")) << said;
  write("d.mlb", "missing.sml open nothing structure Q");
  said = load("d.mlb");
  EXPECT_TRUE(contains(said, "does not exist")) << said;
  EXPECT_TRUE(contains(said, "there is no basis 'nothing'")) << said;
  EXPECT_TRUE(contains(said, "there is no structure 'Q'")) << said;
  write("e.mlb", "_prim");
  EXPECT_TRUE(contains(load("e.mlb"), "_prim is for the Basis library only"));
}

TEST_F(Projects, DefaultIntegersAreWhatWasAsked) {
  write("a.sml", "val x = 2147483648");
  EXPECT_EQ(load("a.sml"), "val x : int\n");
  options.elaboration.defaultIntegerBits = 32;
  EXPECT_TRUE(contains(load("a.sml"), "the constant 2147483648 does not fit into int, which has 32 bits"));
  options.elaboration.defaultIntegerBits = 0;
  write("b.sml", "val y : IntInf.int = 1 : int");
  EXPECT_EQ(load("b.sml"), "val y : int\n");
}

TEST_F(Projects, AnErrorInOneFileDoesNotHideThoseOfOthers) {
  write("a.sml", "val x = 1 + \"a\"");
  write("b.sml", "val y = nope");
  write("p.mlb", "$(SML_LIB)/basis/basis.mlb a.sml b.sml");
  std::string said = load("p.mlb");
  EXPECT_TRUE(contains(said, "a.sml:1:13: error")) << said;
  EXPECT_TRUE(contains(said, "b.sml:1:9: error")) << said;
}

} // namespace
} // namespace tactus::pml::test
