//===- LatentRegions.cpp - regions that one strand runs, with latent loops -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region is tried out on a copy: its loops are outlined there and looked at as loops are. If all of it is understood
// the copy takes the region's place, else it is thrown away, and the reasons are reported.
//
//===----------------------------------------------------------------------===//
#include "raise/regions/LatentRegions.h"
#include "analysis/Accumulators.h"
#include "analysis/CarriedState.h"
#include "analysis/ConcurrentParts.h"
#include "analysis/IterationWaits.h"
#include "analysis/PrivateFlow.h"
#include "analysis/QueryReach.h"
#include "analysis/RegionRules.h"
#include "analysis/ThreadIdentity.h"
#include "ir/DebugScope.h"
#include "ir/EraseFunction.h"
#include "ir/RegionRecords.h"
#include "model/CalleeQuestion.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/Remarks.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Recognition.h"
#include "raise/openmp/RegionCopies.h"
#include "raise/regions/LoopOutlining.h"
#include "raise/regions/LoopReduction.h"
#include "raise/regions/OrphanInlining.h"
#include "raise/regions/RegionCandidates.h"
#include "raise/tasks/TaskRecognition.h"
#include "raise/tasks/TaskRegions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// How a region is executed. By threads means as strands, or by libomp (analysis/StrandRules.h). What callees are not
/// in the way of is known when the program runs: there is one fork for either.
enum class RegionKind { Latent, LatentUnlessCalled, ByThreads };

namespace {

class RegionTrial {
public:
  RegionTrial(CallInst &fork, FunctionAnalysisManager &analyses, const QueryReach &queries)
      : fork(&fork), source(*microtaskOf(fork)), analyses(analyses), queries(queries) {
    for (User *user : source.users())
      if (user != &fork)
        otherUsers.push_back(user);
  }

  /// Converts the region if that keeps its meaning.
  RegionKind run() {
    copyRegion();
    classify();
    bool isAsked = !blockers.empty() && mayAskForCallees();
    if (!blockers.empty() && !isAsked) {
      reportReasons();
      discard();
      return RegionKind::ByThreads;
    }
    reportRegion(isAsked);
    if (isAsked)
      askBefore();
    commit();
    return isAsked ? RegionKind::LatentUnlessCalled : RegionKind::Latent;
  }

private:
  CallInst *fork;
  Function &source;
  FunctionAnalysisManager &analyses;
  const QueryReach &queries;
  SmallVector<User *, 1> otherUsers;
  Function *copy = nullptr;
  RegionShape shape;
  Blockers blockers;
  std::optional<UnseenParts> unseenParts;
  SmallVector<CallInst *, 4> latentForks;

  void block(Reason reason, const Instruction *where) { blockers.push_back({reason, where}); }

  /// A region with nothing but one loop is reported as that.
  void reportRegion(bool isAsked) {
    if (shape.loops.size() == 1 && shape.roles.empty())
      return;
    ConstructReport report{"region", locationOfIdent(fork->getArgOperand(0)), fork, {}};
    report.lowering = isAsked ? "one strand runs it, and its loops are latent, unless a callee is in the way"
                              : "one strand runs it, and its loops are latent";
    reportConstruct(report, *source.getParent());
  }

  /// Is all that is in the way what the parts may call in other files, of which these may say that it is not?
  bool mayAskForCallees() const {
    return unseenParts && unseenParts->calls.areNamed && !unseenParts->areRolesBeside &&
           all_of(blockers, [](const Blocker &blocker) { return blocker.reason == Reason::UnknownParts; });
  }

  /// The region's fork becomes two. This one goes on with that which is latent.
  void askBefore() {
    bool needsQuiet = mayWaitForOthers(source, analyses, Siblings::RunTheSame, UnseenCode::Synchronises);
    RegionCall region = regionOfFork(*fork);
    IRBuilder<> builder(region.first);
    Value *answer = askForCallees(builder, unseenParts->calls.callees.getArrayRef(), needsQuiet);
    CallInst *latent = separateRegion(region, builder.CreateIsNotNull(answer), source);
    analyses.invalidate(*fork->getFunction(), PreservedAnalyses::none());
    markLatentUnlessCalled(*fork);
    noteReasonsAgainstRegion(*fork, Reason::UnknownParts);
    source.addFnAttr(OtherVersionAttribute);
    otherUsers.push_back(fork);
    fork = latent;
  }

