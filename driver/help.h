//===- help.h - what --help prints ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_HELP_H
#define TACTUS_DRIVER_HELP_H

#include "text.h"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

namespace tactus::driver {

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
