//===- Remarks.cpp - tell the user what became of each loop --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The report holds one JSON object a line: several compilations that one command starts append to the same file, each
// line in one write, and the driver makes a document of the lines.
//
// The same lines go into the object, for `tactus report` to find (ir/EmbeddedText.h).
//
//===----------------------------------------------------------------------===//
#include "model/Remarks.h"
#include "abi/embedded.h"
#include "ir/EmbeddedText.h"
#include "model/Blocker.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tactus {

static cl::opt<std::string> reportFile("tactus-report",
                                       cl::desc("append what became of each loop to this file, as JSON"),
                                       cl::value_desc("file"));

static constexpr const char *PassName = "tactus";

static const char *lowering(const ParallelLoop &loop) {
  if (loop.isTooShort)
    return "serial, all its iterations are less work than a task";
  return hasMark(*loop.fork, LoopMark::Leaf) ? "leaf loop, polled once a chunk"
                                             : "outer loop, polled once an iteration";
}

/// What a region in phases calls in other files is not known before the program runs.
static const char *phasesWords(const CallBase &fork) {
  return calleesOfPhases(fork).empty() ? "parallel region runs in phases: "
                                       : "parallel region runs in phases unless a callee is in the way: ";
}

static void emitRemark(const ParallelLoop &loop) {
  LLVMContext &context = loop.fork->getContext();
  // A converted loop is named by its own directive, a region that is left by the one that begins it.
  DiagnosticLocation location((loop.isConverted() ? loop.init : loop.fork)->getDebugLoc());
  BasicBlock *block = loop.fork->getParent();
  if (loop.isConverted()) {
    OptimizationRemark remark(PassName, "Converted", location, block);
    remark << (loop.isCilk ? "cilk_for" : "parallel loop") << " converted: " << lowering(loop);
    context.diagnose(remark);
    return;
  }
  OptimizationRemarkMissed remark(PassName, "NotConverted", location, block);
  remark << (loop.isCilk                 ? "cilk_for is serial: "
             : runsInPhases(*loop.fork)  ? phasesWords(*loop.fork)
             : runsAsStrands(*loop.fork) ? "parallel region runs as strands: "
                                         : "parallel region left to libomp: ")
         << loop.reasons.text();
  context.diagnose(remark);
}

static void appendToFile(const std::string &line, LLVMContext &context) {
  std::error_code error;
  raw_fd_ostream file(reportFile, error, sys::fs::OF_Append);
  if (!error) {
    file.SetUnbuffered();
    file << line + "\n";
    error = file.error();
    file.clear_error(); // or LLVM takes it for an error of its own
  }
  if (error)
    context.emitError("tactus: error: " + reportFile + ": " + error.message() + ", name a file that can be written");
}

static void appendToReport(json::Object object, const SourceLocation &location, Module &module) {
  object["file"] = location.file;
  object["function"] = location.function;
  object["line"] = static_cast<int64_t>(location.line);
  object["column"] = static_cast<int64_t>(location.column);
  std::string line;
  raw_string_ostream(line) << json::Value(std::move(object));
  embedInObject(module, abi::ReportSection, line);
  if (!reportFile.empty())
    appendToFile(line, module.getContext());
}

/// The idents of the worksharing constructs that stand in the region, without those of a combined directive.
static SmallVector<const Value *, 4> worksharingInRegion(const ParallelLoop &loop) {
  SmallVector<const Value *, 4> found;
  SmallVector<SourceLocation, 4> places{loop.location};
  for (const Instruction &instruction : instructions(*loop.microtask)) {
    CallRole role = classifyRuntimeCall(calleeName(instruction)).role;
    if (role != CallRole::StaticInit && role != CallRole::DispatchInit)
      continue;
    const Value *ident = cast<CallBase>(instruction).getArgOperand(0);
    SourceLocation place = locationOfIdent(ident);
    if (any_of(places, [&](const SourceLocation &other) { return other.isSamePlace(place); }))
      continue;
    places.push_back(place);
    found.push_back(ident);
  }
  return found;
}

/// What a region that is not converted needs threads of the system for, or even libomp's.
static void addOtherReasons(json::Object &object, const ParallelLoop &region, const Reasons &otherReasons) {
  if (!otherReasons.empty())
    object[runsAsStrands(*region.fork) ? "needs_threads" : "needs_libomp"] = otherReasons.text();
}

/// What is in a region shares its fate.
static void reportWorksharing(const ParallelLoop &region, const Reasons &otherReasons, ArrayRef<const Value *> idents) {
  for (const Value *ident : idents) {
    bool isSections = flagsOfIdent(ident) & IdentWorkSections;
    json::Object object{
        {"construct", isSections ? "sections" : "loop"}, {"converted", false}, {"reason", region.reasons.text()}};
    if (runsAsStrands(*region.fork))
      object["lowering"] =
          runsInPhases(*region.fork) ? "shared among the threads of a phase, which are latent" : "shared among strands";
    addOtherReasons(object, region, otherReasons);
    appendToReport(std::move(object), locationOfIdent(ident), *region.fork->getModule());
  }
}

