//===- nodes.cpp - tasks keep to the node of the machine's memory that their data is in ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "nodes.h"

#include "settings.h"

#include "abi/policy.h"
#include "tactus/latent.h"
#include "tactus/tactus.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <hwloc.h>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace tactus::splice {

bool simulatesNodes = false;

namespace {

/// The library is loaded when somebody asks for it: no program needs it otherwise.
struct Hwloc {
#define TACTUS_HWLOC_FUNCTIONS(X)                                                                                      \
  X(topology_init)                                                                                                     \
  X(topology_load)                                                                                                     \
  X(topology_is_thissystem)                                                                                            \
  X(get_type_depth)                                                                                                    \
  X(get_nbobjs_by_depth)                                                                                               \
  X(get_obj_by_depth)                                                                                                  \
  X(get_cpubind)                                                                                                       \
  X(set_cpubind)                                                                                                       \
  X(get_area_memlocation)                                                                                              \
  X(bitmap_alloc)                                                                                                      \
  X(bitmap_free)                                                                                                       \
  X(bitmap_first)                                                                                                      \
  X(bitmap_isset)                                                                                                      \
  X(bitmap_or)
#define TACTUS_HWLOC_MEMBER(name) decltype(&::hwloc_##name) name = nullptr;
  TACTUS_HWLOC_FUNCTIONS(TACTUS_HWLOC_MEMBER)
#undef TACTUS_HWLOC_MEMBER

