//===- own_text.h - where libtactus' code is, if it is linked into the program ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Included in front of every source of the static library. A handler that has met the program has to know whether it
// has met libtactus instead (frames/interrupted.h), and both are in one image there. So libtactus has a section of its
// own, whose ends the linker names. Assembly says so by itself.
//
//===----------------------------------------------------------------------===//
#pragma clang section text = "tactus_text"
#define TACTUS_OWN_TEXT 1
