//===- RegionRecords.h - records of regions and tasks --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where somebody may ask (analysis/QueryReach.h), the code of a converted region or task is called through a function
// that keeps a record of it on its stack:
//
//   %region = alloca [RegionWords x i64]
//   call @tactus_region_enter(%region, threads, address of the return address)      (or tactus_task_enter)
//   call @f.slice(begin, end, result, strandLimit, captures...)
//   call @tactus_region_leave(%region)
//
// The serial call and a task's `run` both go through it, so a region looks the same to both. It is not inlined: which
// record encloses which frame follows from addresses, and with a frame of its own a record encloses what lies below
// that frame's end and nothing else. What it calls may be inlined into it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_REGIONRECORDS_H
#define TACTUS_COMPILER_IR_REGIONRECORDS_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// An internal function of that type, yet without a body, with the attributes that belong to the code of `inner`, which
/// it is to call. It is not inlined, so that its frame is its own.
llvm::Function *createRecordFunction(llvm::Function &inner, llvm::FunctionType *type, const llvm::Twine &name);

/// A function with the slice's parameters; `threads` is one of them.
llvm::Function *createRegionOfSlice(llvm::Function &slice, unsigned threads);
/// A function with the microtask's parameters behind the number of threads.
llvm::Function *createRegionOfMicrotask(llvm::Function &microtask);
/// A function with the entry's parameters.
llvm::Function *createRecordOfTask(llvm::Function &entry);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_REGIONRECORDS_H
