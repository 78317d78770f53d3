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

#define TACTUS_LIBOMP_ENTRY(name, entry)                                                                               \
	.globl name; .type name, @function; .p2align 4;                                                                \
name:	endbr64; mov tactus_libomp_entries@GOTPCREL(%rip), %r11; jmp *row*8(%r11);                                     \
	.size name, . - name; .set row, row + 1;
#define TACTUS_LIBOMP_MISSING(name)                                                                                    \
	.globl name; .type name, @function; .p2align 4;                                                                \
name:	endbr64; lea 9f(%rip), %rdi; mov tactus_libomp_missing@GOTPCREL(%rip), %r11; jmp *%r11;                        \
9:	.asciz #name; .size name, . - name;
#include "libomp/entries.def"

	.p2align 4
start:
	endbr64
	mov $row, %edi
	mov tactus_libomp_start@GOTPCREL(%rip), %r11
	jmp *%r11

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
