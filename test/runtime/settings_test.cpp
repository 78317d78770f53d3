//===- settings_test.cpp - settings from the environment ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "observe/trace_file.h"
#include "observe/trace_line.h"
#include "os/processors.h"
#include "os/setting_names.h"
#include "os/settings.h"
#include "workers/promotion.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

TEST(Settings, QuotaIsRoundedUp) {
  EXPECT_EQ(parseQuota("max 100000\n"), 0u);
  EXPECT_EQ(parseQuota("-1 100000"), 0u);
  EXPECT_EQ(parseQuota("150000 100000\n"), 2u);
  EXPECT_EQ(parseQuota("200000 100000"), 2u);
  EXPECT_EQ(parseQuota("1000 100000"), 1u);
  EXPECT_EQ(parseQuota(""), 0u);
  EXPECT_EQ(parseQuota("100000"), 0u);
}

TEST(Settings, WorkerCountSources) {
  unsetenv("OMP_NUM_THREADS");
  settings.workers = 0;
  EXPECT_GE(chooseWorkerCount(), 1u);
  setenv("OMP_NUM_THREADS", "4,2", 1);
  EXPECT_EQ(chooseWorkerCount(), 4u);
  setenv("OMP_NUM_THREADS", "100000", 1);
  EXPECT_EQ(chooseWorkerCount(), MaximalWorkers);
  settings.workers = 3;
  EXPECT_EQ(chooseWorkerCount(), 3u);
}

struct WrongValue {
  const char *name, *value, *expected;
};

TEST(Settings, AWrongValueCostsOneLine) {
  static const WrongValue values[] = {
      {"TACTUS_WORKERS", "abc", "a whole number from 1 to 1024"},
      {"TACTUS_WORKERS", "0", "a whole number from 1 to 1024"},
      {"TACTUS_WORKERS", "-2", "a whole number from 1 to 1024"},
      {"TACTUS_WORKERS", "99999999999999999999999", "a whole number from 1 to 1024"},
      {"TACTUS_HEARTBEAT_US", "1.5", "a whole number of microseconds from 0 (never promote) to 1000000"},
      {"TACTUS_TOKENS", "0", "a whole number from 1 to 1024, or classic (1, not kept)"},
      {"TACTUS_CHUNK", "1000000001", "a whole number of iterations from 1 to 1000000000, or 0 (adaptive)"},
      {"TACTUS_REGIONS", "threads", "strands or libomp, which run parallel regions that are not latent"},
      {"TACTUS_STACK_MB", "0", "a whole number of mebibytes from 1 to 65536"},
      {"TACTUS_TASKS", "lazy", "heartbeat or eager, which make tasks on beats and where they are created"},
      {"TACTUS_QUEUE_POLICY", "front", "default, push-front, steal-front or both"},
      {"TACTUS_QUEUE_SIZE", "129", "a whole number of tasks from 1 to 128"},
      {"TACTUS_EVENT_BUCKETS", "0", "a whole number from 1 to 16777216"},
      {"TACTUS_TASK_STACK_KB", "15", "a whole number of kibibytes from 16 to 1048576"},
      {"TACTUS_STATS", "yes", "1 for a table on stderr, 0 for nothing, or the name of a .json file"},
      {"TACTUS_TRACE", "1", "the name of a .json file"},
      {"TACTUS_TRACE_MB", "0", "a whole number of mebibytes from 1 to 65536"},
      {"TACTUS_CHAOS", "x", "a whole number, the seed"},
      {"TACTUS_PROMOTE", "some", "all, every (without sampling), or tokens (as soon as a beat has paid for it)"},
      {"TACTUS_POLLS", "0", "a whole number of polls a beat from 1 to 1000"},
  };
  for (const WrongValue &wrong : values) {
    static const WrongValue *current;
    current = &wrong;
    std::string text;
    EXPECT_EQ(inChild(
                  [] {
                    settings = Settings{};
                    setenv(current->name, current->value, 1);
                    readSettings();
                    Settings defaults;
                    if (settings.workers != defaults.workers || settings.tokensPerBeat != defaults.tokensPerBeat ||
                        settings.heartbeatMicroseconds != defaults.heartbeatMicroseconds || settings.statistics ||
                        settings.trace || settings.chunk || settings.chaos || settings.promoteAll || settings.eager ||
                        settings.pushesFront || settings.stealsFront || settings.queueSize != defaults.queueSize ||
                        settings.eventBuckets != defaults.eventBuckets || settings.taskStackKilobytes)
                      _exit(1);
                  },
                  text),
              0);
    EXPECT_EQ(text, std::string("tactus: warning: ") + wrong.name + "=" + wrong.value + ": expected " + wrong.expected +
                        "; using the default\n");
  }
}

/// The record of a program as the driver leaves it.
tactus::abi::TaskParameters recordOf(uint32_t policy, uint32_t size, uint32_t buckets, uint32_t stackNeed) {
  tactus::abi::TaskParameters record;
  record.isSet = 1;
  record.queuePolicy = policy;
  record.queueSize = size;
  record.eventBuckets = buckets;
  record.workerStackKilobytes = stackNeed;
  record.checksum = record.computeChecksum();
  return record;
}

TEST(Settings, TakesTheParametersOfTheProgram) {
  settings = Settings{};
  adoptTaskParameters(recordOf(tactus::abi::PushesFront, 4, 256019, 1280));
  EXPECT_TRUE(settings.pushesFront);
  EXPECT_FALSE(settings.stealsFront);
  EXPECT_EQ(settings.queueSize, 4u);
  EXPECT_EQ(settings.eventBuckets, 256019u);
  EXPECT_EQ(settings.taskStackKilobytes, 0u);
  EXPECT_EQ(settings.stackNeedKilobytes, 1280u);
  settings = Settings{};
}

