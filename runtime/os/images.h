//===- images.h - which library has which function -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The address of a function need not lie in the library that defines it. Code without position independence
// (-fno-pie) has addresses as constants. So its linker makes a jump to the function, in the executable, and the whole
// process takes that jump for the function:
//
//   executable                                 libomp.so
//     tactus.libomp: .quad omp_get_level ─┐
//     .plt:  omp_get_level: jmp *GOT   ◄──┘ ──►  omp_get_level: …
//
// The symbol of such a jump is undefined and yet has a value. Who wants to know which library a function belongs to, or
// whether two addresses are the same function, asks for the definition first.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_IMAGES_H
#define TACTUS_RUNTIME_OS_IMAGES_H

#include <cstdint>

namespace tactus {

/// A loaded library, or the program.
struct Image {
  /// As the loader knows it; empty for the program, null for none.
  const char *path = nullptr;
  uintptr_t begin = UINTPTR_MAX, end = 0;

  bool holds(uintptr_t address) const { return address >= begin && address < end; }
};

/// The image that an address lies in. (dladdr() would look through all of its symbols.)
Image imageOf(uintptr_t address);

/// dlopen(). Null in a program that is linked statically; dlerror() has nothing to say there.
void *openLibrary(const char *path, int mode);

/// dlopen() of a library that is loaded, or of the program if the path is empty. Null in a program that is linked
/// statically, and for an image without path.
void *openImage(const char *path);

/// The function of this name for which the program may have a jump at this address; the address itself if it has none.
/// Thread-safe. The first question about an address in the program may look through the program's symbols.
void *definitionOf(void *function, const char *name);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_IMAGES_H
