//===- users.cpp - what the system knows of users and groups -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/system/users.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <grp.h>
#include <pwd.h>

namespace tactus::pml {

namespace {

/// What the system leaves out is an empty text.
const char *textOf(const char *known) { return known ? known : ""; }

/// `find(entry, room, bytes, result)` with as much room as the entry needs. Whether there is one.
template <typename Entry, typename Find, typename Tell> bool look(Find find, Tell tell) {
  constexpr size_t Most = 16 << 20;
  for (size_t bytes = 4096; bytes <= Most; bytes *= 4) {
    auto *room = static_cast<char *>(malloc(bytes));
    Entry entry, *found = nullptr;
    int problem = room ? find(&entry, room, bytes, &found) : ENOMEM;
    if (found)
      tell(*found);
    free(room);
    if (found)
      return true;
    if (problem != ERANGE) {
      errno = problem ? problem : ENOENT;
      return false;
    }
  }
  errno = ERANGE;
  return false;
}

} // namespace

bool listUsers(const char *name, const char *asked, TakeText take, void *to, bool &isKnown) {
  auto is = [&](const char *known) { return strcmp(name, known) == 0; };
  auto number = static_cast<unsigned>(strtoul(asked, nullptr, 10));
  auto tellUser = [&](const passwd &user) {
    give(textOf(user.pw_name), take, to);
    giveNumber(user.pw_uid, take, to);
    giveNumber(user.pw_gid, take, to);
    give(textOf(user.pw_dir), take, to);
    give(textOf(user.pw_shell), take, to);
  };
  auto tellGroup = [&](const group &group) {
    give(textOf(group.gr_name), take, to);
    giveNumber(group.gr_gid, take, to);
    for (char **member = group.gr_mem; *member; ++member)
      give(*member, take, to);
  };
  isKnown = true;
  if (is("getpwuid"))
    return look<passwd>([&](auto... into) { return getpwuid_r(number, into...); }, tellUser);
  if (is("getpwnam"))
    return look<passwd>([&](auto... into) { return getpwnam_r(asked, into...); }, tellUser);
  if (is("getgrgid"))
    return look<group>([&](auto... into) { return getgrgid_r(number, into...); }, tellGroup);
  if (is("getgrnam"))
    return look<group>([&](auto... into) { return getgrnam_r(asked, into...); }, tellGroup);
  isKnown = false;
  return false;
}

} // namespace tactus::pml
