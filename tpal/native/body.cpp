//===- body.cpp - the code of a task ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "body.h"

#include "tpal/printer.h"

#include <algorithm>

namespace tactus::tpal::native {

std::string Body::run(size_t index, uint32_t start) {
  findBlocks(start);
  out += "define internal void @body." + std::to_string(index) + "(ptr %task) #0 " + context.collector() + "{\n";
  emitRegisters();
  if (!program.outputs.empty())
    line("%outputs = alloca [" + std::to_string(2 * program.outputs.size()) + " x i64]");
  if (context.forInterrupts)
    line("call void @tactus_tpal_begin()");
  else
    line("%tls = call ptr @llvm.threadlocal.address.p0(ptr @tactus_credit)");
  line("%halted.at = getelementptr i8, ptr %task, i64 " + std::to_string(offsetof(Task, halted)));
  line("%halted = load ptr, ptr %halted.at, !invariant.load !0");
  line("%serial.at = getelementptr i8, ptr %task, i64 " + std::to_string(offsetof(Task, serial)));
  line("%serial = load i64, ptr %serial.at, !invariant.load !0");
  line("%direct.state = call ptr @llvm.threadlocal.address.p0(ptr @tactus_tpal_direct)");
  reloadCredit();
  State state = context.sorts.statesIn(start)[0];
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg) {
    if (!context.live[start].contains(reg)) {
      setRegister(reg, {"0", "0"});
      continue;
    }
    Pair value = loadTaskRegister("%task", reg);
    if (std::optional<uint64_t> meta = knownMeta(state[reg]))
      value.meta = std::to_string(*meta);
    setRegister(reg, value);
  }
  emitLengths(start);
  line("br label " + enter(start));
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    if (contained.contains(block))
      emitBlock(block);
  label("leave");
  storeCredit();
  line("call void @tactus_tpal_leave(ptr %task)\n  ret void");
  out += cold;
  return out + "}\n\n";
}

/// Where the function keeps its registers.
void Body::emitRegisters() {
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    line("%b" + std::to_string(reg) + " = alloca " + (context.sorts.isFloat(reg) ? "double" : "i64") + "\n  %m" +
         std::to_string(reg) + " = alloca i64");
  line("%credit = alloca i64");
  line("%left = alloca [2 x i64]\n  %right = alloca [2 x i64]\n  %result = alloca [2 x i64]");
}

/// All blocks that control can reach without a fork.
void Body::findBlocks(uint32_t start) {
  std::vector<uint32_t> pending = {start};
  auto add = [&](uint32_t block) {
    if (!contained.contains(block)) {
      contained.insert(block);
      pending.push_back(block);
    }
  };
  contained.insert(start);
  while (!pending.empty()) {
    const Block &block = program.blocks[pending.back()];
    pending.pop_back();
    if (block.annotation.kind == Annotation::Kind::PromotionReady)
      add(block.annotation.label.index);
    for (const Instruction &instruction : block.instructions) {
      if (instruction.opcode == Opcode::Jump)
        std::ranges::for_each(context.sorts.targetsOf(instruction.operands[0]), add);
      if (instruction.opcode == Opcode::IfJump || instruction.opcode == Opcode::IfNotJump)
        std::ranges::for_each(context.sorts.targetsOf(instruction.operands[1]), add);
      if (instruction.opcode == Opcode::Join)
        for (uint32_t continuation : context.sorts.continuationsOf(instruction.operands[0])) {
          add(continuation);
          add(program.blocks[continuation].annotation.label.index);
        }
    }
  }
}

bool Body::isPromotionReady(uint32_t block) const {
  return program.blocks[block].annotation.kind == Annotation::Kind::PromotionReady;
}

std::string Body::enter(uint32_t block) const {
  if (context.procedures.at(block))
    return "%call." + std::to_string(block);
  if (context.loops[block])
    return "%chunk." + std::to_string(block);
  return (isPromotionReady(block) ? "%enter." : "%block.") + std::to_string(block);
}

