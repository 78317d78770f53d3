//===- trace_text.h - traces written by hand ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_TRACE_TRACE_TEXT_H
#define TACTUS_TEST_TRACE_TRACE_TEXT_H

#include "trace/recording.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>

namespace tactus::trace {

/// A trace that goes away with the test.
class TraceText {
  std::string path = testing::TempDir() + "tactus-analysis-" + std::to_string(getpid()) + ".json";

public:
  explicit TraceText(const std::string &lines) {
    std::ofstream file(path);
    file << "[\n"
         << R"({"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"main thread"}},)" << "\n"
         << R"({"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"program"}},)" << "\n"
         << R"({"ph":"M","pid":1,"tid":1,"name":"tactus_process","args":{"version":1,"workers":2,"processors":2,)"
         << R"("heartbeat":100,"tokens":1,"classic":false,"directory":"/","command":["program"]}},)" << "\n"
         << place(10, 7, "loop", true) << place(20, 3, "loop", false) << place(30, 9, "fork", false) << lines;
  }
  ~TraceText() { std::remove(path.c_str()); }

  [[nodiscard]] Recording read() const {
    Recording recording;
    EXPECT_EQ(readRecording(path, recording), "");
    return recording;
  }
  [[nodiscard]] const std::string &name() const { return path; }

private:
  static std::string place(int number, int line, const char *kind, bool leaf) {
    return R"({"ph":"M","pid":1,"tid":1,"name":"tactus_place","args":{"place":)" + std::to_string(number) +
           R"(,"kind":")" + kind + R"(","leaf":)" + (leaf ? "true" : "false") + R"(,"file":"a.c","line":)" +
           std::to_string(line) + ",\"column\":1,\"function\":\"f\"}},\n";
  }
};

/// A beat; `parts` is the list of parts in JSON, `gap` in nanoseconds.
inline std::string beat(int time, const std::string &parts, int gap = 0, int task = 0, int thread = 1) {
  return R"({"ph":"M","pid":1,"tid":)" + std::to_string(thread) + R"(,"ts":)" + std::to_string(time) +
         R"(,"name":"tactus_beat","args":{"parts":)" + parts + ",\"task\":" + std::to_string(task) +
         ",\"gap\":" + std::to_string(gap) + ",\"chunk\":1}},\n";
}

inline std::string end(int time) {
  return R"({"ph":"M","pid":1,"ts":)" + std::to_string(time) +
         R"(,"name":"tactus_end","args":{"dropped":0,"thinning":0}}])" + "\n";
}

} // namespace tactus::trace

#endif // TACTUS_TEST_TRACE_TRACE_TEXT_H
