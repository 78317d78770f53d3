//===- verifier.cpp - what can be known to be wrong before a program runs ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two rounds; the second needs a program that passed the first.
//
//   structure   the program has a block; labels are defined, once; a name is not both a
//               label and a register; every block ends in jump, halt or join; operands are
//               of a sort the instruction can take; ΔR names no target twice; results that
//               are expected are outputs
//   flow        registers have a value wherever they are read, outputs wherever the program
//               halts; fork and join are given join records, jumps labels; jralloc names a
//               join target whose ΔR some join can satisfy; promotion points can be reached
//
// Blocks that cannot be reached are exempt from the second round: a program whose
// annotations were removed keeps its handlers, and figure 2 says it is still a program.
//
//===----------------------------------------------------------------------===//
#include "verifier.h"

#include "flow.h"

#include <map>
#include <set>

namespace tactus::tpal {

namespace {

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

class Verifier {
public:
  Verifier(const Program &input, Diagnostics &sink) : program(input), diagnostics(sink) {}

  void run() {
    if (program.blocks.empty()) {
      diagnostics.error({}, "the program has no blocks; write a label such as 'main:' and instructions after it");
      return;
    }
    collectNames();
    checkDirectives();
    for (const Block &block : program.blocks)
      checkStructure(block);
    if (diagnostics.empty()) {
      checkFlow();
      return;
    }
    // Without control flow nobody knows which blocks are exempt; a name that is nowhere written is still worth a word.
    for (const Block &block : program.blocks)
      for (const Instruction &instruction : block.instructions)
        for (size_t index = 0; index < instruction.operands.size(); ++index)
          if (!isTarget(instruction.opcode, index))
            requireWritten(instruction.operands[index]);
  }

private:
  const Program &program;
  Diagnostics &diagnostics;
  std::map<std::string_view, const Block *> labels;
  std::vector<std::string> labelNames;
  std::vector<std::string> writtenNames;
  std::set<std::string_view> written;

  void collectNames() {
    for (const Block &block : program.blocks) {
      if (!labels.emplace(block.label.text, &block).second)
        diagnostics.error(block.label.range, "label " + quoted(block.label.text) + " is defined twice");
      labelNames.push_back(block.label.text);
      for (const RegisterMapping &mapping : block.annotation.mapping)
        written.insert(mapping.parentName.text);
      for (const Instruction &instruction : block.instructions)
        if (info(instruction.opcode).hasDestination())
          written.insert(instruction.destination.text);
    }
    for (const Input &input : program.inputs)
      written.insert(input.name.text);
    for (const Data &data : program.data)
      written.insert(data.name.text);
    writtenNames.assign(written.begin(), written.end());
  }

  static std::string suggestion(std::string_view name, const std::vector<std::string> &candidates) {
    std::string nearest = nearestName(name, candidates);
    return nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?";
  }

  void requireRegister(const Name &name) {
    if (labels.contains(name.text))
      diagnostics.error(name.range, quoted(name.text) + " is the label of a block and cannot hold a value");
  }

  void requireLabel(const Name &name) {
    if (!labels.contains(name.text))
      diagnostics.error(name.range, "undefined label " + quoted(name.text) + suggestion(name.text, labelNames));
  }

  void checkDirectives() {
    std::set<std::string_view> initial;
    auto checkInitial = [&](const Name &name) {
      requireRegister(name);
      if (!initial.insert(name.text).second)
        diagnostics.error(name.range, "register " + quoted(name.text) + " is given a first value twice");
    };
    for (const Input &input : program.inputs)
      checkInitial(input.name);
    for (const Data &data : program.data)
      checkInitial(data.name);
    std::map<std::string_view, const Output *> outputs;
    for (const Output &output : program.outputs) {
      requireRegister(output.name);
      if (!outputs.emplace(output.name.text, &output).second)
        diagnostics.error(output.name.range, "output " + quoted(output.name.text) + " is named twice");
    }
    std::set<std::string_view> expected;
    for (const Expectation &expectation : program.expectations) {
      auto found = outputs.find(expectation.name.text);
      if (found == outputs.end()) {
        diagnostics.error(expectation.name.range, quoted(expectation.name.text) +
                                                      " is expected but is no output; write '.output " +
                                                      expectation.name.text + "'");
        continue;
      }
      if (!expected.insert(expectation.name.text).second)
        diagnostics.error(expectation.name.range, quoted(expectation.name.text) + " is expected twice");
      const std::optional<int64_t> &length = found->second->length;
      if (expectation.isArray != length.has_value() ||
          (length && static_cast<uint64_t>(*length) != expectation.values.size()))
        diagnostics.error(expectation.name.range,
                          "the output " + quoted(expectation.name.text) + " has " +
                              (length ? "the length " + std::to_string(*length) : "a single value") + ", but " +
                              (expectation.isArray ? "an array of length " + std::to_string(expectation.values.size())
                                                   : std::string("a single value")) +
                              " is expected");
    }
  }

