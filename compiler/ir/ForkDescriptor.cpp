//===- ForkDescriptor.cpp - the static data of a fork --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/ForkDescriptor.h"
#include "abi/forks.h"
#include "ir/ForkId.h"
#include "ir/Registration.h"
#include "ir/StaticRecord.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tactus {

/// A name that no other fork of the program has: a hash over what tells modules apart (the source's name, and every
/// symbol that the module defines for others) and a counter.
static std::string uniqueName(Module &module) {
  std::string identity = module.getModuleIdentifier() + '\0' + module.getSourceFileName() + '\0';
  unsigned forks = 0;
  for (const GlobalValue &value : module.global_values())
    if (value.getName().starts_with(ForkNamePrefix))
      ++forks;
    else if (!value.isDeclaration() && value.hasExternalLinkage())
      identity += value.getName().str() + '\0';
  constexpr uint64_t mask = (uint64_t{1} << ForkIdHalfBits) - 1;
  // Those before this one have the numbers below it.
  for (unsigned counter = forks;; ++counter) {
    uint64_t id = xxh3_64bits(identity + std::to_string(counter));
    std::string name = forkName(id & mask, (id >> ForkIdHalfBits) & mask);
    if (!module.getNamedValue(name))
      return name;
  }
}

/// With debug information, clang puts the body of a parallel region into a function of its own inside of the outlined
/// one; that calls it from the line of the region.
static bool isOutlinedRegion(const DILocation &place) {
  const DISubprogram *subprogram = place.getScope()->getSubprogram();
  return subprogram && subprogram->getName().contains(".omp_outlined_debug__");
}

GlobalVariable *createForkDescriptor(Module &module, Function *run, const DebugLoc &location, unsigned environmentWords,
                                     unsigned resultBytes, uint64_t flags, Constant *discard) {
  StringRef file = module.getSourceFileName(), function;
  unsigned line = 0, column = 0;
  if (location) {
    // Where the user wrote it, not where the header did.
    const DILocation *place = location.get();
    while (const DILocation *caller = isOutlinedRegion(*place) ? nullptr : place->getInlinedAt())
      place = caller;
    file = place->getFilename();
    if (DISubprogram *subprogram = place->getScope()->getSubprogram())
      function = subprogram->getName();
    function.consume_back("_debug__");
    line = place->getLine();
    column = place->getColumn();
  }
  using Fields = abi::ForkDescriptorFields;
  StaticRecord<Fields> record(module.getContext());
  record.set(Fields::run, run);
  record.set(Fields::file, createString(module, file));
  record.set(Fields::function, createString(module, function));
  record.set(Fields::line, line);
  record.set(Fields::column, column);
  record.set(Fields::environmentWords, environmentWords);
  record.set(Fields::resultBytes, resultBytes);
  record.set(Fields::weight, TACTUS_UNKNOWN_WEIGHT);
  if (discard)
    record.set(Fields::discard, discard);
  record.set(Fields::flags, flags);
  auto *descriptor =
      new GlobalVariable(module, record.type(), false, GlobalValue::ExternalLinkage, record.get(), uniqueName(module));
  descriptor->setVisibility(GlobalValue::HiddenVisibility);
  descriptor->setDSOLocal(true);
  return descriptor;
}

} // namespace tactus
