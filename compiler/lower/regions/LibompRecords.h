//===- LibompRecords.h - records of what libomp runs inside of converted code -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region that is left to libomp may stand in a converted one, and its threads know nothing of that. So every region
// and task that libomp runs is given to it as a function that begins with the record around the construct
// (runtime/regions/libomp_records.h); without one, which is usual, that costs a few instructions.
//
//   __kmpc_fork_call(ident, n, @f, captures...)
//
//     %around = call @tactus_region_current()
//     __kmpc_fork_call(ident, n + 1, @f.libomp, %around, captures...)
//
//     f.libomp(thread, bound, around, captures...):
//       %region = alloca [RegionWords x i64]
//       %entered = call @tactus_libomp_region_enter(%region, around, address of the return address)
//       call @f(thread, bound, captures...)
//       call @tactus_libomp_region_leave(%entered)
//
//   %task = __kmpc_omp_task_alloc(ident, thread, flags, bytes, bytes of shareds, @entry)
//
//     %task = __kmpc_omp_task_alloc(ident, thread, flags, bytes + LibompTaskWords * 8, bytes of shareds, @entry.libomp)
//     call @tactus_libomp_task_create(%task + bytes)
//
// A task begins anywhere and at any time until the end of libomp's region, so what it has to know is kept in its own
// memory, behind what clang puts there. libomp copies all of that for the parts of a taskloop. Tasks that are calls,
// and regions whose `if` clause is false, are called through the same functions.
//
// Not handled: tasks of `target` constructs, which threads of libomp's own execute, and objects of other compilers.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_LIBOMPRECORDS_H
#define TACTUS_COMPILER_LOWER_REGIONS_LIBOMPRECORDS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Of what the module leaves to libomp; to be called when it is known what that is. A module that has been through here
/// before stays as it is.
void recordLibompConstructs(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_LIBOMPRECORDS_H
