// Promoting needs memory, so a file that defines a function of the allocator, perhaps as another name of its own, is not
// interrupted. One that only calls it is.
// RUN: %tactus-clang -O2 -ftactus-beat=interrupt -S -emit-llvm %s -o - | FileCheck %s
// RUN: %tactus-clang -O2 -ftactus-beat=interrupt -DDEFINES -S -emit-llvm %s -o - | FileCheck --check-prefix=NOT %s
// RUN: %tactus-clang -O2 -ftactus-beat=interrupt -DRENAMES -S -emit-llvm %s -o - | FileCheck --check-prefix=NOT %s
#include <stddef.h>

void *malloc(size_t bytes);
void free(void *memory);
void use(void *memory);

// NOT-NOT: cfi_escape
// CHECK-LABEL: define {{.*}} @work(
// CHECK: .cfi_escape 0x2e, 0x80, 0x00
void work(void) {
  void *memory = malloc(16);
  use(memory);
  free(memory);
}

#ifdef DEFINES
void free(void *memory) { use(memory); }
#endif
#ifdef RENAMES
void release(void *memory) { use(memory); }
void free(void *memory) __attribute__((alias("release")));
#endif
