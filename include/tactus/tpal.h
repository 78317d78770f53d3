/*===- tactus/tpal.h - calling TPAL functions from C --------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* `tactus tpal compile --export NAME` makes an object file and a header NAME.h, which declares the inputs of the
|* program as a struct and its outputs as an array of the values below (docs/tpal.md, section 6).
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_TPAL_H
#define TACTUS_TPAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a result is. */
enum tactus_tpal_sort {
  TACTUS_TPAL_INTEGER = 1,
  TACTUS_TPAL_FLOAT = 2,
  /** `integer` is the number of a block. */
  TACTUS_TPAL_LABEL = 3
};

/** One result. */
typedef struct tactus_tpal_value {
  union {
    int64_t integer;
    double number;
  };
  uint64_t sort;
} tactus_tpal_value;

/** Replaces the array of a `.data` directive: `cells` holds `length` int64_t or double, as the directive does. NULL
 * keeps the program's own. */
typedef struct tactus_tpal_array {
  const void *cells;
  size_t length;
} tactus_tpal_array;

#ifdef __cplusplus
}
#endif

#endif
