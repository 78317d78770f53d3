//===- reliance.h - what calls rely on beside their effects ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler knows which variables a function and its callees name (compiler/splice/Summaries.h). Where calls are
// collected, that is compared with what they declare:
//
//   read and written   variables that the call reads or writes, and of which its effects say nothing
//   decisive           variables that its effects are computed from, whatever the effects say
//
// Nothing that runs beside a call may touch these. So a call that changes what another one relies on is never in its
// group, a call that changes what it relies on itself is alone, and code between calls that changes it runs when the
// calls before it have ended (collector.cpp). Within a group, then, effects that depend on variables are constant.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_RELIANCE_H
#define TACTUS_SPLICE_RELIANCE_H

#include "tactus/splice/effect.hpp"

#include <vector>

namespace tactus::splice {

struct Group;

/// Of one call.
struct Reliance {
  effects what;
  /// It may call functions of which the compiler knows nothing: they may read any variable.
  bool onUnknown = false;
};

/// What the compiler says of a call, before its effects are known.
class NamedVariables {
public:
  /// As the compiler says them.
  enum Use : unsigned { Read = 1, Written = 2, Decisive = 4, Scalar = 8 };

  void clear();
  /// The function has not said it for this call yet.
  bool begins(const char *function);
  void add(address_range variable, unsigned use) { variables_.push_back({variable, use}); }
  void addUnknown() { onUnknown_ = true; }

  /// Those that effects are computed from.
  [[nodiscard]] effects decisive() const;
  [[nodiscard]] Reliance beside(const effects &declared) const;

private:
  struct Variable {
    address_range addresses;
    unsigned use;
  };
  std::vector<Variable> variables_;
  std::vector<const char *> functions_;
  bool onUnknown_ = false;
};

/// All that calls of the group write, and those elsewhere that may run at the same time.
region_set writtenBy(const Group &group);
/// Some of that is in the region.
bool isWritten(const Group &group, const region &some);
/// Nothing of that is there, as long as the group runs.
bool isConstant(Group &group, const byte_range &place);

} // namespace tactus::splice

#endif // TACTUS_SPLICE_RELIANCE_H
