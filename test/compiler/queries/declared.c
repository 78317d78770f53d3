// Every use of OpenMP's functions asks libtactus, and passes on what the module was linked to: calls with any shape of
// declaration, addresses in code and in data. The module names its libomp by a weak reference.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw -fno-openmp %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | %convert | FileCheck %s

// CHECK-DAG: @pointer = {{.*}}global ptr @tactus.omp_get_level
// CHECK-DAG: @table = {{.*}}[ptr @tactus.omp_in_parallel, ptr @tactus.omp_in_parallel]
// CHECK-DAG: @tactus.libomp = linkonce_odr hidden constant { ptr } { ptr @__kmpc_global_num_threads }
// CHECK-DAG: @llvm.global_ctors = {{.*}}@tactus.name_libomp
int omp_get_thread_num();
int omp_get_num_threads(void);
int omp_get_level(void);
int omp_in_parallel(void);
int omp_get_team_size(int level);
void omp_set_num_threads(int threads);
void omp_set_schedule(unsigned kind, int chunk);
void omp_get_schedule(unsigned *kind, int *chunk);
int omp_get_thread_num_(void);
void omp_set_num_threads_(int *threads);
int (*pointer)(void) = omp_get_level;
int (*const table[2])(void) = {omp_in_parallel, omp_in_parallel};
void take(int (*query)(void));
const void *read(void) { return table; }

// CHECK-LABEL: @withoutPrototype(
// CHECK: call i32 @tactus.omp_get_thread_num()
int withoutPrototype(void) { return omp_get_thread_num(); }

// CHECK-LABEL: @address(
// CHECK: call void @take(ptr{{.*}} @tactus.omp_get_num_threads)
void address(void) { take(omp_get_num_threads); }

// CHECK-LABEL: @others(
// CHECK: call i32 @tactus.omp_get_team_size(i32
// CHECK: call void @tactus.omp_set_num_threads(i32
// CHECK: call void @tactus.omp_set_schedule(i32
// CHECK: call void @tactus.omp_get_schedule(ptr
int others(unsigned *kind, int *chunk) {
  int size = omp_get_team_size(1);
  omp_set_num_threads(size);
  omp_set_schedule(*kind, *chunk);
  omp_get_schedule(kind, chunk);
  return size;
}

// CHECK-LABEL: @fortran(
// CHECK: call void @tactus.omp_set_num_threads_(ptr
// CHECK: call i32 @tactus.omp_get_thread_num_()
int fortran(int *threads) {
  omp_set_num_threads_(threads);
  return omp_get_thread_num_();
}

// CHECK: define linkonce_odr hidden i32 @tactus.omp_get_thread_num()
// CHECK-NEXT: tail call i32 @tactus_omp_get_thread_num(ptr @omp_get_thread_num)
// CHECK: declare i32 @tactus_omp_get_thread_num(ptr)
// CHECK: define linkonce_odr hidden i32 @tactus.omp_get_thread_num_()
// CHECK-NEXT: tail call i32 @tactus_omp_get_thread_num(ptr @omp_get_thread_num)
// CHECK: define linkonce_odr hidden i32 @tactus.omp_get_team_size(i32
// CHECK-NEXT: tail call i32 @tactus_omp_get_team_size(i32 %0, ptr @omp_get_team_size)
// CHECK: define linkonce_odr hidden void @tactus.omp_set_num_threads_(ptr
// CHECK-NEXT: %[[#VALUE:]] = load i32, ptr %0
// CHECK-NEXT: tail call void @tactus_omp_set_num_threads(i32 %[[#VALUE]], ptr @omp_set_num_threads)
// CHECK: declare extern_weak i32 @__kmpc_global_num_threads(ptr)
