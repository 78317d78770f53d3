//===- pipeline.h - from a typed program to the PCall IR --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_DRIVER_PIPELINE_H
#define TACTUS_PML_DRIVER_PIPELINE_H

#include "pml/ir/ir.h"
#include "pml/project/project.h"

namespace tactus::pml {

struct PipelineOptions {
  ElaborationOptions elaboration;
  /// Stops after this stage: core, simple or ir.
  std::string stage = "ir";
  /// Looks at what each pass has made. For tests.
  bool checks = false;
};

/// Compiles a program without errors. Returns the text of the stage, if it is not the last one.
/// Throws LimitReached and InternalError.
std::string compile(Project &project, const PipelineOptions &options, ir::Program &target);

} // namespace tactus::pml

#endif