  /// The copy has the team's size, as the clause gives it, behind the region's parameters.
  void copyRegion() {
    SmallVector<Type *, 8> parameters(source.getFunctionType()->params());
    parameters.push_back(Type::getInt32Ty(source.getContext()));
    copy = Function::Create(FunctionType::get(source.getReturnType(), parameters, false), GlobalValue::InternalLinkage,
                            source.getName(), source.getParent());
    ValueToValueMapTy map;
    for (Argument &argument : source.args())
      map[&argument] = copy->getArg(argument.getArgNo());
    SmallVector<ReturnInst *, 1> returns;
    CloneFunctionInto(copy, &source, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    separateAssignments(*copy);
    for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::NoRecurse})
      copy->removeFnAttr(kind);
    inlineOrphans(*copy);
    readThreadNumberOnce();
  }

  /// Clang reads it in one construct and uses it in the next.
  void readThreadNumberOnce() {
    SmallVector<Instruction *, 8> reads;
    for (Instruction &instruction : instructions(*copy))
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load ? load->getPointerOperand() == copy->getArg(0) : isCallTo(instruction, "__kmpc_global_thread_num"))
        reads.push_back(&instruction);
    IRBuilder<> builder(&*copy->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *number = builder.CreateLoad(builder.getInt32Ty(), copy->getArg(0));
    for (Instruction *read : reads) {
      read->replaceAllUsesWith(number);
      read->eraseFromParent();
    }
  }

  void classify() {
    // One strand that runs what all threads of the region run would hide races between them.
    if (source.hasFnAttribute(Attribute::SanitizeThread))
      block(Reason::RaceHunt, fork);
    if (!otherUsers.empty() && !all_of(otherUsers, [&](User *user) { return isSerialCall(*user); }))
      return block(Reason::SharedMicrotask, fork);
    if (auto reason = reasonAround(*fork))
      return block(*reason, fork);
    if (hasConditionalLastprivate(source))
      return block(Reason::ConditionalLastprivate, fork);
    if (auto reason = threadDependence(*copy, TeamQueries::Allowed))
      block(*reason, fork);
    if (createsTasks())
      if (auto reason = reasonAgainstTasks())
        block(*reason, fork);
    if (mayWaitForOthers(source, analyses))
      block(Reason::WaitingIterations, fork);
    if (Instruction *unknown = findRegionShape(*copy, shape))
      return block(classifyRuntimeCall(calleeName(*unknown)).role == CallRole::Refused ? Reason::ThreadRoles
                                                                                       : Reason::Shape,
                   unknown);
    if (!hasOneThread())
      unseenParts.emplace(checkConcurrentParts(shape, analyses, TaskCode::AsClangWritesIt, blockers));
    Accumulators accumulators = findAccumulators(shape);
    RegionRules().check(shape, accumulators, blockers);
    PrivatesOfLoops privates(shape.loops.size());
    // A team of one thread has one of each variable, and keeps the order.
    if (!hasOneThread())
      privates = findPrivateFlow(shape, accumulators, blockers);
    for (unsigned i = 0; i < shape.loops.size(); ++i)
      outline(shape.loops[i], privates[i], accumulators);
  }

  bool createsTasks() const {
    return any_of(instructions(*copy), [](const Instruction &instruction) {
      return isCallTo(instruction, "__kmpc_omp_task_alloc") || isCallTo(instruction, "__kmpc_omp_taskwait");
    });
  }

  /// One strand is no team that could run libomp's tasks.
  std::optional<Reason> reasonAgainstTasks() const {
    SmallPtrSet<Function *, 1> regions;
    regions.insert(copy);
    for (auto &tasks : recogniseTasks(*copy->getParent(), regions))
      if (tasks->function == copy && tasks->blocker)
        return tasks->blocker->reason;
    return std::nullopt;
  }

