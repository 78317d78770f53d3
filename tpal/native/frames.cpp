//===- frames.cpp - the code of machine functions -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A function holds several frames: a procedure is expanded where it is called, up to MaximalLevels deep, which halves
// the calls of a recursion more than once. TPAL's registers are everyone's, so nothing is passed to a frame of the same
// function, and where it returns to and who leaves with it is known when compiling:
//
//     point.0      ...  br frame.1.point.0        the function's own frame calls
//     frame.1.…    ...  br frame.1.back           and the callee returns
//                  leaves: its registers and cells are saved; br frame.1.unwind
//     frame.1.unwind    the cells of the own frame; ret -1
//
//===----------------------------------------------------------------------===//
#include "body.h"
#include "direct.h"

#include <algorithm>
#include <list>

namespace tactus::tpal::native {

namespace {

constexpr unsigned MaximalLevels = 3;
/// How many instructions a function may have with what is expanded in it.
constexpr size_t MaximalInstructions = 600;

unsigned levelsOf(const Procedure &procedure) {
  size_t copies = 1, instructions = procedure.instructions;
  unsigned levels = 1;
  while (levels < MaximalLevels) {
    copies *= std::max<size_t>(procedure.calls, 1);
    instructions += copies * procedure.instructions;
    if (instructions > MaximalInstructions)
      break;
    ++levels;
  }
  return levels;
}

/// A procedure within a function: the function's own, or one that is expanded where it is called.
struct Frame {
  const Procedure *procedure = nullptr;
  unsigned level = 0;
  /// Of its labels.
  std::string prefix;
  /// The number of its first cell among the function's.
  size_t firstCell = 0;
  /// Null for the function's own; else who has called, with what is known of the caller's cells then.
  const Frame *caller = nullptr;
  Shape callerShape;
  /// Where it returns to.
  std::string back;
};

/// A machine function.
class DirectBody : public Body {
public:
  DirectBody(Context &shared, const Procedure &ownProcedure)
      : Body(shared), own(ownProcedure), type(returnType(shared, ownProcedure)) {}

  std::string emit();

private:
  const Procedure &own;
  std::string type;
  /// In the order in which they are emitted. Frames point to each other.
  std::list<Frame> frames;
  /// The frame that is being emitted.
  const Frame *frame = nullptr;
  Shape shape;

