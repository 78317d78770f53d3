//===- direct.cpp - machine functions for procedures -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A procedure (procedures.h) becomes a function @direct.ENTRY(credit, arguments) that returns (credit, results). The
// cells of its frame are SSA values, its marks are not there at all, and TPAL's stack stays as it was when general
// code called the outermost function. So nothing is paid for latent forks, and nobody can see them: when a beat is due,
// the frames must become what they stand for.
//
//     general code              @direct.fib        @direct.fib                    libtactus
//     call.fib ──────────────►  call ───────────►  poll: a beat is due?  ───────► tactus_handler_peek()
//                                                  registers ► task,
//                                                  cells ───────────────────────► tactus_tpal_spill()
//                               cells ◄────────────return -1
//                               ───────────────────────────────────────────────► tactus_tpal_spill()
//     stack as the machine has  ◄──return -1
//     it ◄─────────────────────────────────────────────────────────────────────── tactus_tpal_resume()
//     poll.fib ► handler
//
// Then general code goes on in the block where the innermost function was, handler and all. It returns to the cells'
// labels itself, and its next call is direct again. A frame is spilled at most once, so this costs no more than a
// constant factor of having made it, however deep the recursion is. The same is done when the machine stack has been
// used for long enough: TPAL's recursion is limited by memory only.
//
// A negative credit means that the callee has left its frame: one test and branch after each call. Code that waits for
// interrupts has no credit; the first result is -1 or 0 then.
//
// Here is what general code does; frames.cpp has the functions themselves.
//
//===----------------------------------------------------------------------===//
#include "direct.h"
#include "body.h"