  bool isSerialCall(const User &user) const {
    const auto *call = dyn_cast<CallInst>(&user);
    return call && call->getCalledFunction() == &source;
  }

  static bool isUsedIn(const RegionPart &part, const AllocaInst &variable) {
    return any_of(variable.users(), [&](const User *user) {
      const auto *instruction = cast<Instruction>(user);
      return !instruction->isLifetimeStartOrEnd() && part.blocks.contains(instruction->getParent());
    });
  }

  void outline(const RegionPart &part, ArrayRef<AllocaInst *> privates, const Accumulators &accumulators) {
    const AccumulatorGroup *reduced = nullptr;
    for (const AccumulatorGroup &group : accumulators.groups)
      if (any_of(group.variables, [&](const AllocaInst *variable) { return isUsedIn(part, *variable); })) {
        if (reduced)
          return block(Reason::SeveralReductions, part.call);
        reduced = &group;
      }
    OutlinedLoop outlined = outlineLoop(part, privates, reduced ? reduced->variables : ArrayRef<AllocaInst *>());
    if (!outlined.fork)
      return block(Reason::Shape, part.call);
    if (reduced)
      addReduction(outlined, *reduced, *part.call);
    latentForks.push_back(outlined.fork);
    auto loop = recogniseParallelLoop(outlined.fork);
    for (Reason reason : loop->reasons)
      block(reason, part.call);
    if (!loop->isConverted())
      return;
    if (auto reason = threadDependence(*loop->microtask))
      return block(*reason, part.call);
    if ((flagsOfIdent(part.call->getArgOperand(0)) & IdentWorkSections) && callsUnknownCode(*loop->microtask, queries))
      return block(Reason::UnknownSections, part.call);
    if (mayWaitElsewhere(*loop, findPushNumThreads(fork), queries))
      return block(Reason::UnknownRoles, part.call);
    if (!hasOneThread() && isCarried(*loop, outlined.copies))
      block(Reason::CarriedState, part.call);
  }

  bool hasOneThread() const {
    CallInst *push = findPushNumThreads(fork);
    const auto *number = push ? dyn_cast<ConstantInt>(push->getArgOperand(2)) : nullptr;
    return number && number->isOne();
  }

  /// For the look at it, each iteration ends by overwriting the variables that tasks have copies of, which begin with
  /// something else: whatever an iteration reads in them, it must have written itself. Both are contents that nobody
  /// knows, or LLVM would compare them with what the program compares them with.
  bool isCarried(const ParallelLoop &loop, const PrivateCopies &copies) {
    SmallVector<Instruction *, 4> added;
    const DataLayout &layout = copy->getDataLayout();
    auto *unknown = new GlobalVariable(*copy->getParent(), Type::getInt8Ty(copy->getContext()), false,
                                       GlobalValue::ExternalLinkage, nullptr, "tactus.unknown");
    uint64_t used = 0;
    auto overwrite = [&](IRBuilder<> &builder) {
      for (AllocaInst *variable : copies) {
        uint64_t bytes = variable->getAllocationSize(layout)->getFixedValue();
        Value *content = builder.CreateConstGEP1_64(builder.getInt8Ty(), unknown, used);
        added.push_back(builder.CreateMemCpy(variable, variable->getAlign(), content, Align(1), bytes));
        used += bytes;
      }
    };
    IRBuilder<> entry(loop.microtask->getEntryBlock().getTerminator());
    overwrite(entry);
    for (User *user : loop.iteration->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (!store || !loop.body.contains(store->getParent()))
        continue;
      IRBuilder<> builder(store);
      overwrite(builder);
    }
    bool isAny = carriesState(loop, analyses);
    for (Instruction *overwriting : added)
      overwriting->eraseFromParent();
    unknown->eraseFromParent();
    return isAny;
  }

