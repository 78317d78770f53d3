// A leaf loop is polled once a chunk. All that a short loop pays is on the way in (a multiplication, a subtraction and a
// branch) and on the way out (a comparison): slot, poll and join are in the cold part.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK: @tactus.loop = internal global {{.*}} i32 3, i32 9, i64 [[#]], i64 0, i64 0 }
// CHECK: @tactus_credit = external thread_local(initialexec) global i64
// CHECK-LABEL: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3,
// CHECK: %tactus.slot = alloca [8 x i64]
// The bounds: begin, and the smaller of end and the trip count.
// CHECK: %[[TRIPS:[0-9]+]] = add i64 %{{.*}}, 1
// CHECK: %[[END:[0-9]+]] = call i64 @llvm.umin.i64(i64 %1, i64 %[[TRIPS]])
// CHECK: br label %[[ENTRY:[0-9]+]]
// CHECK: omp.inner.for.cond:
// CHECK: br i1 %{{.*}}, label %[[BODY:.*]], label %[[EXIT:[0-9]+]]

// entry: credit -= (end - begin) * weight
// CHECK: [[ENTRY]]:
// CHECK: %[[CREDIT:[0-9]+]] = load i64, ptr
// CHECK: %[[COUNT:[0-9]+]] = sub i64 %[[END]], %0
// CHECK: %[[WEIGHT:[0-9]+]] = load atomic i64, ptr getelementptr (i8, ptr @tactus.loop, i64 40) unordered, align 8
// CHECK: %[[PRICE:[0-9]+]] = mul i64 %[[COUNT]], %[[WEIGHT]]
// CHECK: %[[REST:[0-9]+]] = sub i64 %[[CREDIT]], %[[PRICE]]
// CHECK: store i64 %[[REST]]
// CHECK: %[[SPENT:[0-9]+]] = icmp slt i64 %[[REST]], 0
// CHECK: br i1 %[[SPENT]], label %[[FIRST:[0-9]+]], label %{{[0-9a-z.]+}}, {{.*}}!prof ![[COLD:[0-9]+]]

// exit: is anything left?
// CHECK: [[EXIT]]:
// CHECK: %[[WIDE:[0-9]+]] = zext i32 %{{.*}} to i64
// CHECK: %[[LEFT:[0-9]+]] = icmp ne i64 %[[WIDE]], %[[END]]
// CHECK: br i1 %[[LEFT]], label %[[NEXT:[0-9]+]], label %[[DONE:[0-9]+]], {{.*}}!prof ![[COLD]]

// first: pay back, fill the slot
// CHECK: [[FIRST]]:
// CHECK: store i64 %[[CREDIT]]
// CHECK: store ptr @tactus.loop, ptr
// CHECK: store volatile i64 %[[END]], ptr
// CHECK: store volatile ptr null, ptr

// poll: refill, and take as many iterations as it pays for, but at least one
// CHECK: [[POLL:[0-9]+]]:
// CHECK: %[[REFILL:[0-9]+]] = call preserve_mostcc i64 @tactus_poll(ptr{{.*}}) #[[#]] [ "deopt"(i64 2, i64 %[[NOW:[0-9]+]], ptr %tactus.slot) ]
// CHECK: %[[LATEST:[0-9]+]] = load atomic i64
// CHECK: %[[BOUND:[0-9]+]] = load volatile i64
// CHECK: %[[REMAINING:[0-9]+]] = sub i64 %[[BOUND]], %[[NOW]]
// CHECK: %[[PAID:[0-9]+]] = sdiv i64 %[[REFILL]], %[[LATEST]]
// CHECK: %[[ATLEAST:[0-9]+]] = call i64 @llvm.smax.i64(i64 %[[PAID]], i64 1)
// CHECK: %[[CHUNK:[0-9]+]] = call i64 @llvm.umin.i64(i64 %[[REMAINING]], i64 %[[ATLEAST]])
// CHECK: %[[COST:[0-9]+]] = mul i64 %[[CHUNK]], %[[LATEST]]
// CHECK: %[[CHANGE:[0-9]+]] = sub i64 %[[REFILL]], %[[COST]]
// CHECK: store i64 %[[CHANGE]]
// CHECK: add i64 %[[NOW]], %[[CHUNK]]

// next: another chunk, or the join
// CHECK: [[NEXT]]:
// CHECK: %[[AGAIN:[0-9]+]] = load volatile i64
// CHECK: icmp ult i64 %{{.*}}, %[[AGAIN]]
// CHECK: br i1 %{{.*}}, label %[[POLL]], label %[[JOIN:[0-9]+]]
// CHECK: [[JOIN]]:
// CHECK-NEXT: call void @tactus_join(ptr %tactus.slot) {{.*}}[ "deopt"() ]
// CHECK-NEXT: br label %[[DONE]]
// CHECK: ![[COLD]] = !{!"branch_weights", i32 1, i32 1048576}
void f(int n, double *x, double factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= factor;
}