  bool load() {
    void *library = dlopen("libhwloc.so.15", RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return false;
    bool isWhole = true;
#define TACTUS_HWLOC_FIND(name)                                                                                        \
  name = reinterpret_cast<decltype(name)>(dlsym(library, "hwloc_" #name));                                             \
  isWhole = isWhole && name;
    TACTUS_HWLOC_FUNCTIONS(TACTUS_HWLOC_FIND)
#undef TACTUS_HWLOC_FIND
    return isWhole;
  }
};

// Written before anything forks, and never destroyed: workers may run when the process ends.
Hwloc hwloc;
hwloc_topology_t topology = nullptr;
/// 1 + the node of each worker; 0 if nobody has asked for nodes, or there are not two.
std::array<uint8_t, abi::MaximalWorkers> nodeOfWorker;
/// The processors of each node, by 1 + its number.
std::array<hwloc_bitmap_t, UINT8_MAX + 1> processorsOf;

/// 1 + the number of the first node in the set; 0 for none.
unsigned firstNode(hwloc_const_nodeset_t set) {
  int first = set ? hwloc.bitmap_first(set) : -1;
  return first < 0 || first >= UINT8_MAX ? 0 : static_cast<unsigned>(first) + 1;
}

/// 1 + the node of each processor that the process may use, in the order of the topology.
std::vector<unsigned> nodesOfProcessors(bool isSimulated) {
  hwloc_bitmap_t allowed = hwloc.bitmap_alloc();
  bool isKnown = !isSimulated && hwloc.get_cpubind(topology, allowed, HWLOC_CPUBIND_PROCESS) == 0;
  int depth = hwloc.get_type_depth(topology, HWLOC_OBJ_PU);
  std::vector<unsigned> nodes;
  for (unsigned index = 0, count = hwloc.get_nbobjs_by_depth(topology, depth); index < count; ++index) {
    hwloc_obj_t processor = hwloc.get_obj_by_depth(topology, depth, index);
    unsigned node = firstNode(processor->nodeset);
    if (!node || (isKnown && !hwloc.bitmap_isset(allowed, processor->os_index)))
      continue;
    nodes.push_back(node);
    hwloc_bitmap_t &processors = processorsOf[node];
    if (!processors)
      processors = hwloc.bitmap_alloc();
    hwloc.bitmap_or(processors, processors, processor->cpuset);
  }
  hwloc.bitmap_free(allowed);
  return nodes;
}

/// A worker thread goes to a node.
void moveThisThread(unsigned node) {
  if (hwloc_bitmap_t processors = processorsOf[node])
    hwloc.set_cpubind(topology, processors, HWLOC_CPUBIND_THREAD);
}

/// Spread over the nodes in equal shares.
void readTopology() {
  if (!settings().keepsToNodes)
    return;
  if (!hwloc.load() || hwloc.topology_init(&topology) != 0 || hwloc.topology_load(topology) != 0) {
    fprintf(stderr,
            "tactus: warning: TACTUS_SPLICE_NUMA=1 needs hwloc's library, libhwloc.so.15, and a topology that it "
            "can read; tasks run anywhere\n");
    return;
  }
  bool isSimulated = !hwloc.topology_is_thissystem(topology);
  std::vector<unsigned> nodes = nodesOfProcessors(isSimulated);
  if (nodes.empty() || std::count(nodes.begin(), nodes.end(), nodes.front()) == std::ssize(nodes))
    return;
  unsigned count = tactus_worker_count();
  for (unsigned worker = 0; worker < count; ++worker)
    nodeOfWorker[worker] = static_cast<uint8_t>(nodes[worker * nodes.size() / count]);
  simulatesNodes = isSimulated;
  tactus_place_workers(nodeOfWorker.data(), count, isSimulated ? nullptr : moveThisThread);
}

//===--- Where data lies ---===//

/// Of a simulated machine: pages that somebody has touched, by where they begin.
class TouchedPages {
public:
  void touch(address_range bytes, unsigned node) {
    std::uintptr_t first = bytes.first / PageSize * PageSize, last = (bytes.last + PageSize - 1) / PageSize * PageSize;
    std::lock_guard lock(mutex_);
    auto next = pages_.upper_bound(first);
    if (next != pages_.begin())
      first = std::max(first, std::prev(next)->second.last);
    while (first < last) { // the gaps between what others have touched
      std::uintptr_t end = next == pages_.end() ? last : std::min(last, next->first);
      if (first < end)
        add(first, end, node);
      if (next == pages_.end())
        return;
      first = next->second.last;
      ++next;
    }
  }
  unsigned nodeOf(std::uintptr_t address) {
    std::lock_guard lock(mutex_);
    auto next = pages_.upper_bound(address);
    return next != pages_.begin() && address < std::prev(next)->second.last ? std::prev(next)->second.node : 0;
  }

private:
  static constexpr std::uintptr_t PageSize = 4096;
  struct Pages {
    std::uintptr_t last;
    unsigned node;
  };
  void add(std::uintptr_t first, std::uintptr_t last, unsigned node) {
    auto next = pages_.lower_bound(first);
    if (next != pages_.begin() && std::prev(next)->second.last == first && std::prev(next)->second.node == node)
      std::prev(next)->second.last = last;
    else
      pages_[first] = {last, node};
  }

  std::mutex mutex_;
  std::map<std::uintptr_t, Pages> pages_;
};

TouchedPages &touchedPages() {
  static auto *pages = new TouchedPages; // as above: never destroyed
  return *pages;
}

unsigned nodeOfAddress(std::uintptr_t address) {
  if (simulatesNodes)
    return touchedPages().nodeOf(address);
  hwloc_bitmap_t nodes = hwloc.bitmap_alloc();
  bool isKnown = hwloc.get_area_memlocation(topology, reinterpret_cast<const void *>(address), 1, nodes,
                                            HWLOC_MEMBIND_BYNODESET) == 0;
  unsigned node = isKnown ? firstNode(nodes) : 0;
  hwloc.bitmap_free(nodes);
  return node;
}

/// The addresses of a region, if they are known.
bool isSomewhere(const region &some) { return !some.empty() && some.addresses() != all_addresses; }

} // namespace

void placeWorkers() {
  static std::once_flag once;
  std::call_once(once, readTopology);
}

unsigned homeOf(const Group &group) {
  if (!nodeOfWorker[0])
    return 0;
  for (const auto &thread : group.threads)
    for (const region_set *set : {&thread->inclusive.written, &thread->inclusive.read})
      for (unsigned index = 0; index < set->size(); ++index) {
        const region &some = (*set)[index];
        address_range all = some.addresses();
        if (!isSomewhere(some))
          continue;
        if (unsigned node = nodeOfAddress(all.first + (all.last - all.first) / 2))
          return node;
      }
  return 0;
}

unsigned nodeOfThisWorker() { return nodeOfWorker[tactus_worker_number()]; }

void noteTouch(const effects &what) {
  unsigned node = nodeOfThisWorker();
  for (unsigned index = 0; index < what.written.size(); ++index)
    if (isSomewhere(what.written[index]))
      touchedPages().touch(what.written[index].addresses(), node);
}

} // namespace tactus::splice
