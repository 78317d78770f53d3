//===- frame_step.cpp - from a frame to the one that called it -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/frame_step.h"

#include "maps/unwind_tables.h"
#include "os/foreign_stack.h"
#include "os/machine.h"

#include <algorithm>

namespace tactus {

namespace {

/// Of DWARF's operations, those that compilers write for frames that they realign.
enum Operation : uint8_t { Load = 0x06, RegisterPlus = 0x70 };

/// Where the caller's value of a register is.
struct Rule {
  enum Kind { InPlace, Saved, SavedAtFramePointer, Undefined, Unknown };
  Kind kind = InPlace;
  int64_t offset = 0; // from the frame's upper end, or from the frame pointer
};

struct Row {
  uint64_t baseRegister = 0;
  int64_t baseOffset = 0;
  bool isBaseKnown = false;
  /// The base is what that word of memory holds.
  bool isBaseLoaded = false;
  Rule basePointer, framePointer, returnAddress;

  Rule *ruleOf(uint64_t number) {
    switch (number) {
    case machine::BasePointer:
      return &basePointer;
    case machine::FramePointer:
      return &framePointer;
    case machine::ReturnAddress:
      return &returnAddress;
    default:
      return nullptr;
    }
  }
};

/// Executes the rules of a table up to an address.
class RowFinder {
public:
  RowFinder(const FunctionEntry &function, uintptr_t target)
      : function(function), target(target), location(function.begin) {}

  /// False if something was met that it does not know.
  bool find();
  Row row;
  bool isMarked = false;

private:
  static constexpr unsigned MostRemembered = 8;

  const FunctionEntry &function;
  uintptr_t target, location;
  Row initial, remembered[MostRemembered];
  unsigned depth = 0;

