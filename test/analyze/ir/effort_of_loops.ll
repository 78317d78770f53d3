; Loops of known, symbolic and unknown length. LLVM's cost model takes a cycle for each add, load and comparison, and
; none for phi and branches.
;
; inner(n): 1 (add), and n times 2 (comparison, add).
; f: 10 times 3 (load, comparison, add) and inner(n): 30 + 10 * (1 + 2 n). With 100 for n: 2040.
;
; EXPECT f kind=single rho=0 lambda=0 effort=2040 effort_of_arguments=40+20·a
source_filename = "effort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @tactus_par_at(ptr, ptr, ptr, ptr, ptr)

define void @task(ptr %context) {
  ret void
}

define i64 @inner(i64 %n) {
entry:
  %start = add i64 %n, 0
  br label %header
header:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %next = add i64 %i, 1
  br label %header
exit:
  ret i64 %start
}

define void @f(i64 %n, ptr %p) {
entry:
  %ignored = call i32 @tactus_par_at(ptr null, ptr @task, ptr null, ptr @task, ptr null)
  br label %header
header:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, 10
  br i1 %more, label %body, label %exit
body:
  %value = load i64, ptr %p
  %result = call i64 @inner(i64 %n)
  %next = add i64 %i, 1
  br label %header
exit:
  ret void
}
