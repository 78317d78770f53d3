//===- report.h - the document that -ftactus-report= leaves --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One clang command compiles each of its sources in a process of its own, and each appends to the report. So the plugin
// writes one JSON object a line, which needs no knowledge of the others, and the driver wraps the lines when all are
// done (driver/output_file.h says why nobody sees the lines):
//
//   {"file":"a.c",…}                       {"version":1,"loops":[
//   {"file":"b.c",…}     ───makeReport───►  {"file":"a.c",…},
//                                           {"file":"b.c",…}]}
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_REPORT_H
#define TACTUS_DRIVER_REPORT_H

#include <string>

namespace tactus::driver {

/// The file that the command writes if `given` is what the user has named. In a folder, which is made if `given` ends
/// in a slash, each command has a file of its own, by the name and the place of `made`: what it makes, or what it makes
/// it from. So all commands of a `make`, also at one time, can be given the same folder.
[[nodiscard]] std::string reportFile(const std::string &given, const std::string &made);

/// Turns the plugin's lines, which are in the file `lines`, into one document. Returns what is wrong with them, or
/// nothing.
[[nodiscard]] std::string makeReport(const std::string &lines, std::string &document);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_REPORT_H
