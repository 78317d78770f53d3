//===- collector.h - the calls of a try_splice ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_COLLECTOR_H
#define TACTUS_SPLICE_COLLECTOR_H

#include "reliance.h"
#include "thread.h"
#include "tuning.h"

namespace tactus::splice {

/// The paper explores the continuation of a call for further calls while the call runs; here the body of try_splice
/// runs ahead by itself, and its calls run when there are enough (bootstrapping, §7). It may do that as long as it only
/// makes calls and steps; a step that interferes with a call before it becomes one of the group.
struct Collector : detail::context {
  std::unique_ptr<Group> group = std::make_unique<Group>();
  /// How many calls make a group, and how many there are.
  unsigned wanted = 1, calls = 0;
  SiteTuning *site = nullptr;
  /// The number is chosen by measurement.
  bool isTuned = false;
  /// The program asks for groups of one call: nothing is interleaved, but the halves of a call may run elsewhere.
  bool forksAlone = false;
  /// The group is not the first of this try_splice.
  bool later = false;
  /// The effects of the step at hand are the variables that it names, as the compiler sees them.
  bool isNamed = false;
};

/// At the beginning of a try_splice. The body is to be run as it is, because nothing is to be spliced, or because this
/// is spliced code: false.
bool prepare(Collector &collector, unsigned count, detail::splice_site &site, const detail::code_place &place);
void collectCall(Collector &collector, effects inclusive, Reliance relied, std::unique_ptr<detail::pending_call> call,
                 const detail::code_place &place);
/// A step in the body: runs now if nothing collected interferes.
void collectStep(Collector &collector, detail::step_body &body, const detail::code_place &place);
/// A step whose value the body waits for.
void runStepOutside(Collector &collector, detail::step_body &body, const detail::code_place &place);
/// Before the body does this itself: runs what has been collected, if that interferes.
void settle(Collector &collector, const effects &what, const detail::code_place &place);
/// Behind the last call: the same.
void end(Collector &collector);
/// Runs what has been collected.
void flush(Collector &collector);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_COLLECTOR_H
