@variable = global i32 0
@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 101, ptr @tactus.register, ptr @tactus.register }, { i32, ptr, ptr } { i32 65535, ptr @user, ptr @variable }, { i32, ptr, ptr } { i32 101, ptr @tactus.register, ptr @tactus.register }, { i32, ptr, ptr } { i32 101, ptr @tactus.name_libomp, ptr @tactus.name_libomp }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 101, ptr @user, ptr null }]

define void @tactus.register() {
  ret void
}

define void @tactus.name_libomp() {
  ret void
}

define void @user() {
  ret void
}
