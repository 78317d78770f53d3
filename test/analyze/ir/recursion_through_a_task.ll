; Insieme's figure 6: f calls itself beside the task and in it; only the second is parallel recursion. The entry is
; reached through the call that allocates the task.
;
; EXPECT f kind=recursive rho=1 lambda=0
source_filename = "recursion.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)

define internal i32 @.omp_task_entry.(i32 %thread, ptr %task) {
  call void @f(i32 1)
  ret i32 0
}

define void @f(i32 %n) {
entry:
  %stop = icmp slt i32 %n, 2
  br i1 %stop, label %exit, label %more
more:
  call void @f(i32 0)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 0, ptr @.omp_task_entry.)
  %done = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %task)
  %waited = call i32 @__kmpc_omp_taskwait(ptr null, i32 0)
  br label %exit
exit:
  ret void
}