TEST(Settings, TakesNoDamagedParameters) {
  tactus::abi::TaskParameters good = recordOf(tactus::abi::StealsFront, 4, 1021, 1280);
  for (size_t byte = 0; byte < sizeof good; ++byte) {
    tactus::abi::TaskParameters damaged = good;
    reinterpret_cast<unsigned char *>(&damaged)[byte] ^= 0x10;
    settings = Settings{};
    adoptTaskParameters(damaged);
    EXPECT_EQ(settings.queueSize, Settings{}.queueSize) << "byte " << byte;
    EXPECT_EQ(settings.stackNeedKilobytes, 0u) << "byte " << byte;
  }
  settings = Settings{};
  adoptTaskParameters(recordOf(0, 1000, 0, 20));
  EXPECT_EQ(settings.queueSize, 16u);
  EXPECT_EQ(settings.eventBuckets, 97u);
  adoptTaskParameters(tactus::abi::TaskParameters{});
  EXPECT_EQ(settings.queueSize, 16u);
}

/// What the runtime says on stderr with one variable set.
std::string saidOf(const char *name, const char *value) {
  static const char *currentName, *currentValue;
  currentName = name;
  currentValue = value;
  std::string text;
  EXPECT_EQ(inChild(
                [] {
                  settings = Settings{};
                  setenv(currentName, currentValue, 1);
                  readSettings();
                },
                text),
            0);
  return text;
}

TEST(Settings, TeamSizesThatAreNoneCostOneLine) {
  for (const char *wrong : {"abc", "4x", "0", "-2", "4,0", "4 2", "2.5", "524288", "99999999999999999999"})
    EXPECT_EQ(saidOf("OMP_NUM_THREADS", wrong),
              std::string("tactus: warning: OMP_NUM_THREADS=") + wrong +
                  ": expected whole numbers from 1 to 524287, separated by commas; using the default\n");
  for (const char *right : {"", " ", "4", "4,3,2", " 4 , 3 ", "4,", ",4", "4,,2", "524287"})
    EXPECT_EQ(saidOf("OMP_NUM_THREADS", right), "");
}

TEST(Settings, LibompDoesNotSeeTeamSizesThatStopIt) {
  for (const char *wrong : {"abc", "4x", "0", "", " ", "99999999999"}) {
    static const char *value;
    value = wrong;
    std::string text;
    EXPECT_EQ(inChild(
                  [] {
                    settings = Settings{};
                    setenv("OMP_NUM_THREADS", value, 1);
                    readSettings();
                    _exit(getenv("OMP_NUM_THREADS") ? 3 : 0);
                  },
                  text),
              0);
  }
}

TEST(Settings, MisspeltNamesCostOneLine) {
  EXPECT_EQ(saidOf("TACTUS_WORKER", "4"),
            "tactus: warning: TACTUS_WORKER is no setting of Tactus; did you mean TACTUS_WORKERS?\n");
  EXPECT_EQ(saidOf("TACTUS_HEARTBEAT", ""),
            "tactus: warning: TACTUS_HEARTBEAT is no setting of Tactus; did you mean TACTUS_HEARTBEAT_US?\n");
  EXPECT_EQ(saidOf("TACTUS_SEED_OF_CHAOS", "4"),
            "tactus: warning: TACTUS_SEED_OF_CHAOS is no setting of Tactus; 'tactus env' lists them\n");
  EXPECT_EQ(saidOf(("TACTUS_" + std::string(1000, 'X')).c_str(), "4"),
            "tactus: warning: TACTUS_" + std::string(57, 'X') + " is no setting of Tactus; 'tactus env' lists them\n");
  // The driver's, the tests', and nobody's.
  for (const char *other : {"TACTUS_CLANG", "TACTUS_TEST_SOURCE", "TACTUS", "MY_TACTUS_WORKER", "TACTUS_PROMOTE"})
    EXPECT_EQ(saidOf(other, other == std::string("TACTUS_PROMOTE") ? "all" : "x"), "");
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("WORKERS", "WOKERS"), 1u);
  EXPECT_EQ(editDistance("chaos", "chase"), 2u);
}

TEST(Settings, RightValuesAreTaken) {
  setenv("TACTUS_WORKERS", "7", 1);
  setenv("TACTUS_HEARTBEAT_US", "0", 1);
  setenv("TACTUS_TOKENS", "3", 1);
  setenv("TACTUS_CHUNK", "64", 1);
  setenv("TACTUS_POLLS", "8", 1);
  setenv("TACTUS_CHAOS", "0", 1);
  setenv("TACTUS_PROMOTE", "all", 1);
  readSettings();
  EXPECT_EQ(settings.workers, 7u);
  EXPECT_EQ(settings.heartbeatMicroseconds, 0u);
  EXPECT_EQ(settings.tokensPerBeat, 3u);
  EXPECT_EQ(settings.chunk, 64u);
  EXPECT_TRUE(settings.chaos);
  EXPECT_TRUE(settings.promoteAll);
  EXPECT_EQ(settings.pollsPerBeat, 8u);
}

TEST(Settings, TokensAreSpentForNobodyOnlyIfAskedFor) {
  EXPECT_TRUE(settings.awaitsIdleWorker());
  setenv("TACTUS_PROMOTE", "tokens", 1);
  readSettings();
  EXPECT_FALSE(settings.awaitsIdleWorker());
  EXPECT_FALSE(settings.promotesAlways());
}

} // namespace