  void emitPoint(const Point &point, size_t number);
  void emitPointPoll(const Point &point, const std::string &name);
  void emitPeek(uint32_t block, const std::string &name, const std::string &next);
  void emitStackCheck();
  void emitInstruction(const Instruction &instruction) override;
  void emitCell(const Instruction &instruction);
  void emitTransfer(size_t operand) override;
  void emitCall(const Transfer &transfer);
  void emitPassing();
  void emitReturn();
  void expand(const Procedure &callee, const Transfer &transfer);
  void emitFrame();
  void emitLeaving(uint32_t block, At where);
  void emitSpills(const std::string &task, const BitSet &needed);
  void emitCellSpills(const std::string &task, const Frame &spilled, const Shape &known);
  void emitUnwinding();
  [[nodiscard]] bool isOwnFrame() const { return !frame->caller; }
  [[nodiscard]] std::string labelOf(const Point &point) const;
  [[nodiscard]] size_t cellsAtMost() const;
};

std::string DirectBody::emit() {
  std::vector<Word> words = argumentsOf(context, own);
  std::string parameters = context.forInterrupts ? "" : "i64 %credit.in";
  for (size_t index = 0; index < words.size(); ++index)
    parameters += std::string(parameters.empty() ? "" : ", ") + words[index].type() + " %a" + std::to_string(index);
  out += "define internal fastcc " + type + " " + functionName(own) + "(" + parameters + ") #5 " + context.collector() +
         "{\n";
  emitRegisters();
  for (size_t cell = 0; cell < cellsAtMost(); ++cell)
    line("%cb" + std::to_string(cell) + " = alloca i64\n  %cm" + std::to_string(cell) + " = alloca i64");
  if (!context.forInterrupts)
    line("%tls = call ptr @llvm.threadlocal.address.p0(ptr @tactus_credit)");
  line("%direct.state = call ptr @llvm.threadlocal.address.p0(ptr @tactus_tpal_direct)");
  setCredit("%credit.in");
  State state = context.sorts.statesIn(own.entry)[0];
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    setRegister(reg, {"0", std::to_string(knownMeta(state[reg]).value_or(0))});
  for (size_t index = 0; index < words.size(); ++index)
    line(std::string("store ") + words[index].type() + " %a" + std::to_string(index) + ", ptr " + words[index].slot());
  frames.push_back({&own, 0, "", 0, nullptr, {}, ""});
  frame = &frames.front();
  emitStackCheck();
  // Of a machine call, the caller has had the point.
  bool isBehindPoint = context.forInterrupts && isPromotionReady(own.entry);
  std::string entry = std::to_string(own.points.at({own.entry, {}}));
  line("br label %" + std::string(isBehindPoint ? "go.on." : "point.") + entry);
  for (const Frame &each : frames) {
    frame = &each;
    emitFrame();
  }
  out += cold;
  return out + "}\n\n";
}

/// What is called in it and expanded is appended to the frames.
void DirectBody::emitFrame() {
  for (const auto &[point, number] : frame->procedure->points)
    emitPoint(point, number);
  if (!isOwnFrame())
    emitUnwinding();
}

std::string DirectBody::labelOf(const Point &point) const {
  return "%" + frame->prefix + "point." + std::to_string(frame->procedure->points.at(point));
}

/// Of all frames that are there at a time.
size_t DirectBody::cellsAtMost() const {
  size_t most = 0;
  for (const auto &[block, procedure] : context.procedures.all())
    most = std::max(most, procedure.maximalCells);
  return MaximalLevels * most;
}

void DirectBody::emitStackCheck() {
  std::string limit = define("load i64, ptr " + field("%direct.state", offsetof(DirectState, stackLimit)));
  std::string top = define("call i64 @llvm.read_register.i64(metadata !12)");
  line("br i1 " + define("icmp ult i64 " + top + ", " + limit) + ", label %deep, label %shallow, !prof !1");
  label("deep");
  storeCredit();
  emitLeaving(own.entry, At::Block);
  label("shallow");
}

void DirectBody::emitPoint(const Point &point, size_t number) {
  const Block &source = program.blocks[point.block];
  shape = point.shape;
  label(frame->prefix + "point." + std::to_string(number));
  if (!context.sorts.isReached(point.block)) {
    line("unreachable");
    return;
  }
  if (isPromotionReady(point.block)) {
    std::string name = frame->prefix + std::to_string(number);
    if (context.forInterrupts)
      emitPeek(point.block, name, "go.on." + name);
    else
      emitPointPoll(point, name);
    label("go.on." + name);
  }
  if (context.procedures.isExit(point.block)) {
    storeCredit();
    emitLeaving(point.block, At::Block);
    return;
  }
  std::vector<State> states = context.sorts.statesIn(point.block);
  for (size_t index = 0; index < source.instructions.size(); ++index) {
    here = {point.block, index, &source.instructions[index], &states[index]};
    emitInstruction(source.instructions[index]);
  }
}

void DirectBody::emitPointPoll(const Point &point, const std::string &name) {
  std::string weight = "@weight." + std::to_string(point.block);
  std::string before = define("load i64, ptr %credit");
  std::string after = define("sub i64 " + before + ", " + define("load i64, ptr " + weight));
  line("store i64 " + after + ", ptr %credit");
  line("br i1 " + define("icmp slt i64 " + after + ", 0") + ", label %poll." + name + ", label %go.on." + name +
       ", !prof !1");
  label("poll." + name);
  storeCredit();
  std::string answer = define("call i64 @tactus_handler_peek(ptr " + weight + ")");
  line("store i64 " + answer + ", ptr %credit");
  line("br i1 " + define("icmp slt i64 " + answer + ", 0") + ", label %leave." + name + ", label %go.on." + name);
  label("leave." + name);
  emitLeaving(point.block, At::Poll);
}

/// Before a promotion-ready block is entered: a point, at which the frames are left if a beat leads to anything.
void DirectBody::emitPeek(uint32_t block, const std::string &name, const std::string &next) {
  emitBeatPoint("%" + next, "%peek." + name);
  label("peek." + name);
  std::string waits = define("icmp ne i64 " + define("call i64 @tactus_tpal_peek()") + ", 0");
  line("br i1 " + waits + ", label %leave." + name + ", label %stay." + name);
  label("leave." + name);
  emitLeaving(block, At::Poll);
  label("stay." + name);
  emitBeatReturn();
  line("br label %" + next);
}

/// Leaves all frames: general code goes on at a block, or with its handler.
void DirectBody::emitLeaving(uint32_t block, At where) {
  std::string task = define("load ptr, ptr %direct.state");
  line("store i64 " + std::to_string(resumption(block, where)) + ", ptr " + field(task, offsetof(Task, resumption)));
  BitSet needed = context.live[block];
  if (where == At::Poll)
    needed.unite(context.live[program.blocks[block].annotation.label.index]);
  emitSpills(task, needed);
}

/// Saves registers and the frame's cells, and returns to a caller that will do the same. What nobody needs is not kept
/// in machine registers for this.
void DirectBody::emitSpills(const std::string &task, const BitSet &needed) {
  BitSet ours(program.registers.size());
  for (const Frame *each = frame; each; each = each->caller) {
    ours.unite(each->procedure->arguments);
    ours.unite(each->procedure->written);
  }
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    if (needed.contains(reg) && ours.contains(reg))
      storePair(taskRegister(task, reg), {registerBits(reg), define("load i64, ptr %m" + std::to_string(reg))});
  emitCellSpills(task, *frame, shape);
  if (isOwnFrame())
    line("ret " + type + " " + define("insertvalue " + type + " poison, i64 -1, 0"));
  else
    line("br label %" + frame->prefix + "unwind");
}

void DirectBody::emitCellSpills(const std::string &task, const Frame &spilled, const Shape &known) {
  for (size_t cell = known.cells.size(); cell-- > 0;) {
    std::string name = std::to_string(spilled.firstCell + cell);
    line("call void @tactus_tpal_spill(ptr " + task + ", i64 " + define("load i64, ptr %cb" + name) + ", i64 " +
         define("load i64, ptr %cm" + name) + ")");
  }
}

/// The frame has been left: so are those of its callers in this function.
void DirectBody::emitUnwinding() {
  label(frame->prefix + "unwind");
  std::string task = define("load ptr, ptr %direct.state");
  emitCellSpills(task, *frame->caller, frame->callerShape);
  if (frame->caller->caller)
    line("br label %" + frame->caller->prefix + "unwind");
  else
    line("ret " + type + " " + define("insertvalue " + type + " poison, i64 -1, 0"));
}

void DirectBody::emitInstruction(const Instruction &instruction) {
  bool ownStack = !instruction.operands.empty() && instruction.operands[0].isRegister() &&
                  instruction.operands[0].name.index == frame->procedure->stack;
  if (ownStack)
    emitCell(instruction);
  else
    Body::emitInstruction(instruction);
  bool transfers = instruction.opcode == Opcode::Jump || instruction.opcode == Opcode::IfJump ||
                   instruction.opcode == Opcode::IfNotJump;
  if (!transfers)
    (void)context.procedures.step(*frame->procedure, instruction, *here.state, shape);
}

/// An instruction on the frame; `shape` is as before it.
void DirectBody::emitCell(const Instruction &instruction) {
  auto nameOf = [&](size_t cell) { return std::to_string(frame->firstCell + cell); };
  auto set = [&](size_t cell, const Pair &value) {
    line("store i64 " + value.bits + ", ptr %cb" + nameOf(cell));
    line("store i64 " + value.meta + ", ptr %cm" + nameOf(cell));
  };
  const Operand &operand = instruction.operands[1];
  size_t size = shape.cells.size(), number = static_cast<size_t>(operand.integer);
  std::string integer = plainMeta(Sort::Integer);
  switch (instruction.opcode) {
  case Opcode::StackAllocate:
    for (size_t cell = size; cell < size + number; ++cell)
      set(cell, {"0", integer});
    return;
  case Opcode::Load:
    // Where to return is a label that only the caller knows.
    if (number == size)
      return setResult("0", plainMeta(Sort::Label));
    return setResult(define("load i64, ptr %cb" + nameOf(size - 1 - number)),
                     define("load i64, ptr %cm" + nameOf(size - 1 - number)));
  case Opcode::Store:
    requireDefined(2);
    return set(size - 1 - number, {bits(2), meta(2)});
  case Opcode::MarkPush:
    return set(size - 1 - number, {"0", plainMeta(Sort::Mark)});
  case Opcode::MarkPop:
    return set(size - 1 - number, {"0", integer});
  default:
    return;
  }
}

void DirectBody::emitTransfer(size_t operand) {
  Transfer transfer = context.procedures.transfer(*frame->procedure, here.instruction->operands[operand], shape);
  switch (transfer.kind) {
  case Transfer::Kind::Return:
    return emitReturn();
  case Transfer::Kind::Call:
    return emitCall(transfer);
  default:
    line("br label " + labelOf(transfer.to));
  }
}

void DirectBody::emitReturn() {
  if (!isOwnFrame())
    return line("br label %" + frame->back);
  if (context.forInterrupts)
    emitPassing();
  std::string credit = context.forInterrupts ? "0" : define("load i64, ptr %credit");
  std::string value = define("insertvalue " + type + " poison, i64 " + credit + ", 0");
  size_t index = 0;
  for (const Word &word : resultsOf(context, own)) {
    std::string loaded = define(std::string("load ") + word.type() + ", ptr " + word.slot());
    value = define("insertvalue " + type + " " + value + ", " + word.type() + " " + loaded + ", " +
                   std::to_string(++index));
  }
  line("ret " + type + " " + value);
}

/// Before a return: a point, at which a beat that nobody has taken goes on to the caller.
void DirectBody::emitPassing() {
  std::string name = std::to_string(++labels);
  emitBeatPoint("%return." + name, "%pass." + name);
  label("pass." + name);
  line("call void @tactus_tpal_pass_beat(ptr " + define("call ptr @llvm.addressofreturnaddress.p0()") + ")");
  line("br label %return." + name);
  label("return." + name);
}

/// Goes on in another frame of this function.
void DirectBody::expand(const Procedure &callee, const Transfer &transfer) {
  std::string prefix = "frame." + std::to_string(++labels) + ".";
  frames.push_back(
      {&callee, frame->level + 1, prefix, frame->firstCell + shape.cells.size(), frame, shape, prefix + "back"});
  line("br label %" + prefix + "point." + std::to_string(callee.points.at({callee.entry, {}})));
  label(prefix + "back");
  line("br label " + labelOf(transfer.to));
}

void DirectBody::emitCall(const Transfer &transfer) {
  const Procedure &callee = *context.procedures.at(transfer.callee);
  if (frame->level + 1 < levelsOf(callee))
    return expand(callee, transfer);
  std::string name = std::to_string(++labels);
  if (context.forInterrupts && isPromotionReady(callee.entry)) {
    emitPeek(callee.entry, "call." + name, "called." + name);
    label("called." + name);
  }
  std::string calleeType = returnType(context, callee);
  std::string returned =
      define("call fastcc " + calleeType + " " + functionName(callee) + "(" + directArguments(callee) + ")");
  std::string credit = define("extractvalue " + calleeType + " " + returned + ", 0");
  line("br i1 " + define("icmp slt i64 " + credit + ", 0") + ", label %left." + name + ", label %back." + name +
       ", !prof !1");
  label("left." + name);
  // It has saved its own registers. What it does not touch is needed if it was needed when it began.
  BitSet needed(program.registers.size());
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    if (context.live[callee.entry].contains(reg) && !callee.arguments.contains(reg) && !callee.written.contains(reg))
      needed.insert(reg);
  emitSpills(define("load ptr, ptr %direct.state"), needed);
  label("back." + name);
  setCredit(credit);
  setReturned(callee, returned);
  line("br label " + labelOf(transfer.to));
}

} // namespace

std::string emitDirect(Context &context, const Procedure &procedure) { return DirectBody(context, procedure).emit(); }

} // namespace tactus::tpal::native