  void checkStructure(const Block &block) {
    if (block.annotation.kind != Annotation::Kind::Empty)
      requireLabel(block.annotation.label);
    std::set<std::string_view> targets;
    for (const RegisterMapping &mapping : block.annotation.mapping) {
      requireRegister(mapping.childName);
      requireRegister(mapping.parentName);
      if (!targets.insert(mapping.parentName.text).second)
        diagnostics.error(mapping.parentName.range,
                          "the register map gives " + quoted(mapping.parentName.text) + " two values");
      if (!written.contains(mapping.childName.text))
        diagnostics.error(mapping.childName.range, "the register map cannot be satisfied: register " +
                                                       quoted(mapping.childName.text) + " is never written" +
                                                       suggestion(mapping.childName.text, writtenNames));
    }
    for (const Instruction &instruction : block.instructions) {
      if (info(instruction.opcode).hasDestination())
        requireRegister(instruction.destination);
      checkOperands(instruction);
    }
    if (block.instructions.empty() || info(block.instructions.back().opcode).form != Form::Terminator)
      diagnostics.error(block.label.range,
                        "block " + quoted(block.label.text) + " falls off its end; end it with jump, halt or join");
  }

  /// True for operands that control goes to.
  static bool isTarget(Opcode opcode, size_t index) {
    switch (opcode) {
    case Opcode::Jump:
    case Opcode::JoinAllocate:
      return index == 0;
    case Opcode::IfJump:
    case Opcode::IfNotJump:
    case Opcode::Fork:
      return index == 1;
    default:
      return false;
    }
  }

  void checkOperands(const Instruction &instruction) {
    std::string_view spelling = info(instruction.opcode).spelling;
    for (size_t index = 0; index < instruction.operands.size(); ++index)
      if (isTarget(instruction.opcode, index))
        checkTarget(instruction.operands[index], spelling);
    switch (instruction.opcode) {
    case Opcode::Fork:
    case Opcode::Join:
      requireRegisterWith("a join record", instruction.operands[0], spelling);
      break;
    case Opcode::StackAllocate:
    case Opcode::StackFree:
    case Opcode::MarkEmpty:
    case Opcode::MarkSplit:
    case Opcode::MarkPush:
    case Opcode::MarkPop:
      requireRegisterWith("a stack pointer", instruction.operands[0], spelling);
      break;
    case Opcode::Load:
    case Opcode::Store:
      requireRegisterWith("an address", instruction.operands[0], spelling);
      break;
    default:
      break;
    }
    for (size_t index = 0; index < instruction.operands.size(); ++index)
      checkConstant(instruction.operands[index], constantsOf(instruction.opcode, index), spelling);
  }

  /// The constants that an operand can be, besides a register.
  enum class Constants : uint8_t { Any, Integer, Count, Float, IntegerOrLabel };

