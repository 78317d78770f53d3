//===- stubs.S - libgomp.so.1: names for the functions of libtactus ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The whole library, as libomp.so.5 is (libomp/stubs.S): each function jumps to its row in libtactus' table.
//
//===----------------------------------------------------------------------===//
	.section .note.GNU-stack,"",@progbits

	.text
	.set row, 0

#define STUB(stub, entry)                                                                                              \
	.globl stub; .type stub, @function; .p2align 4;                                                                \
stub:	endbr64; mov tactus_libgomp_entries@GOTPCREL(%rip), %r11; jmp *row*8(%r11);                                    \
	.size stub, . - stub; .set row, row + 1;
#define TACTUS_LIBGOMP_ENTRY(version, name, entry) STUB(stub_##name, entry) .symver stub_##name, name@@version, remove;
#define TACTUS_LIBGOMP_OLD_ENTRY(version, name, entry) STUB(old_##name, entry) .symver old_##name, name@version, remove;
#define TACTUS_LIBGOMP_MISSING(version, name)                                                                          \
	.globl stub_##name; .type stub_##name, @function; .p2align 4;                                                  \
stub_##name:	endbr64; lea 9f(%rip), %rdi; mov tactus_libomp_missing@GOTPCREL(%rip), %r11; jmp *%r11;                \
9:	.asciz #name; .size stub_##name, . - stub_##name; .symver stub_##name, name@@version, remove;
#include "libgomp/entries.def"

	.p2align 4
start:
	endbr64
	mov $row, %edi
	mov tactus_libgomp_start@GOTPCREL(%rip), %r11
	jmp *%r11

	.section .init_array,"aw",@init_array
	.p2align 3
	.quad start