  void discard() {
    SmallVector<Function *, 4> microtasks;
    for (CallInst *latent : latentForks)
      microtasks.push_back(microtaskOf(*latent));
    eraseFunction(*copy, analyses);
    for (Function *microtask : microtasks)
      eraseFunction(*microtask, analyses);
  }

  /// One remark for each reason that stands inside, and all reasons for the region's own.
  void reportReasons() {
    auto isInside = [&](const Blocker &blocker) {
      return blocker.where != fork && !(shape.loops.size() == 1 && blocker.where == shape.loops[0].call);
    };
    noteReasonsAgainstRegion(*fork, reportBlockers(*fork, blockers, "its parallel region", isInside));
  }

  void commit() {
    bool hasRecord = queries.mayAsk(source);
    bool hasTasks = hasRecord || source.getParent()->getFunction("__kmpc_omp_task_alloc");
    for (RegionPart &role : shape.roles) {
      role.call->replaceAllUsesWith(ConstantInt::get(role.call->getType(), 1));
      role.call->eraseFromParent();
    }
    // What is not seen may leave tasks to the region.
    if (hasRecord || createsTasks())
      completeTasksAtBarriers();
    for (ArrayRef<CallInst *> calls :
         {ArrayRef(shape.roleEnds), ArrayRef(shape.barriers), ArrayRef(shape.copyprivates)})
      for (CallInst *call : calls)
        if (!isInLoop(*call))
          call->eraseFromParent();
    CallInst *push = findPushNumThreads(fork);
    for (CallInst *latent : latentForks)
      finishFork(*latent, push && (!hasRecord || hasOneThread()), hasRecord);
    removeUnreachableBlocks(*copy);
    askThreadNumberAnew();
    analyses.clear(*copy, copy->getName());
    callRegion(push, hasRecord, hasTasks);
  }

  void completeTasksAtBarriers() {
    for (CallInst *barrier : shape.barriers)
      if (!isInLoop(*barrier))
        completeTasksBefore(*barrier);
    for (unsigned index = 0; index < shape.loops.size(); ++index)
      if (any_of(shape.barriers,
                 [&](const CallInst *barrier) { return shape.partOf(barrier->getParent()) == &shape.loops[index]; }))
        completeTasksBefore(*latentForks[index]->getNextNode());
  }

  static void completeTasksBefore(Instruction &position) {
    IRBuilder<> builder(&position);
    Module &module = *position.getModule();
    Type *number = builder.getInt32Ty(), *pointer = builder.getPtrTy();
    Value *place = ConstantPointerNull::get(builder.getPtrTy());
    Value *thread =
        builder.CreateCall(module.getOrInsertFunction("__kmpc_global_thread_num", number, pointer), {place});
    builder.CreateCall(module.getOrInsertFunction("__kmpc_omp_taskwait", number, pointer, number), {place, thread});
  }

  /// The loops' own barriers vanish with their blocks.
  bool isInLoop(const CallInst &call) const {
    const RegionPart *part = shape.partOf(call.getParent());
    return part && shape.isLoop(part);
  }

  /// Where nobody asks, each loop is a region by itself, with the team's size.
  void finishFork(CallInst &latent, bool hasSize, bool isInsideRecord) {
    if (isInsideRecord)
      markInsideRecord(latent);
    if (!hasSize)
      return;
    IRBuilder<> builder(&latent);
    builder.CreateCall(source.getParent()->getFunction("__kmpc_push_num_threads"),
                       {latent.getArgOperand(0), builder.getInt32(0), copy->getArg(copy->arg_size() - 1)});
  }

