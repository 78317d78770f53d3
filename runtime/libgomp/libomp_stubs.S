//===- libomp_stubs.S - gcc's constructs in libomp.so.5 ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM's libomp has what gcc's code calls: `clang -fopenmp` links objects of gcc with it. The other rows of the table have
// names that LLVM's own interface has as well (libomp/stubs.S), and are only counted here.
//
//===----------------------------------------------------------------------===//
#include "libomp/stub_macros.S"

	.section .note.GNU-stack,"",@progbits

	.text
	.set row, 0

#define TACTUS_LIBGOMP_ENTRY(version, name, entry) STUB(name, tactus_libgomp_entries)
#include "libgomp/constructs.def"
#undef TACTUS_LIBGOMP_ENTRY

#define TACTUS_LIBGOMP_ENTRY(version, name, entry) .set row, row + 1;
#define TACTUS_LIBGOMP_OLD_ENTRY(version, name, entry) .set row, row + 1;
#define TACTUS_LIBGOMP_CONSTRUCTS_ARE_COUNTED
#include "libgomp/entries.def"

	START(tactus_libgomp_start)
