/*===- stubs.h - numbers of the return stubs ------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* For the assembler as well, so there is nothing but macros here. What stubs are for: runtime/frames/return_stubs.h.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_ABI_STUBS_H
#define TACTUS_ABI_STUBS_H

/* How many promoted calls may be open at a time, in all threads together. With no stub free, nothing is promoted. */
#define TACTUS_RETURN_STUBS 4096

/* The selector with which a return stub enters a landing pad; no personality routine uses it. */
#define TACTUS_PROMOTED_SELECTOR 0x7ac7

#endif /* TACTUS_ABI_STUBS_H */