/// Behind what a block has tried first.
std::string Body::enterGeneral(uint32_t block) const {
  return (isPromotionReady(block) && !context.forInterrupts ? "%enter." : "%block.") + std::to_string(block);
}

// Code that waits for interrupts has no credit.

void Body::reloadCredit() {
  if (context.forInterrupts)
    return;
  std::string credit = fresh();
  line(credit + " = load i64, ptr %tls\n  store i64 " + credit + ", ptr %credit");
}

void Body::storeCredit() {
  if (context.forInterrupts)
    return;
  std::string credit = fresh();
  line(credit + " = load i64, ptr %credit\n  store i64 " + credit + ", ptr %tls");
}

void Body::setCredit(const std::string &credit) {
  if (!context.forInterrupts)
    line("store i64 " + credit + ", ptr %credit");
}

/// [promote] and [enter] of a promotion-ready block.
void Body::emitPoll(uint32_t block) {
  std::string name = std::to_string(block);
  std::string weight = "@weight." + name;
  label("enter." + name);
  std::string price = define("load i64, ptr " + weight);
  std::string before = define("load i64, ptr %credit");
  std::string after = define("sub i64 " + before + ", " + price);
  line("store i64 " + after + ", ptr %credit");
  std::string used = define("icmp slt i64 " + after + ", 0");
  line("br i1 " + used + ", label %poll." + name + ", label %block." + name + ", !prof !1");
  label("poll." + name);
  storeCredit();
  std::string answer = define("call preserve_mostcc i64 @tactus_handler_poll(ptr " + weight + ")");
  std::string handles = define("icmp slt i64 " + answer + ", 0");
  std::string inverse = define("xor i64 " + answer + ", -1");
  std::string credit = define("select i1 " + handles + ", i64 " + inverse + ", i64 " + answer);
  line("store i64 " + credit + ", ptr %credit");
  emitHandling(block, handles);
}

/// Behind a poll: leaves if the program has halted, else goes to the handler if the condition holds.
void Body::emitHandling(uint32_t block, const std::string &handles) {
  std::string name = std::to_string(block);
  std::string halted = define("load atomic i64, ptr %halted monotonic, align 8");
  std::string hasHalted = define("icmp ne i64 " + halted + ", 0");
  line("br i1 " + hasHalted + ", label %leave, label %polled." + name);
  label("polled." + name);
  line("br i1 " + handles + ", label %handle." + name + ", label %block." + name);
  // What LLVM can compute from these values for the handler, it would compute before the loop, each time.
  label("handle." + name);
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    if (context.live[program.blocks[block].annotation.label.index].contains(reg) && !context.sorts.isFloat(reg) &&
        !context.sorts.isArray(reg))
      line("store i64 " +
           define("call i64 asm sideeffect \"\", \"=r,0\"(i64 " + define("load i64, ptr %b" + std::to_string(reg)) +
                  ")") +
           ", ptr %b" + std::to_string(reg));
  line("br label %block." + std::to_string(program.blocks[block].annotation.label.index));
}