  static Constants constantsOf(Opcode opcode, size_t index) {
    switch (opcode) {
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply:
    case Opcode::Divide:
    case Opcode::Remainder:
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::ShiftLeft:
    case Opcode::ShiftRight:
    case Opcode::Less:
    case Opcode::LessEqual:
    case Opcode::Greater:
    case Opcode::GreaterEqual:
    case Opcode::Minimum:
    case Opcode::Maximum:
    case Opcode::ToFloat:
      return Constants::Integer;
    case Opcode::Equal:
    case Opcode::NotEqual:
      return Constants::IntegerOrLabel;
    case Opcode::FloatAdd:
    case Opcode::FloatSubtract:
    case Opcode::FloatMultiply:
    case Opcode::FloatDivide:
    case Opcode::FloatLess:
    case Opcode::FloatLessEqual:
    case Opcode::FloatEqual:
    case Opcode::ToInteger:
    case Opcode::SquareRoot:
      return Constants::Float;
    case Opcode::HeapAllocate:
      return Constants::Count;
    case Opcode::StackAllocate:
    case Opcode::StackFree:
      return index == 1 ? Constants::Count : Constants::Any;
    case Opcode::IfJump:
    case Opcode::IfNotJump:
      return index == 0 ? Constants::Integer : Constants::Any;
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::MarkPush:
    case Opcode::MarkPop:
      return index == 1 ? Constants::Integer : Constants::Any;
    default:
      return Constants::Any;
    }
  }

  /// A constant of another sort makes the machine stuck whenever it comes here.
  void checkConstant(const Operand &operand, Constants possible, std::string_view spelling) {
    bool isInteger = operand.kind == Operand::Kind::Integer;
    if (operand.isRegister() || possible == Constants::Any ||
        (isInteger && possible == Constants::Count && operand.integer >= 0) ||
        (isInteger && (possible == Constants::Integer || possible == Constants::IntegerOrLabel)) ||
        (operand.isLabel() && possible == Constants::IntegerOrLabel) ||
        (operand.kind == Operand::Kind::Float && possible == Constants::Float))
      return;
    std::string needed = possible == Constants::Float   ? " needs a floating-point number here, not "
                         : possible == Constants::Count ? " needs an integer here that is not negative, not "
                                                        : " needs an integer here, not ";
    std::string given = operand.isLabel() ? "the label " + quoted(operand.name.text)
                        : isInteger       ? std::to_string(operand.integer)
                                          : "a floating-point number";
    std::string hint = isInteger && possible == Constants::Float ? "; write " + given + ".0" : "";
    diagnostics.error(operand.range, quoted(spelling) + needed + given + hint);
  }

  /// An operand that control goes to: a label, or a register that may hold one.
  void checkTarget(const Operand &operand, std::string_view spelling) {
    if (operand.isLabel())
      return;
    if (!operand.isRegister())
      diagnostics.error(operand.range, quoted(spelling) + " needs a label here, not a number");
    else if (!written.contains(operand.name.text))
      diagnostics.error(operand.range,
                        "undefined label " + quoted(operand.name.text) + suggestion(operand.name.text, labelNames));
  }

  /// An operand that no literal and no label can be.
  void requireRegisterWith(std::string_view what, const Operand &operand, std::string_view spelling) {
    if (!operand.isRegister())
      diagnostics.error(operand.range, quoted(spelling) + " needs a register that holds " + std::string(what) +
                                           (operand.isLabel() ? ", not a label" : ", not a number"));
  }

  void requireWritten(const Operand &operand) {
    if (operand.isRegister() && !written.contains(operand.name.text))
      reportUnwritten(operand.name, operand.range);
  }

  void reportUnwritten(const Name &name, Range range) {
    std::vector<std::string> candidates = writtenNames;
    candidates.insert(candidates.end(), labelNames.begin(), labelNames.end());
    std::string hint = suggestion(name.text, candidates);
    diagnostics.error(range, "undefined register " + quoted(name.text) +
                                 (hint.empty() ? "; it is never written and no '.input'" : hint));
  }

  void checkFlow() {
    Flow flow(program);
    for (uint32_t index = 0; index < program.blocks.size(); ++index) {
      const Block &block = program.blocks[index];
      if (flow.isReachable(index))
        checkReachableBlock(flow, index);
      else if (block.annotation.kind == Annotation::Kind::PromotionReady)
        diagnostics.error(block.annotation.range, "the promotion point " + quoted(block.label.text) +
                                                      " cannot be reached from " +
                                                      quoted(program.blocks[0].label.text));
      if (block.annotation.kind == Annotation::Kind::JoinTarget)
        checkRegisterMap(flow, index);
    }
  }

