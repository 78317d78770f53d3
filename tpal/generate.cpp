//===- generate.cpp - random programs for differential tests -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program is a sequence of phases; each takes `x` and leaves a new `x`.
//
//   loop       x := op over i of body(i, x)        splits [i, end), the child takes the end
//   nest       the body of a loop is a loop         outer loop first; the inner one in the
//                                                   last iteration of a task
//   recursion  f(n) := f(n - a) op f(n - b)         the oldest second call becomes a task
//
// Reductions use operators that are associative on wrapping integers. Where one is not
// commutative (composition of affine maps p * x + q, kept in two registers) the policy is
// `assoc`, so that a machine which combines in the wrong order gets a wrong result.
// Iteration i also writes cell i of an array, which no other iteration touches.
//
//===----------------------------------------------------------------------===//
#include "generate.h"

#include "schedule.h"

#include <array>
#include <vector>

namespace tactus::tpal {

namespace {

/// A reduction: the registers it accumulates in, their neutral values, and its operator.
struct Reduction {
  enum class Kind : uint8_t { Simple, Affine };
  Kind kind;
  std::string_view symbol;
  std::string_view neutral;
  bool commutative;
};

constexpr std::array Reductions = {
    Reduction{Reduction::Kind::Simple, "+", "0", true},
    Reduction{Reduction::Kind::Simple, "*", "1", true},
    Reduction{Reduction::Kind::Simple, "^", "0", true},
    Reduction{Reduction::Kind::Simple, "|", "0", true},
    Reduction{Reduction::Kind::Simple, "&", "-1", true},
    Reduction{Reduction::Kind::Simple, "min", "9223372036854775807", true},
    Reduction{Reduction::Kind::Simple, "max", "-9223372036854775808", true},
    Reduction{Reduction::Kind::Affine, "", "", false},
};

class Generator {
public:
  Generator(uint64_t seed, const GenerateOptions &chosen) : random(seed), options(chosen) {}

  std::string run() {
    unsigned phases = 1 + pick(options.phases);
    cells = options.iterations + 1;
    text = ".input x = " + std::to_string(static_cast<int64_t>(pick(2000)) - 1000) + "\n.data table = { ";
    for (unsigned index = 0; index < 8; ++index)
      text += (index == 0 ? "" : ", ") + std::to_string(static_cast<int64_t>(pick(200)) - 100);
    text += " }\n.output x, out[" + std::to_string(cells) + "]\n\nmain:\n";
    line("out := halloc " + std::to_string(cells));
    line("jump phase" + std::to_string(1));
    for (phase = 1; phase <= phases; ++phase) {
      prefix = "phase" + std::to_string(phase);
      after = phase == phases ? "finish" : "phase" + std::to_string(phase + 1);
      switch (pick(3)) {
      case 0:
        loopPhase(false);
        break;
      case 1:
        loopPhase(true);
        break;
      default:
        recursionPhase();
        break;
      }
    }
    label("finish");
    line("halt");
    return std::move(text);
  }

private:
  RandomNumbers random;
  GenerateOptions options;
  std::string text;
  std::string prefix;
  std::string after;
  unsigned phase = 0;
  unsigned cells = 0;
  unsigned fresh = 0;

  unsigned pick(unsigned bound) { return static_cast<unsigned>(random.below(bound)); }
  void line(const std::string &instruction) { text += "  " + instruction + "\n"; }
  void label(const std::string &name, const std::string &annotation = "") {
    text += "\n" + name + ":" + (annotation.empty() ? "" : " [" + annotation + "]") + "\n";
  }
  std::string name(const std::string &suffix) const { return prefix + "-" + suffix; }

  std::string constant() { return std::to_string(static_cast<int64_t>(pick(40)) - 20); }

