//===- targets.h - what the fuzzers feed ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One function for each entry point. They abort on a violated property, which libFuzzer and
// the test that replays the corpus both notice.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_FUZZ_TARGETS_H
#define TACTUS_TPAL_FUZZ_TARGETS_H

#include <cstdint>
#include <string_view>

namespace tactus::tpal::fuzz {

/// Any text parses without a crash; if it has no error, parse(print(p)) == p.
void parseAnything(std::string_view text);
/// Whatever parses can be verified, and its messages formatted.
void verifyAnything(std::string_view text);
/// Whatever verifies can be run: it halts, gets stuck or reaches the step limit, but never deadlocks, and work,
/// span and tasks are consistent.
void runAnything(std::string_view text);
/// The generated program of a seed verifies, and all schedules and its elision agree.
void compareSchedules(uint64_t seed);

} // namespace tactus::tpal::fuzz

#endif
