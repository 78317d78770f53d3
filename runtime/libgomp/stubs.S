//===- stubs.S - libgomp.so.1: names for the functions of libtactus ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The whole library, as libomp.so.5 is (libomp/stubs.S): each function jumps to its row in libtactus' table.
//
//===----------------------------------------------------------------------===//
#include "libomp/stub_macros.S"

	.section .note.GNU-stack,"",@progbits

	.text
	.set row, 0

#define TACTUS_LIBGOMP_ENTRY(version, name, entry)                                                                     \
	STUB(stub_##name, tactus_libgomp_entries) .symver stub_##name, name@@version, remove;
#define TACTUS_LIBGOMP_OLD_ENTRY(version, name, entry)                                                                 \
	STUB(old_##name, tactus_libgomp_entries) .symver old_##name, name@version, remove;
#include "libgomp/entries.def"

	START(tactus_libgomp_start)
