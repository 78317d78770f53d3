//===- rows.h - the rows of the table of libomp.so.5 -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_ROWS_H
#define TACTUS_RUNTIME_LIBOMP_ROWS_H

#include "abi/libomp.h"

namespace tactus::libomp {

enum Row : unsigned {
#define TACTUS_LIBOMP_ENTRY(name, entry) Row_##name,
#include "libomp/entries.def"
  Rows
};

/// From now on, programs that call the row's function get to this one.
inline void replaceRow(Row row, void (*function)()) {
  __atomic_store_n(&tactus_libomp_entries[row], function, __ATOMIC_RELAXED);
}

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_ROWS_H
