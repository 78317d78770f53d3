//===- help.cpp - what --help prints --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// CLI11 knows what options there are; how they are shown is ours: it breaks no lines, and prints C++'s types.
//
//===----------------------------------------------------------------------===//
#include "help.h"

#include <sstream>
#include <utility>

namespace tactus::driver {

/// CLI11 gives a type as "UINT:UINT in [1 - 1024]" or "TEXT:{a,b}": its name, and what validators say.
static std::pair<std::string, std::string> typeOf(const CLI::Option &option) {
  std::string text = option.get_type_name();
  size_t colon = text.find(':');
  return {text.substr(0, colon), colon == std::string::npos ? "" : text.substr(colon + 1)};
}

std::string Help::make_option_opts(const CLI::Option *option) const {
  if (option->get_type_size() == 0 || option->get_positional())
    return {};
  std::string type = typeOf(*option).first;
  return " " + (type == "TEXT" ? "WORD" : type == "UINT" || type == "INT" ? "N" : type == "FLOAT" ? "NUMBER" : type);
}

std::string Help::make_option_desc(const CLI::Option *option) const {
  std::string text = option->get_description(), allowed = typeOf(*option).second;
  if (allowed.starts_with("{")) {
    std::string values = allowed.substr(1, allowed.find('}') - 1);
    for (size_t comma = 0; (comma = values.find(',', comma)) != std::string::npos; comma += 2)
      values.replace(comma, 1, ", ");
    text += ": " + values;
  } else if (size_t range = allowed.find(" in ["); range != std::string::npos) {
    std::string bounds = allowed.substr(range + 5, allowed.find(']') - range - 5);
    size_t dash = bounds.find(" - ");
    // A bound that nobody reaches is no news.
    if (bounds.size() - dash - 3 < 8)
      text += ", " + bounds.substr(0, dash) + " to " + bounds.substr(dash + 3);
  }
  if (!option->get_default_str().empty())
    text += " (default " + option->get_default_str() + ")";
  return text;
}

std::string Help::entry(const std::string &name, const std::string &text) const {
  std::string line = "  " + name;
  bool fits = columns(line) + 2 <= column_width_;
  line += fits ? std::string(column_width_ - columns(line), ' ') : "\n" + std::string(column_width_, ' ');
  return line + wrapped(text, column_width_, column_width_) + "\n";
}

std::string Help::make_option(const CLI::Option *option, bool isPositional) const {
  return entry(make_option_name(option, isPositional) + make_option_opts(option), make_option_desc(option));
}

std::string Help::make_subcommand(const CLI::App *command) const {
  return entry(command->get_name(), command->get_description());
}

std::string Help::make_description(const CLI::App *app) const {
  std::string text;
  std::istringstream lines(app->get_description());
  for (std::string line; std::getline(lines, line);)
    text += wrapped(line) + "\n";
  return text;
}

std::string Help::make_usage(const CLI::App *app, std::string name) const {
  std::string usage = CLI::Formatter::make_usage(app, std::move(name));
  if (!operands.empty())
    usage.insert(usage.size() - 1, " " + operands);
  return "\n" + usage;
}

} // namespace tactus::driver
