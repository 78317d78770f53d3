//===- analysis.cpp - all that is found out about a program --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/analysis.h"
#include "analyze/effort.h"

namespace tactus::analyze {

namespace {

/// What the context's own function needs, and the tasks that were made of it. Where neither has code of its own (it was
/// inlined, or is a library's template), any task may be its.
StackNeed stackOf(const Program &program, const std::vector<StackNeed> &needs, const abi::StructureFunction &function) {
  StackNeed need;
  bool isFound = false;
  auto include = [&](uint32_t compiled) {
    need.include(needs[compiled]);
    isFound = true;
  };
  if (uint32_t own = program.findCompiled(function.symbol); own != None && !function.isLocal)
    include(own);
  if (function.isLocal)
    for (uint32_t i = 0; i < program.compiled.size(); ++i)
      if (program.compiled[i].summary.symbol == function.symbol)
        include(i);
  bool isOwnFound = isFound;
  for (const Program::Task &task : program.tasks)
    if (task.summary.function.empty() || task.summary.function == function.name)
      include(task.function);
  if (isOwnFound)
    return need;
  for (const StackNeed &any : needs)
    need.include(any);
  return need;
}

} // namespace

Analysis analyse(const Program &program) {
  Analysis result;
  std::vector<StackNeed> onTasks = stackNeeds(program, StackOf::Task);
  std::vector<StackNeed> onWorkers = stackNeeds(program, StackOf::Worker);
  Effort effort(program);
  for (const Context &context : findContexts(program)) {
    ContextResult entry;
    entry.context = context;
    entry.effort = effort.cycles(context.function);
    if (Polynomial formula = effort.symbolic(context.function); !formula.isConstant())
      entry.formula = formula.text();
    entry.taskStack = stackOf(program, onTasks, program.written[context.function].summary);
    entry.workerStack = stackOf(program, onWorkers, program.written[context.function].summary);
    result.contexts.push_back(std::move(entry));
  }
  result.whole = aggregate(result.contexts);
  for (const Program::Task &task : program.tasks) {
    result.whole.taskStack.include(onTasks[task.function]);
    result.whole.workerStack.include(onWorkers[task.function]);
  }
  if (uint32_t entry = program.findCompiled("main"); entry != None)
    result.mainStack = onWorkers[entry];
  result.parameters = decide(result.whole, !result.contexts.empty(), program.hasFrames);
  return result;
}

} // namespace tactus::analyze
