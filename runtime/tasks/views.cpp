//===- views.cpp - the views of reducers -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "tasks/views.h"

#include "os/allocation.h"
#include "os/exported.h"

#include <cstdint>
#include <cstring>
#include <new>

__attribute__((visibility("default"),
               tls_model("initial-exec"))) constinit __thread tactus_views *tactus_current_views = nullptr;

using namespace tactus;

namespace {

struct View {
  void *leftmost;
  void *view;
  const tactus_reducer_kind *kind;
  void *reducer;

  bool isLeftmost() const { return view == leftmost; }
};

void *newView(const tactus_reducer_kind &kind) { return demand(kind.bytes, kind.alignment, "a reducer's view"); }

void destroyView(const View &view) {
  if (view.isLeftmost())
    return;
  if (view.kind->destroy)
    view.kind->destroy(view.reducer, view.view);
  release(view.view);
}

} // namespace

/// Open addressing with linear probing; at most half full.
struct tactus_view_table {
  size_t capacity;
  size_t count;
  View *entries;

  static tactus_view_table *make();
  static void unmake(tactus_view_table *table);

  /// Null if there is none.
  View *find(const void *leftmost) {
    View &place = placeOf(leftmost);
    return place.leftmost ? &place : nullptr;
  }
  void add(const View &view) {
    if (2 * (count + 1) > capacity)
      grow();
    placeOf(view.leftmost) = view;
    ++count;
  }
  void remove(View &entry);

private:
  static constexpr size_t SmallestCapacity = 8;
  static View *makeEntries(size_t capacity);
  size_t homeOf(const void *leftmost) const {
    uint64_t hash = reinterpret_cast<uintptr_t>(leftmost) * 0x9e3779b97f4a7c15u;
    return (hash >> 32) & (capacity - 1);
  }
  View &placeOf(const void *leftmost) {
    size_t index = homeOf(leftmost);
    while (entries[index].leftmost && entries[index].leftmost != leftmost)
      index = (index + 1) & (capacity - 1);
    return entries[index];
  }
  void grow();
};

View *tactus_view_table::makeEntries(size_t capacity) {
  void *memory = demand(capacity * sizeof(View), alignof(View), "the views of reducers");
  return static_cast<View *>(memset(memory, 0, capacity * sizeof(View)));
}

tactus_view_table *tactus_view_table::make() {
  void *memory = demand(sizeof(tactus_view_table), alignof(tactus_view_table), "the views of reducers");
  return new (memory) tactus_view_table{SmallestCapacity, 0, makeEntries(SmallestCapacity)};
}

void tactus_view_table::unmake(tactus_view_table *table) {
  release(table->entries);
  release(table);
}

void tactus_view_table::grow() {
  View *old = entries;
  size_t oldCapacity = capacity;
  capacity *= 2;
  entries = makeEntries(capacity);
  for (size_t index = 0; index < oldCapacity; ++index)
    if (old[index].leftmost)
      placeOf(old[index].leftmost) = old[index];
  release(old);
}

void tactus_view_table::remove(View &entry) {
  auto hole = static_cast<size_t>(&entry - entries);
  --count;
  // Entries behind the hole move up unless that would put them before their home.
  for (size_t index = (hole + 1) & (capacity - 1); entries[index].leftmost; index = (index + 1) & (capacity - 1)) {
    size_t distance = (index - homeOf(entries[index].leftmost)) & (capacity - 1);
    if (distance < ((index - hole) & (capacity - 1)))
      continue;
    entries[hole] = entries[index];
    hole = index;
  }
  entries[hole].leftmost = nullptr;
}

static tactus_view_table &tableOf(tactus_views &views) {
  if (!views.table)
    views.table = tactus_view_table::make();
  return *views.table;
}

/// Gives a finished task's view to the calling strand. What the functions of the reducer do may change the strand's
/// table, so no entry of that is held across a call.
static void mergeView(const View &view) {
  tactus_views *views = tactus_current_views;
  if (!views) {
    // The strand's view is the leftmost.
    if (!view.isLeftmost())
      view.kind->reduce(view.reducer, view.leftmost, view.view);
    destroyView(view);
    return;
  }
  tactus_view_table &table = tableOf(*views);
  View *own = table.find(view.leftmost);
  if (!own) {
    table.add(view);
    return;
  }
  if (view.isLeftmost()) {
    // The task has made a reducer where another one was, whose end we have not been told.
    View ended = *own;
    *own = view;
    views->latest_leftmost = nullptr;
    destroyView(ended);
    return;
  }
  view.kind->reduce(view.reducer, own->view, view.view);
  destroyView(view);
}

void tactus::mergeViews(ViewTable *table) {
  for (size_t index = 0; index < table->capacity; ++index)
    if (table->entries[index].leftmost)
      mergeView(table->entries[index]);
  ViewTable::unmake(table);
}

void tactus::dropViews(ViewTable *table) {
  for (size_t index = 0; index < table->capacity; ++index)
    if (table->entries[index].leftmost)
      destroyView(table->entries[index]);
  ViewTable::unmake(table);
}

void tactus::dropUpdates(ViewTable *table) {
  for (size_t index = 0; index < table->capacity; ++index)
    if (View &view = table->entries[index]; view.leftmost) {
      if (view.isLeftmost())
        mergeView(view);
      else
        destroyView(view);
    }
  ViewTable::unmake(table);
}

void *tactus::takeView(const void *leftmost) {
  tactus_views *views = tactus_current_views;
  View *known = views && views->table ? views->table->find(leftmost) : nullptr;
  if (!known)
    return nullptr;
  void *view = known->view;
  views->table->remove(*known);
  views->latest_leftmost = nullptr;
  return view;
}

void tactus::putView(void *leftmost, void *view, const tactus_reducer_kind *kind, void *reducer) {
  tableOf(*tactus_current_views).add({leftmost, view, kind, reducer});
}

void tactus::endView(void *view, const tactus_reducer_kind *kind, void *reducer) {
  destroyView({nullptr, view, kind, reducer});
}

TACTUS_EXPORT void *tactus_reducer_find(void *leftmost, const tactus_reducer_kind *kind, void *reducer) noexcept {
  tactus_views *views = tactus_current_views;
  if (!views)
    return leftmost;
  View *known = views->table ? views->table->find(leftmost) : nullptr;
  void *view = known ? known->view : nullptr;
  if (!view) {
    view = newView(*kind);
    // It may ask for views itself.
    kind->identity(reducer, view);
    tableOf(*views).add({leftmost, view, kind, reducer});
  }
  views->latest_leftmost = leftmost;
  views->latest_view = view;
  return view;
}

TACTUS_EXPORT void tactus_reducer_begin(void *leftmost, const tactus_reducer_kind *kind, void *reducer) noexcept {
  tactus_views *views = tactus_current_views;
  if (!views)
    return;
  tactus_view_table &table = tableOf(*views);
  if (View *known = table.find(leftmost)) {
    // Of an earlier reducer at the same place, whose end we have not been told.
    View ended = *known;
    table.remove(*known);
    views->latest_leftmost = nullptr;
    destroyView(ended);
  }
  table.add({leftmost, leftmost, kind, reducer});
}

TACTUS_EXPORT void tactus_reducer_end(void *leftmost) noexcept {
  tactus_views *views = tactus_current_views;
  View *known = views && views->table ? views->table->find(leftmost) : nullptr;
  if (!known)
    return;
  View ended = *known;
  views->table->remove(*known);
  views->latest_leftmost = nullptr;
  if (!ended.isLeftmost())
    ended.kind->reduce(ended.reducer, leftmost, ended.view);
  destroyView(ended);
}
