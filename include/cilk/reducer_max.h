/*===- reducer_max.h - the name that Cilk Plus has -------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* See reducer_min_max.h.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_REDUCER_MAX_H
#define TACTUS_CILK_REDUCER_MAX_H

#include "reducer_min_max.h"

#endif