  /// Straight-line code and branches that leave in `target` a number made from `sources`.
  void expression(const std::string &target, const std::vector<std::string> &sources) {
    static constexpr std::array Operators = {"+", "-", "*", "^", "&", "|", "<", "==", "<<", ">>"};
    auto source = [&] { return sources[pick(static_cast<unsigned>(sources.size()))]; };
    line(target + " := " + source());
    unsigned length = 1 + pick(4);
    for (unsigned step = 0; step < length; ++step) {
      switch (pick(7)) {
      case 0:
        line("t := " + target + " & 7");
        line("t := mem[table + t]");
        line(target + " := " + target + " + t");
        break;
      case 1:
        line("fl := float " + source());
        line("fl := fl *. 1.25");
        line("t := int fl");
        line(target + " := " + target + " ^ t");
        break;
      case 2: {
        std::string skip = name("skip" + std::to_string(++fresh));
        line("t := " + target + " & 1");
        line("if-jump t, " + skip);
        line(target + " := " + target + " + " + constant());
        line("jump " + skip);
        label(skip);
        break;
      }
      case 3:
        line(target + " := " + target + (pick(2) == 0 ? " / " : " % ") + std::to_string(1 + pick(9)));
        break;
      case 4:
        line(target + " := " + std::string(pick(2) == 0 ? "min " : "max ") + target + ", " + source());
        break;
      default:
        line(target + " := " + target + " " + Operators[pick(Operators.size())] + " " +
             (pick(2) == 0 ? source() : constant()));
        break;
      }
    }
  }

  /// Names of the registers of one loop level.
  struct Loop {
    std::string level;
    Reduction reduction;
    [[nodiscard]] std::string reg(const std::string &suffix) const { return suffix + level; }
    [[nodiscard]] std::vector<std::string> accumulators() const {
      if (reduction.kind == Reduction::Kind::Affine)
        return {reg("p"), reg("q")};
      return {reg("sum")};
    }
    [[nodiscard]] std::string mapping() const {
      std::string out;
      for (const std::string &accumulator : accumulators())
        out += (out.empty() ? "{" : ", ") + accumulator + " -> " + accumulator + "-new";
      return out + "}";
    }
  };

  void setNeutral(const Loop &loop) {
    if (loop.reduction.kind == Reduction::Kind::Affine) {
      line(loop.reg("p") + " := 1");
      line(loop.reg("q") + " := 0");
    } else {
      line(loop.reg("sum") + " := " + std::string(loop.reduction.neutral));
    }
  }

  /// accumulators := accumulators op other. For affine maps, first the left one, then the right one.
  void accumulate(const Loop &loop, const std::vector<std::string> &other) {
    if (loop.reduction.kind == Reduction::Kind::Affine) {
      line(loop.reg("q") + " := " + loop.reg("q") + " * " + other[0]);
      line(loop.reg("q") + " := " + loop.reg("q") + " + " + other[1]);
      line(loop.reg("p") + " := " + loop.reg("p") + " * " + other[0]);
      return;
    }
    std::string sum = loop.reg("sum");
    std::string symbol(loop.reduction.symbol);
    line(sum +
         " := " + (symbol.size() > 1 ? symbol + " " + sum + ", " + other[0] : sum + " " + symbol + " " + other[0]));
  }

  void startLoop(const Loop &loop, unsigned iterations) {
    line(loop.reg("i") + " := 0");
    line(loop.reg("end") + " := " + std::to_string(iterations));
    line(loop.reg("split") + " := 0");
    line(loop.reg("jr") + " := 0");
    setNeutral(loop);
    line("jump " + name("head" + loop.level));
  }

  /// The blocks of a loop that its body does not matter to. `next` is where the loop goes on when it is complete.
  void loopEnd(const Loop &loop, const std::string &next) {
    std::string level = loop.level;
    label(name("done" + level));
    line("if-jump " + loop.reg("split") + ", " + name("join" + level));
    line("jump " + next);
    bool claim = loop.reduction.commutative && pick(2) == 0;
    label(name("exit" + level),
          "jtppt " + std::string(claim ? "assoc-comm" : "assoc") + "; " + loop.mapping() + "; " + name("comb" + level));
    line("jump " + next);
    label(name("join" + level));
    line("join " + loop.reg("jr"));
    label(name("comb" + level));
    std::vector<std::string> other;
    for (const std::string &accumulator : loop.accumulators())
      other.push_back(accumulator + "-new");
    accumulate(loop, other);
    line("join " + loop.reg("jr"));
  }