  /// The microtask's parameter is gone.
  void askThreadNumberAnew() {
    Module &module = *copy->getParent();
    IRBuilder<> types(copy->getContext());
    FunctionCallee query = module.getOrInsertFunction("__kmpc_global_thread_num", types.getInt32Ty(), types.getPtrTy());
    for (User *user : make_early_inc_range(copy->getArg(0)->users()))
      if (auto *load = dyn_cast<LoadInst>(user)) {
        IRBuilder<> builder(load);
        load->replaceAllUsesWith(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
        load->eraseFromParent();
      }
  }

  /// `hasTasks` if the region may create tasks, here or in what it calls.
  void callRegion(CallInst *push, bool hasRecord, bool hasTasks) {
    Function *callee = hasRecord ? createRegionOfMicrotask(*copy) : copy;
    IRBuilder<> builder(fork);
    Value *threads = push ? push->getArgOperand(2) : builder.getInt32(0);
    SmallVector<Value *, 8> arguments;
    if (hasRecord)
      arguments.push_back(builder.CreateZExt(threads, builder.getInt64Ty()));
    arguments.append(2, ConstantPointerNull::get(builder.getPtrTy()));
    for (unsigned i = 3; i < fork->arg_size(); ++i)
      arguments.push_back(fork->getArgOperand(i));
    arguments.push_back(threads);
    CallInst *call = builder.CreateCall(callee, arguments);
    if (push)
      push->eraseFromParent();
    removeProcBind(*fork);
    fork->eraseFromParent();
    if (otherUsers.empty()) {
      copy->takeName(&source);
      eraseFunction(source, analyses);
    }
    for (Function *function : {callee, copy})
      function->addFnAttr(LatentRegionAttribute);
    if (hasTasks)
      return enterTaskScope(call, threads);
    InlineFunctionInfo info;
    if (InlineFunction(*call, info).isSuccess())
      eraseFunction(*copy, analyses);
  }
};

/// Is the function called by its name, rather than by the OpenMP runtime?
bool isOrdinary(const Function &function) {
  return !function.hasLocalLinkage() || (!function.use_empty() && all_of(function.users(), [&](const User *user) {
    const auto *call = dyn_cast<CallBase>(user);
    return call && call->getCalledFunction() == &function;
  }));
}

/// Of loops in functions, only the copies in converted regions are latent.
void reportOrphans(Module &module) {
  for (Function &function : module) {
    bool isOutlined = function.getName().contains(".omp_outlined"); // the false side of an `if` clause
    if (function.isDeclaration() || isOutlined || !hasWorksharingLoop(function) || !isOrdinary(function))
      continue;
    for (Instruction &instruction : instructions(function)) {
      CallRole role = classifyRuntimeCall(calleeName(instruction)).role;
      if (role != CallRole::StaticInit && role != CallRole::DispatchInit)
        continue;
      SourceLocation place = locationOfIdent(cast<CallBase>(instruction).getArgOperand(0));
      ConstructReport report{"loop", place, &instruction, Reason::OrphanedLoop};
      report.lowering = "belongs to its caller's region";
      reportConstruct(report, module);
    }
  }
}

} // namespace

bool raiseLatentRegions(Module &module, FunctionAnalysisManager &analyses) {
  QueryReach queries(module, [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  });
  bool changed = false;
  SmallPtrSet<Function *, 8> done;
  // Inner regions first: what becomes of them is a part of those around them.
  auto hasOpenRegion = [&](Function &microtask) {
    return any_of(instructions(microtask), [&](Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *inner = call ? microtaskOf(*call) : nullptr;
      return inner && inner != &microtask && !done.contains(inner) && !isLatentFork(*call);
    });
  };
  for (bool isAny = true; isAny;) {
    isAny = false;
    for (CallInst *fork : forkCalls(module)) {
      Function *microtask = microtaskOf(*fork);
      if (isLatentFork(*fork) || done.contains(microtask) || hasOpenRegion(*microtask))
        continue;
      done.insert(microtask);
      isAny = true;
      RegionKind kind = isRegionCandidate(*fork) ? RegionTrial(*fork, analyses, queries).run() : RegionKind::ByThreads;
      if (kind == RegionKind::Latent)
        done.erase(microtask);
      else if (kind == RegionKind::ByThreads)
        changed |= inlineOrphansOfPhases(*fork, analyses);
      changed |= kind != RegionKind::ByThreads;
      break;
    }
  }
  reportOrphans(module);
  return changed;
}

} // namespace tactus
