//===- passes.cpp - all passes over the PCall IR, in order -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/passes.h"
#include "pml/ir/bounds.h"
#include "pml/ir/check.h"
#include "pml/ir/lower_par.h"
#include "pml/ir/pack.h"
#include "pml/ir/rebuilt.h"
#include "pml/ir/split_main.h"
#include "pml/ir/steps.h"
#include "pml/ir/unreached.h"
#include "pml/source/internal_error.h"

#include <string>

namespace tactus::pml::ir {

/// The longest parts of a program's body, in statements (decision 54).
static constexpr uint32_t PartLength = 200;

static void splitMainInParts(Program &program) { splitMain(program, PartLength); }

std::span<const Pass> passesOfAll() {
  static constexpr Pass all[] = {
      // While reads of fields stand where patterns have put them.
      {"useRebuilt", useRebuilt},
      // Behind what makes main shorter.
      {"splitMain", splitMainInParts},
  };
  return all;
}

// Both lists: what is too much to pass is packed while calls are plain, checks are made simpler when loops are what
// they will be, and what the choice of loops has cut off is dropped last, with all that only it called.
std::span<const Pass> passesToNative(bool elides) {
  static constexpr Pass parallel[] = {
      {"packParameters", packParameters},     {"lowerPar", lowerPar},
      {"joinBoundsChecks", joinBoundsChecks}, {"dropChecksOfSteps", dropChecksOfSteps},
      {"dropUnreached", dropUnreached},
  };
  static constexpr Pass elided[] = {
      {"packParameters", packParameters},     {"elidePar", elidePar},
      {"joinBoundsChecks", joinBoundsChecks}, {"dropChecksOfSteps", dropChecksOfSteps},
      {"dropUnreached", dropUnreached},
  };
  return elides ? std::span<const Pass>(elided) : parallel;
}

void run(std::span<const Pass> passes, Program &program, const std::function<void(const char *pass)> &passed) {
  for (const Pass &pass : passes) {
    pass.run(program);
    passed(pass.name);
  }
}

void expectWellFormed(const Program &program, const char *pass) {
  for (const std::string &problem : check(program))
    throw InternalError{{}, std::string("the pass ") + pass + " has made an ill-formed program: " + problem};
}

} // namespace tactus::pml::ir
