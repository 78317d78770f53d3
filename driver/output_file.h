//===- output_file.h - a file that is there whole, or as it was -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A command that fails or is ended must leave no half of what it makes, and must not lose what was there. So it writes
// a file in a folder of its own beside the target, and moves it to its place at the end:
//
//   OutputFile output("program", "name another file by -o");
//   if (output.problem().empty())
//     link(objects, output.path());    .tactus-unfinished-x7Qw2c/program
//   problem = output.keep();           program
//
// The target may be a symbolic link: what it points to is replaced. It keeps its permissions; its other names, if it
// has hard links, keep the old content, as with compilers. Where nothing can be moved to the place, because it is a
// device, a pipe, or a file in a folder that may not be written, the whole file is copied there at the end.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_OUTPUT_FILE_H
#define TACTUS_DRIVER_OUTPUT_FILE_H

#include "temporary_folder.h"

#include <filesystem>
#include <optional>
#include <string>

namespace tactus::driver {

class OutputFile {
  std::string name, advice;
  /// With links followed.
  std::filesystem::path target;
  /// The file is moved to its place; else copied, behind what is there if the place is a stream.
  bool isMoved = true, isStream = false;
  std::optional<TemporaryFolder> folder;
  std::string error;

  void openFolder();
  [[nodiscard]] std::string cannotWrite(const std::string &reason) const;

public:
  /// `advice` says what to do if the target cannot be written: "name another file by -o".
  OutputFile(const std::filesystem::path &target, std::string advice);
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  /// Why the target cannot be written, in one line; empty if it can.
  [[nodiscard]] const std::string &problem() const { return error; }
  /// Where to write. The file has the target's name, and is not there yet.
  [[nodiscard]] std::filesystem::path path() const { return folder->path() / target.filename(); }
  /// Moves what has been written to the target. Returns one line if that fails, or nothing.
  [[nodiscard]] std::string keep();
  /// Writes the text, and keeps it.
  [[nodiscard]] std::string write(const std::string &text);
  /// Whether the target is the file `input`, which would be lost.
  [[nodiscard]] bool replaces(const std::filesystem::path &input) const;
};

/// All of the above with a text. Returns one line if that fails, or nothing.
[[nodiscard]] std::string writeWhole(const std::filesystem::path &target, const std::string &text,
                                     const std::string &advice);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_OUTPUT_FILE_H
