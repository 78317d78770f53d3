/*===- tactus.h - the public C interface of libtactus --------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* Programs need none of this: tactus-clang makes the calls into libtactus by itself. It serves tools and
|* tests that want to report what they ran on.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_TACTUS_H
#define TACTUS_TACTUS_H

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the runtime, as "MAJOR.MINOR.PATCH". The string lives as long as the process. */
const char *tactus_version_string(void);

/** The number of workers that a parallel computation may occupy at a time, the caller included. At least 1. */
unsigned tactus_worker_count(void);

#ifdef __cplusplus
}
#endif

#endif
