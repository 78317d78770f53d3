//===- support.h - what the tests of Parallel ML share ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_TEST_PML_SUPPORT_H
#define TACTUS_TEST_PML_SUPPORT_H

#include "pml/driver/large_stack.h"
#include "pml/project/project.h"
#include "pml/project/show.h"

#include <gtest/gtest.h>

namespace tactus::pml::test {

/// What the front end says of a text: its messages, or what it declares if there are none.
inline std::string check(const std::string &text) {
  std::string out;
  bool hasRun = runOnLargeStack([&] {
    Project project({});
    project.addTextWithoutLibrary("test.sml", text);
    out = project.diagnostics().format(project.sources());
    if (out.empty())
      out = show(project.declared());
  });
  EXPECT_TRUE(hasRun);
  return out;
}

inline bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

inline std::string repeat(const std::string &part, size_t count) {
  std::string out;
  for (size_t index = 0; index < count; ++index)
    out += part;
  return out;
}

} // namespace tactus::pml::test

#endif
