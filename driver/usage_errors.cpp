//===- usage_errors.cpp - what is wrong with a command line, in our words -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// CLI11 finds what is wrong. Its words are those of a program text ("--seed: 1 required UINT missing"), and it asks for
// what is missing before it looks at what nobody knows. So its messages are told anew. One that is not known here stays
// as it is.
//
//===----------------------------------------------------------------------===//
#include "usage_errors.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tactus::driver {

/// The least number of letters that are put in, left out or exchanged to make one word of the other.
static size_t distance(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (char letter : from) {
    size_t diagonal = row[0]++;
    for (size_t i = 0; i < to.size(); ++i) {
      size_t exchanged = diagonal + (letter != to[i]);
      diagonal = row[i + 1];
      row[i + 1] = std::min({row[i] + 1, diagonal + 1, exchanged});
    }
  }
  return row.back();
}

/// ", did you mean 'run'?", if one of the names is near enough.
static std::string suggestion(const std::string &name, const std::vector<std::string> &known) {
  // Of two that are as near, the one with the same first letter: that is rarely mistyped.
  auto difference = [&](const std::string &other) {
    return std::pair(distance(name, other), !other.starts_with(name.substr(0, 1)));
  };
  auto nearest = std::ranges::min_element(known, {}, difference);
  bool isMeant = nearest != known.end() && distance(name, *nearest) <= 2;
  return isMeant ? ", did you mean '" + *nearest + "'?" : "";
}

static std::vector<std::string> commandsOf(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string describeUnknownCommand(const CLI::App &app, const std::string &name) {
  return "'" + name + "' is no command" + suggestion(name, commandsOf(app));
}

static std::string describeUnknownOption(const CLI::App &app, const std::string &word) {
  std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &longName : option->get_lnames())
      known.push_back("--" + longName);
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    if (command->get_option_no_throw(name))
      return "'" + name + "' belongs behind '" + command->get_name() + "'";
  return "'" + name + "' is no option" + suggestion(name, known);
}

/// "a, b and c" of {"a", "b", "c"}.
static std::string listed(const std::vector<std::string> &words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

/// The command that was being read, of those inside of each other.
static const CLI::App &innermost(const CLI::App &app) {
  std::vector<CLI::App *> commands = app.get_subcommands();
  return commands.empty() ? app : innermost(*commands.back());
}

/// The word that nobody takes, told; empty if all words are known.
static std::string describeUnknownWord(const CLI::App &app) {
  std::vector<std::string> words = app.remaining(/*recurse=*/true);
  const CLI::App &command = innermost(app);
  for (const std::string &word : words)
    if (word.starts_with("-") && word != "-" && word != "--")
      return describeUnknownOption(command, word);
  if (!words.empty() && command.get_require_subcommand_min() > 0)
    return describeUnknownCommand(command, words.front());
  // One name too many for an option without dashes.
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional() && std::cmp_greater(option->count(), option->get_items_expected_max()))
      words.push_back(option->results().back());
  return words.empty() ? "" : "'" + words.front() + "' is one argument too many";
}

/// What CLI11 writes as 0.050000.
static std::string tidied(std::string number) {
  if (number.find('.') == std::string::npos)
    return number;
  number.erase(number.find_last_not_of('0') + 1);
  return number.ends_with('.') ? number.substr(0, number.size() - 1) : number;
}

/// `text` without `begin` in front and `end` behind; empty if it is not of that form.
static std::optional<std::string> between(std::string_view text, std::string_view begin, std::string_view end) {
  if (text.size() < begin.size() + end.size() || !text.starts_with(begin) || !text.ends_with(end))
    return std::nullopt;
  return std::string(text.substr(begin.size(), text.size() - begin.size() - end.size()));
}

/// Of "Value 0 not in range 1 to 1024", or "[1 - 1024]" with CLI11 2.4, and of "x not in {a,b}"; empty if it is
/// neither. Values are the user's and may hold anything, these words too, so it is the last ones that count.
static std::string describeWrongValue(const std::string &text) {
  static constexpr std::string_view InRange = " not in range ", InSet = " not in {";
  size_t range = text.rfind(InRange), set = text.rfind(InSet);
  if (set != std::string::npos && (range == std::string::npos || set > range) && text.ends_with('}')) {
    std::string names = text.substr(set + InSet.size(), text.size() - set - InSet.size() - 1), spaced;
    for (char letter : names)
      spaced += letter == ',' ? std::string(", ") : std::string(1, letter);
    return "'" + text.substr(0, set) + "' is none of " + spaced;
  }
  std::optional<std::string> value = between(std::string_view(text).substr(0, range), "Value ", "");
  if (range == std::string::npos || !value)
    return {};
  std::string limits = text.substr(range + InRange.size());
  std::optional<std::string> inBrackets = between(limits, "[", "]");
  std::string_view separator = inBrackets ? " - " : " to ";
  limits = inBrackets.value_or(limits);
  size_t end = limits.find(separator);
  if (end == std::string::npos)
    return {};
  return "'" + *value + "' is no number from " + tidied(limits.substr(0, end)) + " to " +
         tidied(limits.substr(end + separator.size()));
}

/// Of "1 required UINT:UINT in [1 - 5] missing"; empty if it is something else.
static std::string describeMissingValue(const std::string &text) {
  static constexpr std::string_view Words = "1 required ";
  std::optional<std::string> type = between(text, Words, " missing");
  if (!type)
    return {};
  bool isNumber = type->starts_with("UINT") || type->starts_with("INT") || type->starts_with("FLOAT");
  return "the " + (isNumber ? "number" : type->starts_with("TEXT") ? "word" : *type) + " is missing";
}

/// CLI11's text in our words; the same if it is not known here.
static std::string retold(const std::string &theirs) {
  static constexpr std::string_view Colon = ": ", Equals = " = ";
  if (std::optional<std::string> name = between(theirs, "", " is required");
      name && name->find(' ') == std::string::npos)
    return *name + " is missing";
  if (std::optional<std::string> pair = between(theirs, "Could not convert: ", ""))
    if (size_t at = pair->find(Equals); at != std::string::npos)
      return pair->substr(0, at) + ": '" + pair->substr(at + Equals.size()) + "' is no number";
  // Names of options have no colon.
  size_t colon = theirs.find(Colon);
  if (colon == std::string::npos)
    return theirs;
  std::string name = theirs.substr(0, colon + Colon.size()), rest = theirs.substr(colon + Colon.size());
  std::string ours = describeMissingValue(rest);
  if (ours.empty())
    ours = describeWrongValue(rest);
  return ours.empty() ? theirs : name + ours;
}

std::string describeUsageError(const CLI::App &app, const CLI::Error &error) {
  bool isAboutWords = dynamic_cast<const CLI::RequiredError *>(&error) ||
                      dynamic_cast<const CLI::ExtrasError *>(&error) ||
                      dynamic_cast<const CLI::ArgumentMismatch *>(&error);
  if (std::string unknown = isAboutWords ? describeUnknownWord(app) : ""; !unknown.empty())
    return unknown;
  std::string theirs = error.what();
  if (theirs == "A subcommand is required")
    return "a command is missing, known ones are " + listed(commandsOf(innermost(app)));
  return retold(theirs);
}

} // namespace tactus::driver
