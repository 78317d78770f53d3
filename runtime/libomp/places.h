//===- places.h - the places of OMP_PLACES, and which threads are bound to which ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// There are places if the environment asks for binding: OMP_PROC_BIND or OMP_PLACES, KMP_AFFINITY, GOMP_CPU_AFFINITY.
// Else strands go where there is work, and nothing here is reached.
//
// A thread has a place, and a partition: neighbouring places among which those of regions inside are chosen. A region
// gives each member both when it begins [OpenMP 5.2, 10.1.3]:
//
//     partition  │ 0 1 2 3 4 5 6 7 │    master at 2, three members
//     primary    │ . . M . . . . . │    all at the master's
//     close      │ . . M 1 2 . . . │    one behind the other, around the end
//     spread     │ . . M│2 . . │1 …│    a part of the partition each, with the place that it begins with; the master
//                                       stays where it is, and has the part with its place
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_PLACES_H
#define TACTUS_RUNTIME_LIBOMP_PLACES_H

#include <cstdint>
#include <sched.h>

namespace tactus::libomp {

/// As OpenMP and the compilers number them.
enum class Binding : int32_t { None = 0, True = 1, Primary = 2, Close = 3, Spread = 4 };

struct Partition {
  /// Of the thread; -1 for a thread that has none.
  int32_t place = -1;
  uint32_t first = 0, count = 0;

  Partition ofMember(Binding binding, uint32_t number, uint32_t size) const;
};

/// What a machine is made of, by the order of OMP_PLACES' words.
enum class Unit : unsigned { Thread, Core, Socket, Cache, Numa };
/// `cores`
const char *wordOf(Unit unit);

struct Places {
  static constexpr unsigned MostLevels = 16;
  cpu_set_t *masks = nullptr;
  uint32_t count = 0;
  /// They are units of this kind, or the user has listed processors.
  Unit unit = Unit::Core;
  bool areListed = false;
  /// bind-var by nesting level; the last is for all levels further in.
  Binding bindings[MostLevels] = {};
  unsigned levels = 0;
  /// Of the teams of a league, by KMP_TEAMS_PROC_BIND.
  Binding ofTeams = Binding::Spread;
  /// With KMP_AFFINITY's word `reset`, who has begun a region is bound to nothing behind it.
  bool areLeft = false;

  Binding bindingAt(uint32_t level) const {
    return levels ? bindings[level < levels ? level : levels - 1] : Binding::None;
  }
  bool has(int place) const { return place >= 0 && static_cast<uint32_t>(place) < count; }
};

/// Written once, by readPlaces().
extern constinit Places places;

/// Reads the environment, once: when the program calls OpenMP for the first time, which may have set variables before.
void readPlaces();

/// The processors of the same unit as this one, itself if nothing is known.
cpu_set_t unitOf(int processor, Unit unit);
/// Leaves of the processors what KMP_HW_SUBSET says (hw_subset.cpp). False if it cannot be understood, or there are not
/// so many units.
bool selectSubset(const char *text, cpu_set_t &all);

/// The calling thread runs there from now on; with -1 on any processor of the process.
void bindTo(int32_t place);

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_PLACES_H
