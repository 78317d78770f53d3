//===- stubs.S - libomp.so.5: names for the functions of libtactus ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The whole library. Each function jumps to its row in libtactus' table. So arguments of any kind, in registers or on
// the stack, stay where they are, and there is one runtime in the process however many libraries ask for it.
//
//===----------------------------------------------------------------------===//
	.section .note.GNU-stack,"",@progbits

	.text
	.set row, 0

#ifdef __aarch64__
#define JUMP_TO_ENTRY                                                                                                  \
	adrp x16, :got:tactus_libomp_entries; ldr x16, [x16, :got_lo12:tactus_libomp_entries]; ldr x16, [x16, row*8]; br x16
#define JUMP_WITH(function)                                                                                            \
	adrp x16, :got:function; ldr x16, [x16, :got_lo12:function]; br x16
#define LANDING bti c
#define FIRST_ARGUMENT_ADDRESS(label) adr x0, label
#define FIRST_ARGUMENT_NUMBER(value) mov w0, value
#else
#define JUMP_TO_ENTRY mov tactus_libomp_entries@GOTPCREL(%rip), %r11; jmp *row*8(%r11)
#define JUMP_WITH(function) mov function@GOTPCREL(%rip), %r11; jmp *%r11
#define LANDING endbr64
#define FIRST_ARGUMENT_ADDRESS(label) lea label(%rip), %rdi
#define FIRST_ARGUMENT_NUMBER(value) mov $value, %edi
#endif

#define TACTUS_LIBOMP_ENTRY(name, entry)                                                                               \
	.globl name; .type name, @function; .p2align 4;                                                                \
name:	LANDING; JUMP_TO_ENTRY;                                                                                        \
	.size name, . - name; .set row, row + 1;
#define TACTUS_LIBOMP_MISSING(name)                                                                                    \
	.globl name; .type name, @function; .p2align 4;                                                                \
name:	LANDING; FIRST_ARGUMENT_ADDRESS(9f); JUMP_WITH(tactus_libomp_missing);                                         \
9:	.asciz #name; .p2align 2; .size name, . - name;
#include "libomp/entries.def"

	.p2align 4
start:
	LANDING
	FIRST_ARGUMENT_NUMBER(row)
	JUMP_WITH(tactus_libomp_start)

	.section .init_array,"aw",@init_array
	.p2align 3
	.quad start

// By which libtactus knows the library.
	.section .rodata,"a",@progbits
	.globl tactus_own_libomp
	.type tactus_own_libomp, @object
tactus_own_libomp:
	.byte 1
	.size tactus_own_libomp, 1
