//===- foreign_region.h - the regions of <tactus/splice.h> ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_FOREIGN_REGION_H
#define TACTUS_SPLICE_FOREIGN_REGION_H

#include "tactus/splice.h"
#include "tactus/splice/effect.hpp"

namespace tactus::splice {

/// A region that a program in C has described.
region regionOf(const tactus_region &some);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_FOREIGN_REGION_H