namespace tactus::tpal::native {

/// Bytes of machine stack that functions may use before they leave their frames.
constexpr unsigned StackWindow = 64 * 1024;

static std::vector<Word> wordsOf(const Context &context, const BitSet &registers, const State &state) {
  std::vector<Word> words;
  for (uint32_t reg = 0; reg < state.size(); ++reg) {
    if (!registers.contains(reg))
      continue;
    if (!context.sorts.isArray(reg))
      words.push_back({reg, false, context.sorts.isFloat(reg)});
    if (!knownMeta(state[reg]))
      words.push_back({reg, true, false});
  }
  return words;
}

std::vector<Word> argumentsOf(const Context &context, const Procedure &procedure) {
  return wordsOf(context, procedure.arguments, context.sorts.statesIn(procedure.entry)[0]);
}
std::vector<Word> resultsOf(const Context &context, const Procedure &procedure) {
  return wordsOf(context, procedure.results, procedure.returned);
}

std::string returnType(const Context &context, const Procedure &procedure) {
  std::string type = "{ i64";
  for (const Word &word : resultsOf(context, procedure))
    type += std::string(", ") + word.type();
  return type + " }";
}

std::string Body::directArguments(const Procedure &callee) {
  std::string arguments = context.forInterrupts ? "" : "i64 " + define("load i64, ptr %credit");
  for (const Word &word : argumentsOf(context, callee))
    arguments += std::string(arguments.empty() ? "" : ", ") + word.type() + " " +
                 define(std::string("load ") + word.type() + ", ptr " + word.slot());
  return arguments;
}

/// Puts what a function has returned into registers.
void Body::setReturned(const Procedure &callee, const std::string &returned) {
  std::string type = returnType(context, callee);
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    if (std::optional<uint64_t> known = knownMeta(callee.returned[reg]); known && callee.results.contains(reg))
      line("store i64 " + std::to_string(*known) + ", ptr %m" + std::to_string(reg));
  size_t index = 0;
  for (const Word &word : resultsOf(context, callee))
    line(std::string("store ") + word.type() + " " +
         define("extractvalue " + type + " " + returned + ", " + std::to_string(++index)) + ", ptr " + word.slot());
}

void Body::emitDirectCall(const Procedure &procedure) {
  std::string name = std::to_string(procedure.entry);
  std::string stackRegister = std::to_string(procedure.stack);
  std::string general = enterGeneral(procedure.entry);
  label("call." + name);
  if (context.forInterrupts && isPromotionReady(procedure.entry)) {
    emitBeatPoint("%asked." + name, "%beat." + name);
    label("asked." + name);
  }
  std::string stackMeta = define("load i64, ptr %m" + stackRegister);
  std::string stack = define(
      "inttoptr i64 " + define("and i64 " + stackMeta + ", " + std::to_string(abi::tpal::AddressMask)) + " to ptr");
  std::string height = define("load i64, ptr " + field(stack, offsetof(Stack, height)) + ", !tbaa !4");
  std::string isTop = define("icmp eq i64 " + height + ", " + define("load i64, ptr %b" + stackRegister));
  std::string isFilled = define("icmp ne i64 " + height + ", 0");
  line("br i1 " + define("and i1 " + isTop + ", " + isFilled) + ", label %returns." + name + ", label " + general);
  label("returns." + name);
  std::string cell = cellAt(define("load ptr, ptr " + stack + ", !tbaa !4"), define("sub i64 " + height + ", 1"));
  std::string target = define("load i64, ptr " + cell + ", !tbaa !5");
  std::string sort = define("load i64, ptr " + field(cell, offsetof(Cell, meta)) + ", !tbaa !5");
  std::string isLabel = define("icmp eq i64 " + sort + ", " + plainMeta(Sort::Label));
  line("br i1 " + isLabel + ", label %direct." + name + ", label " + general);
  label("direct." + name);
  line("store ptr %task, ptr %direct.state");
  std::string limit = define("sub i64 " + define("call i64 @llvm.read_register.i64(metadata !12)") + ", " +
                             std::to_string(StackWindow));
  line("store i64 " + limit + ", ptr " + field("%direct.state", offsetof(DirectState, stackLimit)));
  std::string type = returnType(context, procedure);
  std::string returned =
      define("call fastcc " + type + " " + functionName(procedure) + "(" + directArguments(procedure) + ")");
  std::string credit = define("extractvalue " + type + " " + returned + ", 0");
  line("br i1 " + define("icmp slt i64 " + credit + ", 0") + ", label %resume." + name + ", label %returned." + name +
       ", !prof !1");
  label("returned." + name);
  setCredit(credit);
  setReturned(procedure, returned);
  std::vector<std::pair<uint32_t, std::string>> targets;
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    if (procedure.returnTargets.contains(block))
      targets.emplace_back(block, enter(block));
  if (targets.empty())
    line("unreachable");
  else
    emitSwitch(target, targets);
  label("resume." + name);
  emitResumption(procedure, stack, stackMeta);
}

/// General code takes over where a machine function has left.
void Body::emitResumption(const Procedure &procedure, const std::string &stack, const std::string &stackMeta) {
  std::string code = define("call i64 @tactus_tpal_resume(ptr %task, i64 " + stackMeta + ")");
  line("store i64 " + define("load i64, ptr " + field(stack, offsetof(Stack, height)) + ", !tbaa !4") + ", ptr %b" +
       std::to_string(procedure.stack));
  reloadCredit();
  for (uint32_t reg = 0; reg < program.registers.size(); ++reg)
    if (procedure.arguments.contains(reg) || procedure.written.contains(reg))
      setRegister(reg, loadTaskRegister("%task", reg));
  std::string number = std::to_string(++labels);
  std::string cases;
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    if (!contained.contains(block))
      continue;
    std::string name = std::to_string(block);
    if (context.procedures.at(block) || context.procedures.isExit(block))
      cases += " i64 " + std::to_string(resumption(block, At::Block)) + ", label %block." + name;
    if (program.blocks[block].annotation.kind == Annotation::Kind::PromotionReady)
      cases += " i64 " + std::to_string(resumption(block, At::Poll)) + ", label %poll." + name;
  }
  line("switch i64 " + code + ", label %never." + number + " [" + cases + " ]");
  cold += "never." + number + ":\n  unreachable\n";
}

} // namespace tactus::tpal::native