void Body::emitBlock(uint32_t block) {
  const Block &source = program.blocks[block];
  if (const Procedure *procedure = context.procedures.at(block))
    emitDirectCall(*procedure);
  else if (context.loops[block])
    emitChunks(*context.loops[block]);
  if (isPromotionReady(block))
    context.forInterrupts ? emitPromotionPoint(block) : emitPoll(block);
  label("block." + std::to_string(block));
  if (!context.sorts.isReached(block)) {
    line("unreachable");
    return;
  }
  std::vector<State> states = context.sorts.statesIn(block);
  neighbours = findNeighbours(program, context.sorts, block);
  for (size_t index = 0; index < source.instructions.size(); ++index) {
    here = {block, index, &source.instructions[index], &states[index]};
    isInRange = inRange.contains(index);
    emitInstruction(source.instructions[index]);
  }
  isInRange = false;
  neighbours.clear();
  inRange.clear();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Held Body::held(size_t operand) const { return context.sorts.heldBy(*here.state, here.instruction->operands[operand]); }

std::optional<uint64_t> knownMeta(const Held &value) {
  for (Sort sort : {Sort::Integer, Sort::Float, Sort::Label})
    if (value.sorts == maskOf(sort))
      return abi::tpal::metaOf(sort);
  return std::nullopt;
}

std::string Body::bits(size_t operand) {
  const Operand &source = here.instruction->operands[operand];
  switch (source.kind) {
  case Operand::Kind::Register:
    return registerBits(source.name.index);
  case Operand::Kind::Label:
    return std::to_string(source.name.index);
  case Operand::Kind::Integer:
    return std::to_string(source.integer);
  case Operand::Kind::Float:
    return std::to_string(std::bit_cast<int64_t>(source.number));
  }
  return "0";
}

std::string Body::meta(size_t operand) {
  if (std::optional<uint64_t> known = knownMeta(held(operand)))
    return std::to_string(*known);
  return define("load i64, ptr %m" + std::to_string(here.instruction->operands[operand].name.index));
}

std::string Body::number(size_t operand) {
  const Operand &source = here.instruction->operands[operand];
  if (source.isRegister() && context.sorts.isFloat(source.name.index))
    return define("load double, ptr %b" + std::to_string(source.name.index));
  return define("bitcast i64 " + bits(operand) + " to double");
}

std::string Body::registerBits(uint32_t reg) {
  if (context.sorts.isArray(reg))
    return "0";
  if (context.sorts.isFloat(reg))
    return define("bitcast double " + define("load double, ptr %b" + std::to_string(reg)) + " to i64");
  return define("load i64, ptr %b" + std::to_string(reg));
}

std::string Body::object(size_t operand) {
  return define("inttoptr i64 " + define("and i64 " + meta(operand) + ", " + std::to_string(abi::tpal::AddressMask)) +
                " to ptr");
}

void Body::require(size_t operand, SortMask allowed, const std::string &reason) {
  SortMask possible = held(operand).sorts;
  if (possible != 0 && (possible & ~allowed) == 0)
    return;
  std::string sort = sortOf(meta(operand));
  std::string fits;
  for (unsigned candidate = 0; candidate <= static_cast<unsigned>(Sort::ForeignStack); ++candidate) {
    if (!(allowed >> candidate & 1))
      continue;
    std::string same = define("icmp eq i64 " + sort + ", " + std::to_string(candidate));
    fits = fits.empty() ? same : define("or i1 " + fits + ", " + same);
  }
  check(fits, reason);
}

void Body::requireDefined(size_t operand) {
  if (held(operand).sorts & UndefinedOnly || held(operand).sorts == 0)
    check(define("icmp ne i64 " + meta(operand) + ", 0"),
          "register '" + here.instruction->operands[operand].name.text + "' has no value");
}

void Body::check(const std::string &condition, const std::string &reason) {
  std::string number = std::to_string(++labels);
  line("br i1 " + condition + ", label %go." + number + ", label %trap." + number + ", !prof !2");
  cold += "trap." + number + ":\n  call void @tactus_tpal_trap(ptr " + place() + ", ptr " + context.string(reason) +
          ") #1\n  unreachable\n";
  label("go." + number);
}

std::string Body::place() { return context.place(here.block, here.index); }

void Body::setRegister(uint32_t reg, const Pair &value) {
  std::string name = std::to_string(reg);
  if (context.sorts.isFloat(reg))
    line("store double " + define("bitcast i64 " + value.bits + " to double") + ", ptr %b" + name);
  else
    line("store i64 " + value.bits + ", ptr %b" + name);
  line("store i64 " + value.meta + ", ptr %m" + name);
}

void Body::setResult(const std::string &resultBits, const std::string &resultMeta) {
  setRegister(here.instruction->destination.index, {resultBits, resultMeta});
}

void Body::setInteger(const std::string &resultBits) { setResult(resultBits, plainMeta(Sort::Integer)); }

void Body::setFloat(const std::string &resultNumber) {
  uint32_t reg = here.instruction->destination.index;
  if (context.sorts.isFloat(reg)) {
    line("store double " + resultNumber + ", ptr %b" + std::to_string(reg));
    line("store i64 " + plainMeta(Sort::Float) + ", ptr %m" + std::to_string(reg));
    return;
  }
  setResult(define("bitcast double " + resultNumber + " to i64"), plainMeta(Sort::Float));
}

/// The sort that a meta word has.
std::string Body::sortOf(const std::string &meta) {
  return define("lshr i64 " + meta + ", " + std::to_string(abi::tpal::SortShift));
}

/// The address of a register in a task's memory.
std::string Body::taskRegister(const std::string &task, uint32_t reg) {
  return field(task, sizeof(Task) + sizeof(Cell) * reg);
}

Body::Pair Body::loadPair(const std::string &address) {
  std::string loaded = define("load i64, ptr " + address);
  return {loaded, define("load i64, ptr " + field(address, offsetof(Cell, meta)))};
}

void Body::storePair(const std::string &address, const Pair &value) {
  line("store i64 " + value.bits + ", ptr " + address);
  line("store i64 " + value.meta + ", ptr " + field(address, offsetof(Cell, meta)));
}

Body::Pair Body::loadTaskRegister(const std::string &task, uint32_t reg) { return loadPair(taskRegister(task, reg)); }

void Body::emitSwitch(const std::string &value, const std::vector<std::pair<uint32_t, std::string>> &targets) {
  if (targets.size() == 1) {
    line("br label " + targets[0].second);
    return;
  }
  std::string number = std::to_string(++labels);
  std::string cases;
  for (const auto &[index, target] : targets)
    cases += " i64 " + std::to_string(index) + ", label " + target;
  line("switch i64 " + value + ", label %never." + number + " [" + cases + " ]");
  cold += "never." + number + ":\n  unreachable\n";
}

//===----------------------------------------------------------------------===//
// Control, forks and joins
//===----------------------------------------------------------------------===//

void Body::emitTransfer(size_t operand) {
  std::vector<std::pair<uint32_t, std::string>> targets;
  for (uint32_t target : context.sorts.targetsOf(here.instruction->operands[operand]))
    targets.emplace_back(target, enter(target));
  emitSwitch(bits(operand), targets);
}

void Body::emitConditional(bool jumpsIfTrue) {
  require(0, IntegerOnly, "the condition must be an integer");
  require(1, LabelOnly, "a jump needs a label");
  std::string number = std::to_string(++labels);
  std::string holds = define("icmp ne i64 " + bits(0) + ", 0");
  line("br i1 " + holds + ", label %" + (jumpsIfTrue ? "taken." : "next.") + number + ", label %" +
       (jumpsIfTrue ? "next." : "taken.") + number);
  label("taken." + number);
  emitTransfer(1);
  label("next." + number);
}

void Body::emitFork() {
  BitSet needed(program.registers.size());
  for (uint32_t target : context.sorts.targetsOf(here.instruction->operands[1]))
    needed.unite(context.live[target]);
  std::string arguments = "ptr %task, i64 " + bits(0) + ", i64 " + meta(0) + ", i64 " + bits(1) + ", i64 " + meta(1);
  std::string child = define("call ptr @tactus_tpal_child(" + arguments + ", ptr " + place() + ")");
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg) {
    if (!needed.contains(reg))
      continue;
    Pair value = {registerBits(reg), define("load i64, ptr %m" + std::to_string(reg))};
    if ((*here.state)[reg].sorts & StackOnly) {
      // Its stacks are not the child's.
      std::string own = define("icmp eq i64 " + sortOf(value.meta) + ", " +
                               std::to_string(static_cast<unsigned>(Sort::StackPointer)));
      std::string address = define("and i64 " + value.meta + ", " + std::to_string(abi::tpal::AddressMask));
      std::string foreign = define("or i64 " + address + ", " + plainMeta(Sort::ForeignStack));
      value.meta = define("select i1 " + own + ", i64 " + foreign + ", i64 " + value.meta);
    }
    storePair(taskRegister(child, reg), value);
  }
  line("call void @tactus_tpal_fork(ptr " + child + ", ptr " + context.forkDescriptor(here.block, here.index) + ")");
}

