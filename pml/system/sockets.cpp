//===- sockets.cpp - what sockets ask of the system ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/system/sockets.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tactus::pml {

namespace {

/// Of a text of digits, up to a blank.
class Bytes {
public:
  explicit Bytes(const char *text) {
    length = static_cast<size_t>(strchrnul(text, ' ') - text) / 2;
    data = static_cast<unsigned char *>(malloc(length + 1));
    for (size_t i = 0; data && i < length; ++i)
      data[i] = static_cast<unsigned char>(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
  }
  ~Bytes() { free(data); }
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;
  const sockaddr *address() const { return reinterpret_cast<const sockaddr *>(data); }
  auto addressLength() const { return static_cast<socklen_t>(length); }

  unsigned char *data;
  size_t length;

private:
  static unsigned digit(char c) { return c <= '9' ? unsigned(c - '0') : unsigned(c - 'a' + 10); }
};

void giveBytes(const void *from, size_t length, TakeText take, void *to) {
  auto *bytes = static_cast<const unsigned char *>(from);
  auto *text = static_cast<char *>(malloc(2 * length + 1));
  if (!text)
    return;
  for (size_t i = 0; i < length; ++i)
    snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  take(to, text, 2 * length);
  free(text);
}

int64_t connectTo(int socket, const char *text, bool waits) {
  Bytes address(text);
  if (waits)
    return again([&] { return connect(socket, address.address(), address.addressLength()); });
  int flags = fcntl(socket, F_GETFL);
  fcntl(socket, F_SETFL, flags | O_NONBLOCK);
  int result = connect(socket, address.address(), address.addressLength()), problem = errno;
  fcntl(socket, F_SETFL, flags);
  errno = problem;
  return result;
}

int64_t bindTo(int socket, const Bytes &address) { return bind(socket, address.address(), address.addressLength()); }

/// Without a signal if nobody reads.
int64_t sendBytes(int socket, int flags, const Bytes &bytes, const Bytes *address) {
  return again([&] {
    return sendto(socket, bytes.data, bytes.length, flags | MSG_NOSIGNAL, address ? address->address() : nullptr,
                  address ? address->addressLength() : 0);
  });
}

int64_t sendTo(int socket, int flags, const char *text) {
  Bytes address(text), bytes(strchrnul(text, ' ') + 1);
  return sendBytes(socket, flags, bytes, &address);
}

/// SO_LINGER has one more than the seconds, and 0 for none.
int64_t getOption(int socket, int option) {
  linger value{};
  socklen_t size = option == SO_LINGER ? sizeof value : sizeof value.l_onoff;
  if (getsockopt(socket, SOL_SOCKET, option, &value, &size) != 0)
    return -1;
  return option != SO_LINGER ? value.l_onoff : value.l_onoff ? value.l_linger + 1 : 0;
}

int64_t setOption(int socket, int option, int number) {
  linger value{option == SO_LINGER ? number > 0 : number, number > 0 ? number - 1 : 0};
  return setsockopt(socket, SOL_SOCKET, option, &value, option == SO_LINGER ? sizeof value : sizeof value.l_onoff);
}

/// Asks for a negative number.
int64_t noDelay(int socket, int on) {
  socklen_t size = sizeof on;
  if (on >= 0)
    return setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, size);
  return getsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, &size) == 0 ? on : -1;
}

int64_t unread(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) == 0 ? count : -1;
}

/// The new socket, and who has called.
bool acceptOne(int socket, bool waits, TakeText take, void *to) {
  pollfd ready{socket, POLLIN, 0};
  if (!waits && poll(&ready, 1, 0) == 0) {
    errno = EAGAIN;
    return false;
  }
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  int made = again([&] { return accept4(socket, reinterpret_cast<sockaddr *>(&address), &size, SOCK_CLOEXEC); });
  if (made < 0)
    return false;
  giveNumber(made, take, to);
  giveBytes(&address, size, take, to);
  return true;
}

bool receive(int socket, size_t most, int flags, TakeText take, void *to) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  void *bytes = malloc(most + 1);
  if (!bytes)
    return false;
  ssize_t length =
      again([&] { return recvfrom(socket, bytes, most, flags, reinterpret_cast<sockaddr *>(&address), &size); });
  if (length >= 0) {
    giveBytes(bytes, static_cast<size_t>(length), take, to);
    giveBytes(&address, size, take, to);
  }
  free(bytes);
  return length >= 0;
}

