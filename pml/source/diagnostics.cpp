//===- diagnostics.cpp - collected errors and warnings ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "diagnostics.h"

#include <algorithm>
#include <tuple>

namespace tactus::pml {

namespace {

void appendMessage(std::string &out, const Sources &sources, Place place, const char *kind,
                   const std::string &message) {
  if (!place.isKnown()) {
    out += "tactus: " + std::string(kind) + ": " + message + "\n";
    return;
  }
  out += sources.describe(place) + ": " + kind + ": " + message + "\n";
  tpal::appendExcerpt(out, sources[place.file], {place.begin, place.end});
}

} // namespace

void Diagnostics::add(Severity severity, Place place, std::string message, std::vector<Note> notes) {
  // A functor's parameter or a shared type can show one mistake twice; users need it once.
  if (!said.emplace(place.file, place.begin, place.end, message).second)
    return;
  errors += severity == Severity::Error;
  entries.push_back({severity, place, std::move(message), std::move(notes)});
}

void Diagnostics::error(Place place, std::string message, std::vector<Note> notes) {
  add(Severity::Error, place, std::move(message), std::move(notes));
}

void Diagnostics::warning(Place place, std::string message, std::vector<Note> notes) {
  add(Severity::Warning, place, std::move(message), std::move(notes));
}

void Diagnostics::report(Annotations::Severity severity, Place place, std::string message) {
  if (severity != Annotations::Severity::Ignore)
    add(severity == Annotations::Severity::Error ? Severity::Error : Severity::Warning, place, std::move(message), {});
}

std::string Diagnostics::format(const Sources &sources) const {
  std::vector<const Entry *> sorted;
  sorted.reserve(entries.size());
  for (const Entry &entry : entries)
    sorted.push_back(&entry);
  // Entries are in order of discovery, which decides between messages at one place.
  std::sort(sorted.begin(), sorted.end(), [](const Entry *left, const Entry *right) {
    return std::tuple(left->place.file, left->place.begin, left) <
           std::tuple(right->place.file, right->place.begin, right);
  });
  std::string out;
  for (size_t index = 0; index < std::min(Shown, sorted.size()); ++index) {
    const Entry &entry = *sorted[index];
    appendMessage(out, sources, entry.place, entry.severity == Severity::Error ? "error" : "warning", entry.message);
    for (const Note &note : entry.notes)
      appendMessage(out, sources, note.place, "note", note.message);
  }
  if (sorted.size() > Shown)
    out += "… and " + std::to_string(sorted.size() - Shown) + " more messages\n";
  return out;
}

} // namespace tactus::pml
