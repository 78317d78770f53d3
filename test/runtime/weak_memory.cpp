//===- weak_memory.cpp - what atomic operations may see without sequential consistency -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "weak_memory.h"

#include <algorithm>

namespace tactus::test {

unsigned WeakMemory::positionOf(const Location &location, unsigned number) {
  auto found = std::find_if(location.messages.begin(), location.messages.end(),
                            [&](const Message &message) { return message.number == number; });
  // The memory is another object's by now.
  return found == location.messages.end() ? 0 : static_cast<unsigned>(found - location.messages.begin());
}

void WeakMemory::join(View &view, const View &other) const {
  for (auto [where, number] : other) {
    if (!knows(where))
      continue;
    const Location &location = locations.at(where);
    unsigned &own = view[where];
    if (positionOf(location, number) > positionOf(location, own))
      own = number;
  }
}

unsigned WeakMemory::firstVisible(const View &view, const void *where, std::memory_order order) const {
  const Location &location = locations.at(where);
  auto seen = view.find(where);
  unsigned first = seen == view.end() ? 0 : positionOf(location, seen->second);
  return isStrict(order) ? std::max(first, positionOf(location, location.strict)) : first;
}

void WeakMemory::see(View &view, const void *where, const Message &message, std::memory_order order) {
  view[where] = message.number;
  if (acquires(order))
    join(view, View(message.view));
  if (isStrict(order))
    locations.at(where).strict = message.number;
}

/// A new message in front of `position`.
void WeakMemory::put(View &view, const void *where, unsigned position, uint64_t value, std::memory_order order,
                     const View *handedOn) {
  Location &location = locations.at(where);
  unsigned number = static_cast<unsigned>(location.messages.size());
  Message message{number, value, {}, handedOn != nullptr};
  location.messages.insert(location.messages.begin() + position, message);
  view[where] = number;
  View published;
  if (releases(order))
    published = view;
  published[where] = number;
  if (handedOn)
    join(published, *handedOn);
  location.messages[position].view = published;
  if (isStrict(order))
    location.strict = number;
}

uint64_t WeakMemory::load(View &view, const void *where, std::memory_order order) {
  const std::vector<Message> &messages = locations.at(where).messages;
  // The newest one first.
  unsigned last = static_cast<unsigned>(messages.size()) - 1;
  const Message &message = messages[last - choose(last - firstVisible(view, where, order) + 1)];
  see(view, where, message, order);
  return message.value;
}

uint64_t WeakMemory::loadNewest(View &view, const void *where, std::memory_order order) {
  const Message &message = locations.at(where).messages.back();
  see(view, where, message, order);
  return message.value;
}

void WeakMemory::storeNewest(View &view, const void *where, uint64_t value, std::memory_order order) {
  put(view, where, static_cast<unsigned>(locations.at(where).messages.size()), value, order, nullptr);
}

void WeakMemory::store(View &view, const void *where, uint64_t value, std::memory_order order) {
  const std::vector<Message> &messages = locations.at(where).messages;
  // Not between an update and what it has read.
  std::vector<unsigned> places;
  for (unsigned place = static_cast<unsigned>(messages.size()); place > firstVisible(view, where, order); --place)
    if (place == messages.size() || !messages[place].isAttached)
      places.push_back(place);
  put(view, where, places[choose(static_cast<unsigned>(places.size()))], value, order, nullptr);
}

uint64_t WeakMemory::update(View &view, const void *where, std::memory_order order, std::memory_order otherwise,
                            const std::function<std::optional<uint64_t>(uint64_t)> &next) {
  const std::vector<Message> &messages = locations.at(where).messages;
  // Messages that may be read: as a load where the comparison fails.
  std::vector<unsigned> places;
  for (unsigned place = static_cast<unsigned>(messages.size()); place-- > 0;) {
    bool isWritten = next(messages[place].value).has_value();
    bool isTaken = place + 1 < messages.size() && messages[place + 1].isAttached;
    if (place >= firstVisible(view, where, isWritten ? order : otherwise) && !(isWritten && isTaken))
      places.push_back(place);
  }
  unsigned place = places[choose(static_cast<unsigned>(places.size()))];
  const Message read = messages[place];
  std::optional<uint64_t> written = next(read.value);
  see(view, where, read, written ? order : otherwise);
  if (written)
    put(view, where, place + 1, *written, order, &read.view);
  return read.value;
}

bool WeakMemory::hasSeenAll(const View &view, const void *where) const {
  return !knows(where) ||
         firstVisible(view, where, std::memory_order_relaxed) + 1 == locations.at(where).messages.size();
}

void WeakMemory::mark(View &view, const void *where) {
  if (!knows(where))
    begin(where, 0);
  storeNewest(view, where, 0, std::memory_order_relaxed);
}

} // namespace tactus::test
