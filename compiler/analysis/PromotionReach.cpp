//===- PromotionReach.cpp - which calls may reach a promotion point ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PromotionReach.h"
#include "model/DependenceMarks.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Functions of libraries that do their work and return: the OpenMP runtime, the C++ runtime and library. (Templates of
/// the C++ library have their code here and are judged by it.)
static bool belongsToRuntimeLibrary(StringRef name) {
  static const StringRef prefixes[] = {"__kmpc_", "omp_",    "__cxa_",  "_Unwind_",
                                       "__gxx_",  "_ZSt",
                                       "_ZNS", // std::, and its abbreviations: `o` for std::ostream
                                       "_ZNKS",   "_Zn",     "_Zd",     "__clang_call_terminate",
                                       "__errno", "__asan_", "__tsan_", "__ubsan_"};
  return any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// Entry points of libtactus where nothing is promoted. Any other function of its may be a promotion point.
static bool isHarmlessEntryPoint(StringRef name) {
  enum Reach { MayPromote, Harmless };
  return StringSwitch<Reach>(name)
#define TACTUS_ENTRY_POINT(function, reach) .Case(#function, reach)
#include "abi/entry_points.def"
             .Default(MayPromote) == Harmless;
}

/// The functions of C's <math.h> and <complex.h> that LLVM's list of library functions lacks, without the last letter
/// of their variants for float and long double.
static bool isMathFunction(StringRef name) {
  static const StringSet<> known = {
      "erf",       "erfc",    "tgamma", "lgamma", "hypot",   "fma",    "fdim",       "remainder", "remquo",
      "nextafter", "ilogb",   "logb",   "scalbn", "scalbln", "lrint",  "nexttoward", "llrint",    "lround",
      "nan",       "llround", "carg",   "cabs",   "conj",    "cproj",  "creal",      "cimag",     "cexp",
      "clog",      "cpow",    "csqrt",  "csin",   "ccos",    "ctan",   "casin",      "cacos",     "catan",
      "csinh",     "ccosh",   "ctanh",  "casinh", "cacosh",  "catanh", "acosh",      "asinh",     "atanh",
      "cbrt",      "sincos",  "j0",     "j1",     "jn",      "y0",     "y1",         "yn"};
  return known.contains(name) || ((name.ends_with("f") || name.ends_with("l")) && known.contains(name.drop_back()));
}

/// The same of C's and POSIX' libraries: clocks, mutexes, random numbers.
static bool isOfSystem(StringRef name) {
  static const StringSet<> known = {"clock",
                                    "clock_getres",
                                    "clock_gettime",
                                    "difftime",
                                    "drand48",
                                    "erand48",
                                    "getenv",
                                    "getpid",
                                    "getrusage",
                                    "gmtime_r",
                                    "localtime_r",
                                    "lrand48",
                                    "mrand48",
                                    "mtx_lock",
                                    "mtx_trylock",
                                    "mtx_unlock",
                                    "nrand48",
                                    "pthread_mutex_destroy",
                                    "pthread_mutex_init",
                                    "pthread_mutex_lock",
                                    "pthread_mutex_trylock",
                                    "pthread_mutex_unlock",
                                    "pthread_spin_destroy",
                                    "pthread_spin_init",
                                    "pthread_spin_lock",
                                    "pthread_spin_trylock",
                                    "pthread_spin_unlock",
                                    "rand",
                                    "rand_r",
                                    "srand",
                                    "srand48",
                                    "strftime",
                                    "sysconf",
                                    "time",
                                    "timespec_get"};
  return known.contains(name);
}

/// Library functions that call what they are given.
static bool callsBack(StringRef name) { return name == "qsort" || name == "bsearch"; }

bool isLibraryFunction(const Function &function, const TargetLibraryInfo &libraryInfo) {
  LibFunc known;
  return function.isIntrinsic() || function.doesNotReturn() || belongsToRuntimeLibrary(function.getName()) ||
         isMathFunction(function.getName()) || isOfSystem(function.getName()) ||
         function.hasFnAttribute(Attribute::NoCallback) ||
         (libraryInfo.getLibFunc(function, known) && !callsBack(function.getName()));
}

PromotionReach::PromotionReach(Module &module, ArrayRef<std::unique_ptr<ParallelLoop>> loops,
                               function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  for (auto &loop : loops)
    if (loop->hasPromotionPoint()) {
      convertedForks.insert(loop->fork);
      for (CallInst *call : loop->serialCalls)
        convertedForks.insert(call);
    }
  for (Function &function : module)
    if (function.isDeclaration() && (function.getName() == DependenceName || isHarmlessEntryPoint(function.getName()) ||
                                     isLibraryFunction(function, libraryInfo(function))))
      harmless.insert(&function);
  for (StringRef name : {"__tactus_fork", "tactus_fork_poll", "tactus.spawn"})
    if (Function *point = module.getFunction(name))
      for (User *user : point->users())
        if (auto *call = dyn_cast<CallBase>(user))
          forking.insert(call->getFunction());
  // What is always inlined forks on behalf of its callers.
  SmallVector<const Function *, 16> scaffolding(forking.begin(), forking.end());
  while (!scaffolding.empty()) {
    const Function *function = scaffolding.pop_back_val();
    if (!function->hasFnAttribute(Attribute::AlwaysInline))
      continue;
    for (const User *user : function->users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == function)
        if (forking.insert(call->getFunction()).second)
          scaffolding.push_back(call->getFunction());
  }
  findReaching(module);
}

/// The callee, if its body in this module says what the call does: an interposable one may be replaced by another at
/// link time.
static const Function *knownCallee(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && !callee->isInterposable() ? callee : nullptr;
}

/// The least fixed point: a function reaches a promotion point if one of its calls does.
void PromotionReach::findReaching(const Module &module) {
  DenseMap<const Function *, SmallVector<const Function *, 4>> callers;
  SmallVector<const Function *, 16> worklist;
  auto note = [&](const Function &function) {
    if (reaching.insert(&function).second)
      worklist.push_back(&function);
  };
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && mayReach(*call)) {
        note(function);
        break;
      }
      if (const Function *callee = call && !call->doesNotReturn() ? knownCallee(*call) : nullptr)
        callers[callee].push_back(&function);
    }
  while (!worklist.empty())
    for (const Function *caller : callers.lookup(worklist.pop_back_val()))
      note(*caller);
}

bool PromotionReach::mayReach(const CallBase &call) const {
  if (convertedForks.contains(&call))
    return true;
  if (isa<IntrinsicInst>(call) || call.isInlineAsm() || call.doesNotReturn())
    return false;
  if (const Function *callee = knownCallee(call))
    return reaching.contains(callee);
  return !harmless.contains(call.getCalledFunction());
}

} // namespace tactus