  /// Splits [first, end) of a loop, where the running code keeps everything before `first`, and goes to `back`.
  /// `outerInactive` is the outer loop, which a task of the inner one has no part in.
  void promotion(const Loop &loop, const std::string &back, bool inProgress, const Loop *outerInactive) {
    std::string level = loop.level;
    std::string tag = inProgress ? "-from-inner" : "";
    if (!inProgress) {
      // The inner handler checks before it comes here.
      line("left := " + loop.reg("end") + " - " + loop.reg("i"));
      line("t := left < 2");
      line("if-jump t, " + back);
    }
    line("if-jump " + loop.reg("split") + ", " + name("promote" + level + tag));
    line(loop.reg("jr") + " := jralloc " + name("exit" + level));
    line(loop.reg("split") + " := 1");
    line("jump " + name("promote" + level + tag));
    label(name("promote" + level + tag));
    switch (pick(3)) {
    case 0:
      line("part := left / 2");
      break;
    case 1:
      line("part := left - 1");
      break;
    default:
      line("part := 1");
      break;
    }
    line("kept := " + loop.reg("i"));
    line(loop.reg("i") + " := " + loop.reg("end") + " - part");
    for (const std::string &accumulator : loop.accumulators())
      line(accumulator + "-kept := " + accumulator);
    setNeutral(loop);
    if (outerInactive != nullptr) {
      line("kept-end := " + outerInactive->reg("end"));
      line(outerInactive->reg("end") + " := " + outerInactive->reg("i"));
    }
    line("fork " + loop.reg("jr") + ", " + name("head" + level));
    if (outerInactive != nullptr)
      line(outerInactive->reg("end") + " := kept-end");
    line(loop.reg("end") + " := " + loop.reg("i"));
    line(loop.reg("i") + " := kept");
    for (const std::string &accumulator : loop.accumulators())
      line(accumulator + " := " + accumulator + "-kept");
    line("jump " + back);
  }

  void loopHead(const Loop &loop, bool promotionReady) {
    label(name("head" + loop.level), promotionReady ? "prppt " + name("try" + loop.level) : "");
    line("t := " + loop.reg("i") + " < " + loop.reg("end"));
    line("if-not-jump t, " + name("done" + loop.level));
  }

  /// Adds what an iteration has made of `value` to the reduction and goes to the next iteration.
  void loopLatch(const Loop &loop, const std::string &value) {
    if (loop.reduction.kind == Reduction::Kind::Affine) {
      line("odd := " + value + " | 1");
      accumulate(loop, {"odd", value});
    } else {
      accumulate(loop, {value});
    }
    line(loop.reg("i") + " := " + loop.reg("i") + " + 1");
    line("jump " + name("head" + loop.level));
  }

  Reduction anyReduction() { return Reductions[pick(Reductions.size())]; }

  void finishLoop(const Loop &loop) {
    label(name("result"));
    std::vector<std::string> accumulators = loop.accumulators();
    line("x := x + " + accumulators[0]);
    if (accumulators.size() > 1)
      line("x := x ^ " + accumulators[1]);
    line("jump " + after);
  }

