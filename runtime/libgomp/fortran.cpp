//===- fortran.cpp - functions for Fortran whose whole numbers have eight bytes ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libgomp/core.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tactus::libgomp {

static int narrowed(int64_t value) { return static_cast<int>(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX)); }

} // namespace tactus::libgomp

using namespace tactus;
using namespace tactus::libgomp;

#define SETTER(name)                                                                                                   \
  extern "C" void tactus_entry_##name(int value);                                                                      \
  TACTUS_ENTRY(void, name##_8_)(const int64_t *value) { tactus_entry_##name(narrowed(*value)); }
SETTER(omp_set_dynamic)
SETTER(omp_set_nested)
SETTER(omp_set_num_threads)
SETTER(omp_set_max_active_levels)
SETTER(omp_set_default_device)
SETTER(omp_set_num_teams)
SETTER(omp_set_teams_thread_limit)
SETTER(omp_display_env)
#undef SETTER

#define QUERY(name)                                                                                                    \
  extern "C" int tactus_entry_##name(int value);                                                                       \
  TACTUS_ENTRY(int, name##_8_)(const int64_t *value) { return tactus_entry_##name(narrowed(*value)); }
QUERY(omp_get_ancestor_thread_num)
QUERY(omp_get_team_size)
QUERY(omp_get_place_num_procs)
#undef QUERY

extern "C" {
void tactus_entry_omp_set_schedule(int kind, int chunk);
void tactus_entry_omp_get_schedule(int *kind, int *chunk);
uintptr_t tactus_entry_omp_init_allocator(uintptr_t space, int count, const void *traits);
}
TACTUS_ENTRY(void, omp_set_schedule_8_)(const int32_t *kind, const int64_t *chunk) {
  tactus_entry_omp_set_schedule(*kind, narrowed(*chunk));
}
TACTUS_ENTRY(void, omp_get_schedule_8_)(int32_t *kind, int64_t *chunk) {
  int narrow = 0;
  tactus_entry_omp_get_schedule(kind, &narrow);
  *chunk = narrow;
}
TACTUS_ENTRY(uintptr_t, omp_init_allocator_8_)(const uintptr_t *space, const int64_t *count, const void *traits) {
  return tactus_entry_omp_init_allocator(*space, narrowed(*count), traits);
}

extern "C" {
int tactus_entry_omp_get_partition_num_places();
void tactus_entry_omp_get_partition_place_nums(int *numbers);
void tactus_entry_omp_get_place_proc_ids(int place, int *numbers);
}
/// `fill` writes so many numbers to the front of the array, of which each is given its eight bytes then.
template <typename Fill> static void fillWide(int64_t *numbers, int count, Fill fill) {
  auto *narrow = reinterpret_cast<int *>(numbers);
  fill(narrow);
  // From the end, so that none is overwritten before it is read.
  for (int index = count; index-- > 0;) {
    int value;
    memcpy(&value, narrow + index, sizeof value);
    int64_t wide = value;
    memcpy(numbers + index, &wide, sizeof wide);
  }
}
TACTUS_ENTRY(void, omp_get_partition_place_nums_8_)(int64_t *numbers) {
  fillWide(numbers, tactus_entry_omp_get_partition_num_places(),
           [](int *narrow) { tactus_entry_omp_get_partition_place_nums(narrow); });
}
TACTUS_ENTRY(void, omp_get_place_proc_ids_8_)(const int64_t *place, int64_t *numbers) {
  int which = narrowed(*place);
  fillWide(numbers, tactus_entry_omp_get_place_num_procs(which),
           [=](int *narrow) { tactus_entry_omp_get_place_proc_ids(which, narrow); });
}
