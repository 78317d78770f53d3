//===- pipeline.h - from a typed program to the PCall IR -----------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_DRIVER_PIPELINE_H
#define TACTUS_PML_DRIVER_PIPELINE_H

#include "pml/project/project.h"

namespace tactus::pml {

/// Compiles a program without errors, up to a stage: core, simple or ir. Returns the stage's text.
/// Throws LimitReached.
std::string textOfStage(Project &project, const ElaborationOptions &options, const std::string &stage);

} // namespace tactus::pml

#endif