void reportLoop(const ParallelLoop &loop, const Reasons &otherReasons) {
  if (isOtherVersion(*loop.microtask))
    return;
  emitRemark(loop);
  json::Object object{{"converted", loop.isConverted()}};
  if (loop.isCilk) {
    object["construct"] = "cilk_for";
  } else if (!loop.isConverted()) {
    SmallVector<const Value *, 4> idents = worksharingInRegion(loop);
    reportWorksharing(loop, otherReasons, idents);
    if (!idents.empty())
      object["construct"] = "region";
  }
  if (loop.isConverted())
    object["lowering"] = lowering(loop);
  else
    object["reason"] = loop.reasons.text();
  if (runsAsStrands(*loop.fork))
    object["lowering"] = runsInPhases(*loop.fork) ? "runs in phases" : "runs as strands";
  addOtherReasons(object, loop, otherReasons);
  appendToReport(std::move(object), loop.location, *loop.fork->getModule());
}

void reportConstruct(const ConstructReport &report, Module &module) {
  LLVMContext &context = module.getContext();
  DiagnosticLocation location(report.place ? report.place : report.instruction->getDebugLoc());
  const BasicBlock *block = report.instruction->getParent();
  StringRef construct = report.construct;
  bool isRegion = construct == "region";
  const char *lowering = report.lowering           ? report.lowering
                         : isRegion                ? "one thread runs it, and its tasks are forks"
                         : construct == "taskloop" ? "a loop that may be promoted"
                                                   : "a call that may be promoted";
  json::Object object{{"construct", report.construct}, {"converted", report.reasons.empty()}};
  if (report.reasons.empty() && report.serial) {
    OptimizationRemarkMissed remark(PassName, "Serial", location, block);
    remark << report.construct << " executed where it is created: " << report.serial;
    context.diagnose(remark);
    object["lowering"] = std::string("a call where it is created: ") + report.serial;
  } else if (report.reasons.empty()) {
    OptimizationRemark remark(PassName, "Converted", location, block);
    remark << (isRegion ? "parallel region" : report.construct) << " converted: " << lowering;
    context.diagnose(remark);
    object["lowering"] = lowering;
  } else {
    OptimizationRemarkMissed remark(PassName, "NotConverted", location, block);
    remark << report.construct << " " << (report.lowering ? report.lowering : "left to libomp") << ": "
           << report.reasons.text();
    context.diagnose(remark);
    object["reason"] = report.reasons.text();
    if (report.lowering)
      object["lowering"] = report.lowering;
  }
  appendToReport(std::move(object), report.location, module);
}

static bool isSameLine(const DebugLoc &a, const DebugLoc &b) {
  if (!a || !b)
    return !a && !b;
  return a.getLine() == b.getLine() && a->getFile() == b->getFile();
}

/// The places behind the first one, as many as one likes to read: " (also in lines 7, 9, 12 and 4 more)".
static std::string otherLines(ArrayRef<DebugLoc> places) {
  constexpr size_t MostNamed = 3;
  SmallVector<unsigned, 4> lines;
  for (const DebugLoc &place : places.drop_front())
    if (place)
      lines.push_back(place.getLine());
  if (lines.empty())
    return {};
  ArrayRef named = ArrayRef(lines).take_front(MostNamed);
  std::string text = lines.size() == 1 ? " (also in line " : " (also in lines ";
  for (size_t i = 0; i < named.size(); ++i) {
    const char *separator = i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ";
    text += separator + std::to_string(named[i]);
  }
  if (lines.size() > named.size())
    text += " and " + std::to_string(lines.size() - named.size()) + " more";
  return text + ")";
}

Reasons reportBlockers(const CallInst &fork, ArrayRef<Blocker> blockers, StringRef way,
                       function_ref<bool(const Blocker &)> isShown) {
  MapVector<Reason, SmallVector<DebugLoc, 4>> shown;
  Reasons reasons;
  for (const Blocker &blocker : blockers) {
    reasons.add(blocker.reason);
    if (!isShown(blocker))
      continue;
    SmallVector<DebugLoc, 4> &places = shown[blocker.reason];
    const DebugLoc &place = blocker.where->getDebugLoc();
    if (none_of(places, [&](const DebugLoc &other) { return isSameLine(place, other); }))
      places.push_back(place);
  }
  for (const auto &[reason, places] : shown) {
    OptimizationRemarkMissed remark(PassName, "InTheWay", DiagnosticLocation(places.front()), fork.getParent());
    remark << "in the way of " << way << ": " << reasonText(reason) << otherLines(places);
    fork.getContext().diagnose(remark);
  }
  return reasons;
}

static void reportSerial(const CallBase &call, const char *what, const char *reason) {
  OptimizationRemarkMissed remark(PassName, "Serial", DiagnosticLocation(call.getDebugLoc()), call.getParent());
  remark << what << reason;
  call.getContext().diagnose(remark);
}

void reportSerialLoop(const CallBase &call, const char *reason) { reportSerial(call, "cilk_for is serial: ", reason); }

void reportSerialSpawn(const CallBase &call, const char *reason) {
  reportSerial(call, "spawned call executed as an ordinary call: ", reason);
}

void reportDependentReduction(const CallBase &call, const char *reason) {
  reportSerial(call, "reduction is not reproducible: ", reason);
}

} // namespace tactus