  void loopPhase(bool nested) {
    Loop outer{"1", anyReduction()};
    Loop inner{"2", anyReduction()};
    label(prefix);
    startLoop(outer, pick(options.iterations + 1));
    // A nest is promoted in its inner loop, which knows the iteration in progress of the outer one.
    loopHead(outer, !nested);
    if (!nested) {
      expression("v", {"i1", "x"});
    } else {
      startLoop(inner, 1 + pick(options.iterations / 4 + 1));
      loopHead(inner, true);
      expression("v", {"i1", "i2", "x"});
      loopLatch(inner, "v");
      loopEnd(inner, name("row-done"));
      label(name("row-done"));
      line("v := " + inner.accumulators().back());
    }
    line("mem[out + i1] := v");
    loopLatch(outer, "v");
    loopEnd(outer, name("result"));
    finishLoop(outer);
    if (!nested) {
      label(name("try1"));
      promotion(outer, name("head1"), false, nullptr);
      return;
    }
    label(name("try2"));
    line("left := end1 - i1");
    line("left := left - 1");
    line("t := left < 1");
    line("if-jump t, " + name("try-inner"));
    // All of the latent iterations may go to the child: this task still has the one in progress.
    line("left := left + 1");
    promotion(outer, name("head2"), true, nullptr);
    label(name("try-inner"));
    promotion(inner, name("head2"), false, &outer);
  }

  /// The shape of fib: see programs/fib.tpal.
  void recursionPhase() {
    static constexpr std::array Operators = {"+", "-", "*", "^", "|", "&"};
    std::string combination = Operators[pick(Operators.size())];
    std::string firstLess = std::to_string(1 + pick(2));
    std::string secondLess = std::to_string(1 + pick(3));
    unsigned depth = 1 + pick(options.depth);
    label(prefix);
    line("sp := snew");
    line("salloc sp, 1");
    line("mem[sp + 0] := " + name("result"));
    line("n := " + std::to_string(depth));
    line("jump " + name("call"));
    label(name("result"));
    line("x := x + f");
    line("jump " + after);

    label(name("call"), "prppt " + name("try"));
    line("t := n < 2");
    line("if-jump t, " + name("leaf"));
    line("salloc sp, 3");
    line("mem[sp + 2] := n");
    line("prmpush mem[sp + 1]");
    line("mem[sp + 0] := " + name("first-done"));
    line("n := n - " + firstLess);
    line("jump " + name("call"));
    label(name("leaf"));
    expression("f", {"n", "x"});
    line("t := mem[sp + 0]");
    line("jump t");
    label(name("first-done"));
    line("prmpop mem[sp + 1]");
    line("n := mem[sp + 2]");
    line("n := n - " + secondLess);
    line("mem[sp + 1] := f");
    line("mem[sp + 0] := " + name("second-done"));
    line("jump " + name("call"));
    label(name("second-done"));
    line("g := mem[sp + 1]");
    line("f := g " + combination + " f");
    line("jump " + name("return"));
    label(name("joined"),
          "jtppt " + std::string(pick(2) == 0 ? "assoc" : "assoc-comm") + "; {f -> f-new}; " + name("combine"));
    line("jump " + name("return"));
    label(name("return"));
    line("sfree sp, 3");
    line("t := mem[sp + 0]");
    line("jump t");
    recursionPromotion(secondLess, combination);
  }

  /// What a promoted recursion runs: the oldest frame's second call becomes a task.
  void recursionPromotion(const std::string &secondLess, const std::string &combination) {
    label(name("try"));
    line("t := prmempty sp");
    line("if-jump t, " + name("call"));
    line("mark := prmsplit sp");
    line("jr := jralloc " + name("joined"));
    line("mem[sp + mark] := jr");
    line("cell := mark - 1");
    line("mem[sp + cell] := " + name("branch-join"));
    line("cell := mark + 1");
    line("kept := n");
    line("n := mem[sp + cell]");
    line("n := n - " + secondLess);
    line("fork jr, " + name("branch"));
    line("n := kept");
    line("jump " + name("call"));
    label(name("branch"));
    line("sp := snew");
    line("salloc sp, 2");
    line("mem[sp + 1] := jr");
    line("mem[sp + 0] := " + name("branch-join"));
    line("jump " + name("call"));
    label(name("branch-join"));
    line("jr := mem[sp + 1]");
    line("join jr");
    label(name("combine"));
    line("f := f " + combination + " f-new");
    line("join jr");
  }
};

} // namespace

std::string generateProgram(uint64_t seed, const GenerateOptions &options) { return Generator(seed, options).run(); }

} // namespace tactus::tpal
