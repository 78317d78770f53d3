/*===- reducer_max.h - the name that Cilk Plus has -------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* See reducer_min_max.h.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_MAX_H
#define TACTUS_CILK_REDUCER_MAX_H

/* One line for what cannot be compiled, and nothing of the header behind it. */
#if defined(__cplusplus) && __cplusplus < 201103L
#error "<cilk/reducer_max.h> needs C++11: compile with -std=c++11 or later"
#elif !defined(__cplusplus) && defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "<cilk/reducer_max.h> needs C99: compile with -std=c99 or later, or -std=gnu89"
#else

#include "reducer_min_max.h"

#endif /* C++11, C99 */

#endif
