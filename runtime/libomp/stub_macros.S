//===- stub_macros.S - functions that jump into libtactus ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// For assembly. The registers that carry arguments stay as they are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_STUB_MACROS
#define TACTUS_RUNTIME_LIBOMP_STUB_MACROS

// JUMP_TO_ROW(table) goes to row number `row`, a symbol of the assembler's, of a table of libtactus.
#ifdef __aarch64__
#define JUMP_TO_ROW(table)                                                                                             \
	adrp x16, :got:table; ldr x16, [x16, :got_lo12:table]; ldr x16, [x16, row*8]; br x16
#define JUMP_WITH(function)                                                                                            \
	adrp x16, :got:function; ldr x16, [x16, :got_lo12:function]; br x16
#define LANDING bti c
#define FIRST_ARGUMENT_ADDRESS(label) adr x0, label
#define FIRST_ARGUMENT_NUMBER(value) mov w0, value
#else
#define JUMP_TO_ROW(table) mov table@GOTPCREL(%rip), %r11; jmp *row*8(%r11)
#define JUMP_WITH(function) mov function@GOTPCREL(%rip), %r11; jmp *%r11
#define LANDING endbr64
#define FIRST_ARGUMENT_ADDRESS(label) lea label(%rip), %rdi
#define FIRST_ARGUMENT_NUMBER(value) mov $value, %edi
#endif

// In an archive a program's own function of that name goes first, as it does in front of a shared library's.
#ifdef TACTUS_STUBS_ARE_IN_THE_PROGRAM
#define BINDING .weak
#else
#define BINDING .globl
#endif

// A function that jumps to the next row.
#define STUB(name, table)                                                                                              \
	BINDING name; .type name, @function; .p2align 4;                                                                \
name:	LANDING; JUMP_TO_ROW(table);                                                                                   \
	.size name, . - name; .set row, row + 1;
// A function that ends the process with a line that names `shown`.
#define MISSING_STUB(name, shown)                                                                                      \
	BINDING name; .type name, @function; .p2align 4;                                                                \
name:	LANDING; FIRST_ARGUMENT_ADDRESS(9f); JUMP_WITH(tactus_libomp_missing);                                         \
9:	.asciz #shown; .p2align 2; .size name, . - name;
// The library tells libtactus at its start how many rows it knows: in a static program behind the start of libtactus, and
// in front of the modules. The last thing in a file.
#define START(function)                                                                                                \
	.p2align 4;                                                                                                    \
start:	LANDING; FIRST_ARGUMENT_NUMBER(row); JUMP_WITH(function);                                                      \
	.section .init_array.00102,"aw",@init_array; .p2align 3; .quad start

#endif // TACTUS_RUNTIME_LIBOMP_STUB_MACROS