  /// What stands behind the target is read for the mark alone.
  bool applies() const { return location <= target; }
  void set(uint64_t number, Rule rule) {
    if (Rule *known = applies() ? row.ruleOf(number) : nullptr)
      *known = rule;
  }
  void setBase(uint64_t number, int64_t offset) {
    if (!applies())
      return;
    row.baseRegister = number;
    row.baseOffset = offset;
    row.isBaseKnown = true;
    row.isBaseLoaded = false;
  }
  void restore(uint64_t number) {
    if (Rule *known = initial.ruleOf(number))
      set(number, *known);
  }
  void setBaseExpression(TableReader &reader);
  void setExpression(uint64_t number, TableReader &reader);
  bool run(const UnwindRules &rules);
  bool runExtended(uint8_t instruction, TableReader &reader);
  /// What says where the frame's base is.
  bool runBase(uint8_t instruction, TableReader &reader);
  bool remember();
  bool recall();
};

} // namespace

bool RowFinder::remember() {
  if (!applies())
    return true;
  if (depth == MostRemembered)
    return false;
  remembered[depth++] = row;
  return true;
}

bool RowFinder::recall() {
  if (!applies())
    return true;
  if (depth == 0)
    return false;
  row = remembered[--depth];
  return true;
}

/// Reads an expression that is a register and a distance, and perhaps a load from there. False if it is another.
static bool readExpression(TableReader &reader, uint64_t &number, int64_t &offset, bool &isLoaded) {
  uint64_t size = reader.unsignedLeb();
  const uint8_t *end = reader.position() + size;
  uint8_t operation = size > 0 ? reader.fixed<uint8_t>() : 0;
  number = operation - RegisterPlus;
  bool isKnown = operation >= RegisterPlus && number <= machine::StackPointer;
  if (isKnown) {
    offset = reader.signedLeb();
    isLoaded = reader.position() + 1 == end && *reader.position() == Load;
    isKnown = isLoaded || reader.position() == end;
  }
  reader.skip(static_cast<size_t>(end - reader.position()));
  return isKnown;
}

void RowFinder::setBaseExpression(TableReader &reader) {
  uint64_t number;
  int64_t offset;
  bool isLoaded;
  bool isKnown = readExpression(reader, number, offset, isLoaded);
  if (!applies())
    return;
  if (isKnown)
    setBase(number, offset);
  row.isBaseKnown = isKnown;
  row.isBaseLoaded = isLoaded;
}

void RowFinder::setExpression(uint64_t register_, TableReader &reader) {
  uint64_t number;
  int64_t offset;
  bool isLoaded;
  bool isKnown = readExpression(reader, number, offset, isLoaded) && !isLoaded && number == machine::FramePointer;
  set(register_, isKnown ? Rule{Rule::SavedAtFramePointer, offset} : Rule{Rule::Unknown});
}

bool RowFinder::runBase(uint8_t instruction, TableReader &reader) {
  uint64_t number = 0;
  switch (instruction) {
  case 0x0c: // def_cfa
    number = reader.unsignedLeb();
    setBase(number, static_cast<int64_t>(reader.unsignedLeb()));
    return true;
  case 0x0d: // def_cfa_register
    setBase(reader.unsignedLeb(), row.baseOffset);
    return true;
  case 0x0e: // def_cfa_offset
    setBase(row.baseRegister, static_cast<int64_t>(reader.unsignedLeb()));
    return true;
  case 0x0f: // def_cfa_expression
    setBaseExpression(reader);
    return true;
  case 0x12: // def_cfa_sf
    number = reader.unsignedLeb();
    setBase(number, reader.signedLeb() * function.dataAlignment);
    return true;
  case 0x13: // def_cfa_offset_sf
    setBase(row.baseRegister, reader.signedLeb() * function.dataAlignment);
    return true;
  default:
    return false;
  }
}

bool RowFinder::runExtended(uint8_t instruction, TableReader &reader) {
  auto saved = [&](int64_t factored) { return Rule{Rule::Saved, factored * function.dataAlignment}; };
  uint64_t number = 0;
  switch (instruction) {
  case 0x00: // nop
    return true;
  case 0x02: // advance_loc1, 2, 4
    location += reader.fixed<uint8_t>() * function.codeAlignment;
    return true;
  case 0x03:
    location += reader.fixed<uint16_t>() * function.codeAlignment;
    return true;
  case 0x04:
    location += reader.fixed<uint32_t>() * function.codeAlignment;
    return true;
  case 0x05: // offset_extended
    number = reader.unsignedLeb();
    set(number, saved(static_cast<int64_t>(reader.unsignedLeb())));
    return true;
  case 0x11: // offset_extended_sf
    number = reader.unsignedLeb();
    set(number, saved(reader.signedLeb()));
    return true;
  case 0x06: // restore_extended
    restore(reader.unsignedLeb());
    return true;
  case 0x07: // undefined
    set(reader.unsignedLeb(), {Rule::Undefined});
    return true;
  case 0x08: // same_value
    set(reader.unsignedLeb(), {Rule::InPlace});
    return true;
  case 0x09: // register
    set(reader.unsignedLeb(), {Rule::Unknown});
    reader.unsignedLeb();
    return true;
  case 0x0a:
    return remember();
  case 0x0b:
    return recall();
  case 0x10: // expression
    number = reader.unsignedLeb();
    setExpression(number, reader);
    return true;
  case 0x16: // val_expression
    set(reader.unsignedLeb(), {Rule::Unknown});
    reader.skip(reader.unsignedLeb());
    return true;
  case 0x2e: { // GNU_args_size
    const uint8_t *argument = reader.position();
    bool isZero = reader.unsignedLeb() == 0;
    isMarked |= isZero && reader.position() - argument == 2;
    return true;
  }
  default:
    return runBase(instruction, reader);
  }
}

bool RowFinder::run(const UnwindRules &rules) {
  TableReader reader(rules.begin);
  while (reader.position() < rules.end) {
    auto instruction = reader.fixed<uint8_t>();
    uint8_t operand = instruction & 0x3f;
    switch (instruction >> 6) {
    case 1: // advance_loc
      location += operand * function.codeAlignment;
      break;
    case 2: // offset
      set(operand, {Rule::Saved, static_cast<int64_t>(reader.unsignedLeb()) * function.dataAlignment});
      break;
    case 3:
      restore(operand);
      break;
    default:
      if (!runExtended(instruction, reader))
        return false;
    }
  }
  return true;
}

bool RowFinder::find() {
  if (!run(function.common))
    return false;
  initial = row;
  return run(function.own) && row.isBaseKnown;
}

static bool fits(int64_t offset) { return offset == static_cast<int32_t>(offset); }

static bool adopt(RegisterRule &to, const Rule &from) {
  to.offset = static_cast<int32_t>(from.offset);
  to.kind = from.kind == Rule::InPlace               ? RegisterRule::InPlace
            : from.kind == Rule::Saved               ? RegisterRule::Saved
            : from.kind == Rule::SavedAtFramePointer ? RegisterRule::SavedAtFramePointer
                                                     : RegisterRule::Unknown;
  return fits(from.offset);
}

/// The row as a rule. Unknown if it is none that can be followed.
static FrameRule ruleOf(const Row &row) {
  FrameRule rule;
  if (row.returnAddress.kind == Rule::Undefined) {
    rule.kind = FrameRule::Outermost;
    rule.isSaidToBeOutermost = true;
    return rule;
  }
  // A return address that has been pushed, at the upper end, is in use still.
  constexpr int64_t AtEnd = -static_cast<int64_t>(sizeof(uintptr_t));
  bool isKnown = row.isBaseKnown &&
                 (row.baseRegister == machine::StackPointer || row.baseRegister == machine::FramePointer) &&
                 fits(row.baseOffset) && row.returnAddress.kind == Rule::Saved && fits(row.returnAddress.offset) &&
                 (row.returnAddress.offset == AtEnd || !machine::PushesReturns);
  rule.isBaseFramePointer = row.baseRegister == machine::FramePointer;
  rule.isBaseLoaded = row.isBaseLoaded;
  rule.baseOffset = static_cast<int32_t>(row.baseOffset);
  rule.returnOffset = static_cast<int32_t>(row.returnAddress.offset);
  isKnown = adopt(rule.framePointer, row.framePointer) && adopt(rule.basePointer, row.basePointer) && isKnown;
  rule.kind = isKnown ? FrameRule::Known : FrameRule::Unknown;
  return rule;
}

FrameRule findFrameRule(uintptr_t address, FrameKind kind) {
  // A call may be the last instruction of its function.
  uintptr_t target = address - (kind == FrameKind::Calling);
  FunctionEntry function;
  TableSearch found = searchFunctionEntry(target, function);
  FrameRule rule;
  if (found != TableSearch::Found || function.isSignalFrame) {
    rule.kind = found == TableSearch::NoEntry ? FrameRule::Outermost : FrameRule::Unknown;
    return rule;
  }
  RowFinder finder(function, target);
  return finder.find() && (kind != FrameKind::Interrupted || finder.isMarked) ? ruleOf(finder.row) : rule;
}

/// Where the frame ends, above its return address; 0 if that is out of range.
static uintptr_t endOf(const FrameRule &rule, const StackFrame &frame, const StackRange &range) {
  uintptr_t end = (rule.isBaseFramePointer ? frame.framePointer : frame.stackPointer) +
                  static_cast<uintptr_t>(intptr_t{rule.baseOffset});
  if (frame.stackPointer < range.lowest)
    return 0;
  if (rule.isBaseLoaded) {
    if (end < frame.stackPointer || end > range.end - sizeof(uintptr_t) || end % sizeof(uintptr_t) != 0)
      return 0;
    end = loadWord(end);
  }
  uintptr_t least = frame.stackPointer + (machine::PushesReturns ? sizeof(uintptr_t) : 0);
  return end < least || end > range.end || end % sizeof(uintptr_t) != 0 ? 0 : end;
}

namespace {
struct RegisterValue {
  uintptr_t value;
  bool isKnown;
};
} // namespace

/// The caller's value of a register that is `own` in the frame. False if it is out of range.
static bool readCallers(const RegisterRule &rule, const StackFrame &frame, uintptr_t end, RegisterValue &own) {
  if (rule.kind == RegisterRule::InPlace)
    return true;
  own = {0, false};
  if (rule.kind == RegisterRule::Unknown ||
      (rule.kind == RegisterRule::SavedAtFramePointer && !frame.framePointerKnown))
    return true;
  // What has been popped is as it was, in the red zone.
  uintptr_t base = rule.kind == RegisterRule::Saved ? end : frame.framePointer;
  uintptr_t address = base + static_cast<uintptr_t>(intptr_t{rule.offset});
  if (address < frame.stackPointer - machine::RedZone || address > end - sizeof(uintptr_t))
    return false;
  own = {loadWord(address), true};
  return true;
}

bool stepOut(StackFrame &frame, const FrameRule &rule, const StackRange &range) {
  if (rule.kind != FrameRule::Known || (rule.isBaseFramePointer && !frame.framePointerKnown))
    return false;
  uintptr_t end = endOf(rule, frame, range);
  RegisterValue framePointer{frame.framePointer, frame.framePointerKnown},
      basePointer{frame.basePointer, frame.basePointerKnown};
  if (!end || !readCallers(rule.framePointer, frame, end, framePointer) ||
      !readCallers(rule.basePointer, frame, end, basePointer))
    return false;
  uintptr_t returnAddressAt = end + static_cast<uintptr_t>(intptr_t{rule.returnOffset});
  if (returnAddressAt < frame.stackPointer || returnAddressAt > end - sizeof(uintptr_t))
    return false;
  uintptr_t address = loadWord(returnAddressAt);
  if (address)
    frame = {address,        end, framePointer.value, basePointer.value, framePointer.isKnown, basePointer.isKnown,
             returnAddressAt};
  return address != 0;
}

bool stepOut(StackFrame &frame, FrameKind kind, const StackRange &range) {
  return stepOut(frame, findFrameRule(frame.address, kind), range);
}

} // namespace tactus
