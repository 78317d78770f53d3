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

void give(const char *text, TakeText take, void *to) { take(to, text ? text : "", text ? strlen(text) : 0); }

void give(int64_t number, TakeText take, void *to) {
  char text[24];
  take(to, text, static_cast<size_t>(snprintf(text, sizeof text, "%lld", static_cast<long long>(number))));
}

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
    give(user.pw_name, take, to);
    give(user.pw_uid, take, to);
    give(user.pw_gid, take, to);
    give(user.pw_dir, take, to);
    give(user.pw_shell, take, to);
  };
  auto tellGroup = [&](const group &group) {
    give(group.gr_name, take, to);
    give(group.gr_gid, take, to);
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