template <typename Name> bool nameOf(int socket, Name name, TakeText take, void *to) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (name(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
    return false;
  giveBytes(&address, size, take, to);
  return true;
}

bool makePair(int family, int kind, TakeText take, void *to) {
  int ends[2];
  if (socketpair(family, kind | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  giveNumber(ends[0], take, to);
  giveNumber(ends[1], take, to);
  return true;
}

bool giveHost(const hostent *host, TakeText take, void *to) {
  if (!host || host->h_addrtype != AF_INET) {
    errno = ENOENT;
    return false;
  }
  give(host->h_name, take, to);
  for (char **alias = host->h_aliases; *alias; ++alias)
    give(*alias, take, to);
  give("", take, to);
  for (char **address = host->h_addr_list; *address; ++address)
    giveBytes(*address, 4, take, to);
  return true;
}

bool giveProtocol(const protoent *found, TakeText take, void *to) {
  if (!found) {
    errno = ENOENT;
    return false;
  }
  giveNumber(found->p_proto, take, to);
  give(found->p_name, take, to);
  for (char **alias = found->p_aliases; *alias; ++alias)
    give(*alias, take, to);
  return true;
}

bool giveService(const servent *found, TakeText take, void *to) {
  if (!found) {
    errno = ENOENT;
    return false;
  }
  giveNumber(ntohs(static_cast<uint16_t>(found->s_port)), take, to);
  give(found->s_proto, take, to);
  give(found->s_name, take, to);
  for (char **alias = found->s_aliases; *alias; ++alias)
    give(*alias, take, to);
  return true;
}

/// A name or port, and a protocol or a dash.
bool findService(const char *asked, bool isPort, TakeText take, void *to) {
  char first[64] = {}, second[64] = {};
  sscanf(asked, "%63s %63s", first, second);
  const char *protocol = strcmp(second, "-") == 0 ? nullptr : second;
  return giveService(isPort ? getservbyport(htons(static_cast<uint16_t>(atoi(first))), protocol)
                            : getservbyname(first, protocol),
                     take, to);
}

} // namespace

bool callSocket(const char *name, const long *numbers, const char *text, int64_t &result) {
  auto is = [name](const char *known) { return strcmp(name, known) == 0; };
  auto at = [numbers](int index) { return static_cast<int>(numbers[index]); };
  if (is("socket"))
    result = socket(at(0), at(1) | SOCK_CLOEXEC, at(2));
  else if (is("bind"))
    result = bindTo(at(0), Bytes(text));
  else if (is("listen"))
    result = listen(at(0), at(1));
  else if (is("connect"))
    result = connectTo(at(0), text, at(1) == 0);
  else if (is("shutdown"))
    result = shutdown(at(0), at(1));
  else if (is("closesocket"))
    result = close(at(0));
  else if (is("send"))
    result = sendBytes(at(0), at(1), Bytes(text), nullptr);
  else if (is("sendto"))
    result = sendTo(at(0), at(1), text);
  else if (is("getsockopt"))
    result = getOption(at(0), at(1));
  else if (is("setsockopt"))
    result = setOption(at(0), at(1), at(2));
  else if (is("nodelay"))
    result = noDelay(at(0), at(1));
  else if (is("unread"))
    result = unread(at(0));
  else if (is("atmark"))
    result = sockatmark(at(0));
  else
    return false;
  return true;
}

bool listSocket(const char *name, const long *numbers, const char *asked, TakeText take, void *to, bool &isKnown) {
  auto is = [name](const char *known) { return strcmp(name, known) == 0; };
  auto at = [numbers](int index) { return static_cast<int>(numbers[index]); };
  isKnown = true;
  if (is("accept"))
    return acceptOne(at(0), at(1) == 0, take, to);
  if (is("recv"))
    return receive(at(0), static_cast<size_t>(numbers[1]), at(2), take, to);
  if (is("sockname"))
    return nameOf(at(0), getsockname, take, to);
  if (is("peername"))
    return nameOf(at(0), getpeername, take, to);
  if (is("socketpair"))
    return makePair(at(0), at(1), take, to);
  if (is("hostbyname"))
    return giveHost(gethostbyname2(asked, AF_INET), take, to);
  if (is("hostbyaddr"))
    return giveHost(gethostbyaddr(Bytes(asked).data, 4, AF_INET), take, to);
  if (is("protobyname"))
    return giveProtocol(getprotobyname(asked), take, to);
  if (is("protobynumber"))
    return giveProtocol(getprotobynumber(atoi(asked)), take, to);
  if (is("servbyname") || is("servbyport"))
    return findService(asked, is("servbyport"), take, to);
  isKnown = false;
  return false;
}

} // namespace tactus::pml
