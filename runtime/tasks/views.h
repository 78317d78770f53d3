//===- views.h - the views of reducers -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task that asks for a reducer's view has a table of views, by the address of the reducer's leftmost view:
//
//     thread ── tactus_current_views ──► tactus_views (in runTask's frame) ──► ViewTable ──► view, view, …
//     Task::views ◄── when it has run ────────────────────────────────────────────┘
//
// Outside of tasks there is no table, and every view is the leftmost one. So the user's threads pay one load and test.
//
// The join merges the tables of its tasks in index order, which is program order, into that of the joining strand. What
// a task runs on behalf of the join, before its older neighbours have ended, therefore has views of its own as well.
//
// Safety. A table belongs to the thread that runs the task, until the task completes (release), and then to the thread
// that joins it (acquire). Within a strand a view stays where it is, once it is found.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_VIEWS_H
#define TACTUS_RUNTIME_TASKS_VIEWS_H

#include "tactus/reducer.h"

struct tactus_view_table;

namespace tactus {

using ViewTable = tactus_view_table;

/// While it exists, the calling thread runs a task: its views are other ones.
class TaskViews {
public:
  /// `table`: what it has made already, null for nothing.
  explicit TaskViews(ViewTable *table = nullptr) : previous(tactus_current_views) {
    views.table = table;
    tactus_current_views = &views;
  }
  ~TaskViews() { tactus_current_views = previous; }
  TaskViews(const TaskViews &) = delete;
  TaskViews &operator=(const TaskViews &) = delete;
  /// What the task has made; null if it has asked for no view.
  ViewTable *table() const { return views.table; }

private:
  tactus_views views{};
  tactus_views *previous;
};

/// Reduces all views of a task that has run into those of the calling strand, and frees the table.
void mergeViews(ViewTable *table);
/// Drops all views of a task that nobody wants any more.
void dropViews(ViewTable *table);
/// The same, but reducers that the task has made and not ended are the calling strand's now.
void dropUpdates(ViewTable *table);

/// Takes the calling strand's view out of its table, so that the next who asks gets another; null if there is none.
void *takeView(const void *leftmost);
/// Puts a view into the calling strand's table, which has none for this reducer.
void putView(void *leftmost, void *view, const tactus_reducer_kind *kind, void *reducer);
/// Ends a view's life and frees its memory.
void endView(void *view, const tactus_reducer_kind *kind, void *reducer);

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_VIEWS_H