void Body::emitJoin() {
  std::string number = std::to_string(++labels);
  std::string recordMeta = meta(0);
  std::vector<uint32_t> continuations = context.sorts.continuationsOf(here.instruction->operands[0]);
  storeCredit();
  std::string found =
      define("call ptr @tactus_tpal_join(ptr %task, i64 " + bits(0) + ", i64 " + recordMeta + ", ptr " + place() + ")");
  reloadCredit();
  std::string code = define("ptrtoint ptr " + found + " to i64");
  std::string continuation =
      define("and i64 " + define("lshr i64 " + recordMeta + ", " + std::to_string(abi::tpal::ContinuationShift)) +
             ", " + std::to_string(abi::tpal::ContinuationMask));
  line("switch i64 " + code + ", label %met." + number + " [ i64 " + std::to_string(abi::tpal::Arrived) +
       ", label %arrived." + number + " i64 " + std::to_string(abi::tpal::Root) + ", label %root." + number + " i64 " +
       std::to_string(abi::tpal::Abandoned) + ", label %leave ]");

  // [join-child-first] and [join-child-last]: what ΔR takes waits for the parent.
  label("arrived." + number);
  BitSet taken(program.registers.size());
  for (uint32_t target : continuations)
    for (const RegisterMapping &mapping : program.blocks[target].annotation.mapping)
      taken.insert(mapping.childName.index);
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    if (taken.contains(reg))
      storePair(taskRegister("%task", reg), {registerBits(reg), define("load i64, ptr %m" + std::to_string(reg))});
  line("br label %leave");

  // [join-root]
  label("root." + number);
  std::vector<std::pair<uint32_t, std::string>> targets;
  targets.reserve(continuations.size());
  for (uint32_t target : continuations)
    targets.emplace_back(target, enter(target));
  emitSwitch(continuation, targets);

  // [combine]
  label("met." + number);
  targets.clear();
  for (uint32_t target : continuations)
    targets.emplace_back(target, "%combine." + number + "." + std::to_string(target));
  emitSwitch(continuation, targets);
  for (uint32_t target : continuations) {
    const Annotation &annotation = program.blocks[target].annotation;
    label("combine." + number + "." + std::to_string(target));
    State after = context.sorts.statesIn(annotation.label.index)[0];
    for (const RegisterMapping &mapping : annotation.mapping) {
      Pair value = loadTaskRegister(found, mapping.childName.index);
      check(define("icmp ne i64 " + value.meta + ", 0"), "the register map cannot be satisfied: register '" +
                                                             mapping.childName.text + "' has no value in the child");
      SortMask sorts = after[mapping.parentName.index].sorts;
      if (sorts & AnyStack)
        value.meta = define("call i64 @tactus_tpal_localise(ptr %task, i64 " + value.meta + ")");
      setRegister(mapping.parentName.index, value);
    }
    line("call void @tactus_tpal_met(ptr " + found + ")");
    line("br label " + enter(annotation.label.index));
  }
}

void Body::emitHalt() {
  for (size_t index = 0; index < program.outputs.size(); ++index) {
    std::string reg = std::to_string(program.outputs[index].name.index);
    storePair(field("%outputs", sizeof(Cell) * index),
              {registerBits(program.outputs[index].name.index), define("load i64, ptr %m" + reg)});
  }
  line("call void @tactus_tpal_halt(ptr %task, ptr " + std::string(program.outputs.empty() ? "null" : "%outputs") +
       ", ptr " + place() + ")");
  line("br label %leave");
}

std::string emitBody(Context &context, size_t index, uint32_t start) { return Body(context).run(index, start); }

} // namespace tactus::tpal::native