  void checkReachableBlock(const Flow &flow, uint32_t index) {
    std::set<uint32_t> reported;
    auto requireDefined = [&](const Name &name, Range range, const BitSet &defined, const std::string &what) {
      if (!written.contains(name.text)) {
        if (reported.insert(name.index).second)
          reportUnwritten(name, range);
        return;
      }
      if (defined.contains(name.index) || !reported.insert(name.index).second)
        return;
      std::string path;
      for (const std::string &label : flow.undefinedPath(index, name.index))
        path += (path.empty() ? "" : " -> ") + label;
      diagnostics.error(range, what + " " + quoted(name.text) + " has no value on " +
                                   (path.empty() ? "some path" : "the path " + path));
    };
    flow.forEachInstruction(index, [&](const Instruction &instruction, const BitSet &defined) {
      for (const Operand &operand : instruction.operands)
        if (operand.isRegister())
          requireDefined(operand.name, operand.range, defined, "register");
      if (instruction.opcode == Opcode::Halt)
        for (const Output &output : program.outputs)
          requireDefined(output.name, instruction.range, defined, "at this halt, the output");
      checkHeldValues(flow, instruction);
    });
  }

  void checkHeldValues(const Flow &flow, const Instruction &instruction) {
    auto requireHeldLabel = [&](const Operand &operand) {
      if (flow.heldBy(operand).labels.empty())
        diagnostics.error(operand.range, "register " + quoted(operand.name.text) + " never holds a label");
    };
    switch (instruction.opcode) {
    case Opcode::Jump:
      requireHeldLabel(instruction.operands[0]);
      break;
    case Opcode::IfJump:
    case Opcode::IfNotJump:
      requireHeldLabel(instruction.operands[1]);
      break;
    case Opcode::JoinAllocate: {
      const Operand &operand = instruction.operands[0];
      requireHeldLabel(operand);
      BitSet held = flow.heldBy(operand).labels;
      for (uint32_t label = 0; label < program.blocks.size(); ++label)
        if (held.contains(label) && program.blocks[label].annotation.kind != Annotation::Kind::JoinTarget)
          diagnostics.error(operand.range, "a join record continues at " + quoted(program.blocks[label].label.text) +
                                               ", which is no join target; annotate that block with 'jtppt'");
      break;
    }
    case Opcode::Fork:
      requireHeldLabel(instruction.operands[1]);
      [[fallthrough]];
    case Opcode::Join:
      if (flow.heldBy(instruction.operands[0]).records.empty())
        diagnostics.error(instruction.operands[0].range,
                          quoted(info(instruction.opcode).spelling) + " without a join record: register " +
                              quoted(instruction.operands[0].name.text) + " never holds a result of 'jralloc'");
      break;
    default:
      break;
    }
  }

  /// ΔR copies registers of a joining child. One that no join on this target has a value for can never be copied.
  void checkRegisterMap(const Flow &flow, uint32_t target) {
    bool anyJoin = false;
    BitSet definedAtJoins(program.registers.size());
    for (uint32_t index = 0; index < program.blocks.size(); ++index) {
      if (!flow.isReachable(index))
        continue;
      flow.forEachInstruction(index, [&](const Instruction &instruction, const BitSet &defined) {
        if (instruction.opcode != Opcode::Join || !flow.heldBy(instruction.operands[0]).records.contains(target))
          return;
        anyJoin = true;
        definedAtJoins.unite(defined);
      });
    }
    if (!anyJoin)
      return;
    for (const RegisterMapping &mapping : program.blocks[target].annotation.mapping)
      if (!definedAtJoins.contains(mapping.childName.index))
        diagnostics.error(mapping.childName.range,
                          "the register map cannot be satisfied: register " + quoted(mapping.childName.text) +
                              " has no value at any join on " + quoted(program.blocks[target].label.text));
  }
};

} // namespace

void verify(const Program &program, Diagnostics &diagnostics) { Verifier(program, diagnostics).run(); }

} // namespace tactus::tpal
