//===- stubs.S - libomp.so.5: names for the functions of libtactus ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The whole library. Each function jumps to its row in libtactus' table. So arguments of any kind, in registers or on
// the stack, stay where they are, and there is one runtime in the process however many libraries ask for it.
//
//===----------------------------------------------------------------------===//
#include "libomp/stub_macros.S"

	.section .note.GNU-stack,"",@progbits

// By which libtactus knows the library.
	.section .rodata,"a",@progbits
	.globl tactus_own_libomp
	.type tactus_own_libomp, @object
tactus_own_libomp:
	.byte 1
	.size tactus_own_libomp, 1

	.text
	.set row, 0

#define TACTUS_LIBOMP_ENTRY(name, entry) STUB(name, tactus_libomp_entries)
#define TACTUS_LIBOMP_MISSING(name) MISSING_STUB(name, name)
#include "libomp/entries.def"

	START(tactus_libomp_start)
