//===- PlainLoops.cpp - what is known of loops that are no constructs -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop of the library's or of Cilk's headers is a construct. OpenMP's loops begin where their directive does, by
// which the reader knows them: it has the report of constructs as well. A loop of another header, as that of
// std::accumulate, stands where it has been called from.
//
//===----------------------------------------------------------------------===//
#include "summary/PlainLoops.h"
#include "abi/embedded.h"
#include "ir/EmbeddedText.h"
#include "summary/LoopDependence.h"
#include "summary/UserLocation.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tactus {

/// Of the library itself: names that begin so, and not those of functions that take its types.
static bool isOfConstructs(const DILocation &location) {
  StringRef name = location.getScope()->getSubprogram()->getLinkageName();
  if (!name.consume_front("_Z"))
    return false;
  name = name.ltrim("ZNKVTL");
  return name.starts_with("6tactus") || name.starts_with("4cilk");
}

namespace {

/// Where a reader finds the loop.
struct Place {
  std::string file, function;
  unsigned begin = 0, end = 0, column = 0;
  /// The function of a system's header that the loop stands in, called from `begin`; else empty.
  std::string library;
  /// Its iterations belong to one of a construct.
  bool isInside = false;
};

} // namespace

static std::optional<Place> placeOf(const Loop &loop, const Function &function) {
  Loop::LocRange range = loop.getLocRange();
  const DILocation *location = range.getStart().get();
  if (!location)
    return std::nullopt;
  Place place;
  place.isInside = function.getName().contains(".omp_") || function.getName().contains(".slice");
  place.end = range.getEnd() ? range.getEnd().getLine() : 0;
  const DILocation *own = outsideOfSystem(location);
  if (!own || isOfConstructs(*location) || isOfConstructs(*own))
    return std::nullopt;
  if (own != location) {
    place.library = location->getScope()->getSubprogram()->getName().str();
    place.end = 0;
  }
  location = own;
  for (const DILocation *outer = location->getInlinedAt(); outer; outer = outer->getInlinedAt())
    place.isInside |= isOfConstructs(*outer);
  place.file = pathOf(*location);
  // Clang's own name of a construct's body begins with that of the function around it.
  StringRef name = location->getScope()->getSubprogram()->getName();
  place.function = name.substr(0, name.find(".omp_outlined")).str();
  place.begin = location->getLine();
  place.column = location->getColumn();
  place.end = std::max(place.begin, place.end);
  return place;
}

static const char *wordFor(Independence independence) {
  switch (independence) {
  case Independence::Proven:
    return "proven";
  case Independence::Assumed:
    return "assumed";
  case Independence::Unknown:
    return "unknown";
  case Independence::Refuted:
    return "refuted";
  }
  llvm_unreachable("no such word");
}

static void describe(Loop &loop, Function &function, FunctionAnalysisManager &analyses) {
  std::optional<Place> place = placeOf(loop, function);
  if (!place || place->begin == 0)
    return;
  LoopVerdict verdict = judgeLoop(loop, analyses);
  json::Object object{{"file", place->file},        {"function", place->function},
                      {"begin", place->begin},      {"column", place->column},
                      {"end", place->end},          {"library", place->library},
                      {"inside", place->isInside},  {"independence", wordFor(verdict.independence)},
                      {"because", verdict.because}, {"reductions", verdict.reductions},
                      {"shared", verdict.shared},   {"last", verdict.last}};
  std::string line;
  raw_string_ostream(line) << json::Value(std::move(object));
  embedInObject(*function.getParent(), abi::LoopsSection, line);
}

PreservedAnalyses PlainLoopsPass::run(Module &module, ModuleAnalysisManager &modules) {
  auto &analyses = modules.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function &function : module) {
    DISubprogram *written = function.getSubprogram();
    // Others only track lines, for remarks.
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage() || !written ||
        written->getUnit()->getEmissionKind() == DICompileUnit::NoDebug)
      continue;
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      describe(*loop, function, analyses);
  }
  return PreservedAnalyses::all();
}

} // namespace tactus
