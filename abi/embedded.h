//===- embedded.h - sections of text that tools read -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler writes lines of JSON, each ended by a zero byte; the linker puts those of all objects together, and
// keeps equal ones once. Nothing of it is loaded.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_EMBEDDED_H
#define TACTUS_ABI_EMBEDDED_H

namespace tactus::abi {

/// What became of each construct: tactus report.
inline constexpr const char *ReportSection = ".tactus_report";
/// What is known of each loop that is no construct: tactus advise.
inline constexpr const char *LoopsSection = ".tactus_loops";

} // namespace tactus::abi

#endif // TACTUS_ABI_EMBEDDED_H
