; A task for each round of a loop whose length depends on memory: 100 rounds of 2 cycles (comparison, load).
;
; EXPECT walk kind=loop rho=0 lambda=1 effort=200
source_filename = "list.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)

define internal i32 @.omp_task_entry.(i32 %thread, ptr %task) {
  ret i32 0
}

define void @walk(ptr %list) {
entry:
  br label %header
header:
  %here = phi ptr [ %list, %entry ], [ %next, %body ]
  %end = icmp eq ptr %here, null
  br i1 %end, label %exit, label %body
body:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 0, ptr @.omp_task_entry.)
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %next = load ptr, ptr %here
  br label %header
exit:
  ret void
}
