//===- help.h - what --help prints ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_HELP_H
#define TACTUS_DRIVER_HELP_H

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

namespace tactus::driver {

/// The width of a terminal that nobody has made wider.
constexpr size_t TextWidth = 80;

/// The text in lines of at most `width` columns, broken at spaces. Every line but the first begins with `indent`
/// spaces, which count; the first has room for `width` columns less `used`. A word that is longer stands in a line of
/// its own.
std::string wrapped(const std::string &text, size_t indent = 0, size_t used = 0, size_t width = TextWidth);

/// "1 worker", "2 workers".
std::string counted(unsigned count, const std::string &noun);

/// The number of columns that UTF-8 text takes.
size_t columns(const std::string &text);

/// Help in lines of at most 80 columns, which says the kind and range of values in words. `operands` is what stands
/// behind the options and is not CLI11's to read: "PROGRAM [ARGUMENTS...]".
class Help : public CLI::Formatter {
public:
  explicit Help(std::string operands = {}) : operands(std::move(operands)) { column_width(26); }

  std::string make_option(const CLI::Option *option, bool isPositional) const override;
  std::string make_option_opts(const CLI::Option *option) const override;
  std::string make_option_desc(const CLI::Option *option) const override;
  std::string make_subcommand(const CLI::App *command) const override;
  std::string make_description(const CLI::App *app) const override;
  std::string make_usage(const CLI::App *app, std::string name) const override;

private:
  std::string operands;

  [[nodiscard]] std::string entry(const std::string &name, const std::string &text) const;
};

} // namespace tactus::driver

#endif // TACTUS_DRIVER_HELP_H
