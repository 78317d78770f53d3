//===- frame_step.cpp - from a frame to the one that called it -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/frame_step.h"

#include "maps/unwind_tables.h"

#include <algorithm>

namespace tactus {

namespace {

/// DWARF's numbers of registers.
enum Register : uint64_t { Rbx = 3, Rbp = 6, Rsp = 7, ReturnAddress = 16 };

/// Where the caller's value of a register is.
struct Rule {
  enum Kind { InPlace, Saved, Unknown };
  Kind kind = InPlace;
  int64_t offset = 0; // from the frame's upper end
};

struct Row {
  uint64_t baseRegister = 0;
  int64_t baseOffset = 0;
  bool isBaseKnown = false;
  Rule rbx, rbp, returnAddress;

  Rule *ruleOf(uint64_t number) {
    return number == Rbx ? &rbx : number == Rbp ? &rbp : number == ReturnAddress ? &returnAddress : nullptr;
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
  }
  void restore(uint64_t number) {
    if (Rule *known = initial.ruleOf(number))
      set(number, *known);
  }
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
    if (applies())
      row.isBaseKnown = false;
    reader.skip(reader.unsignedLeb());
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
    set(reader.unsignedLeb(), {Rule::Unknown});
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

// Stack words of frames that are not its own, which sanitizers take for overflows.
__attribute__((no_sanitize("address", "thread"))) static uintptr_t loadWord(uintptr_t address) {
  return *reinterpret_cast<const volatile uintptr_t *>(address);
}

/// Where the frame ends, above its return address; 0 if that is not known, or out of range.
static uintptr_t endOf(const Row &row, const StackFrame &frame, const StackRange &range) {
  uintptr_t base;
  if (row.baseRegister == Rsp)
    base = frame.rsp;
  else if (row.baseRegister == Rbp)
    base = frame.rbp;
  else
    return 0;
  uintptr_t end = base + static_cast<uintptr_t>(row.baseOffset);
  // The return address, at the upper end, is in use still.
  constexpr int64_t AtEnd = -8;
  if (frame.rsp < range.lowest || end < frame.rsp + sizeof(uintptr_t) || end > range.end ||
      end % sizeof(uintptr_t) != 0 || row.returnAddress.kind != Rule::Saved || row.returnAddress.offset != AtEnd)
    return 0;
  return end;
}

/// The caller's value of a register. False if it is not known, or out of range.
static bool readCallers(const Rule &rule, const StackFrame &frame, uintptr_t end, uintptr_t &value) {
  if (rule.kind == Rule::InPlace)
    return true;
  // What has been popped is as it was, in the red zone.
  constexpr uintptr_t RedZone = 128;
  uintptr_t address = end + static_cast<uintptr_t>(rule.offset);
  if (rule.kind == Rule::Unknown || address < frame.rsp - RedZone || address > end - sizeof(uintptr_t))
    return false;
  value = loadWord(address);
  return true;
}

bool stepOut(StackFrame &frame, FrameKind kind, const StackRange &range) {
  // A call may be the last instruction of its function.
  uintptr_t target = frame.address - (kind == FrameKind::Calling);
  FunctionEntry function;
  if (!findFunctionEntryWithoutLock(target, function) || function.isSignalFrame)
    return false;
  RowFinder finder(function, target);
  if (!finder.find() || (kind == FrameKind::Interrupted && !finder.isMarked))
    return false;
  uintptr_t end = endOf(finder.row, frame, range);
  uintptr_t rbp = frame.rbp, rbx = frame.rbx;
  if (!end || !readCallers(finder.row.rbp, frame, end, rbp) || !readCallers(finder.row.rbx, frame, end, rbx))
    return false;
  uintptr_t address = loadWord(end - sizeof(uintptr_t));
  if (address)
    frame = {address, end, rbp, rbx};
  return address != 0;
}

} // namespace tactus
