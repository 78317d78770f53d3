//===- ranks_test.cpp - ranks, their share of a node, and their files ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/file_names.h"
#include "os/processors.h"
#include "os/ranks.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

using namespace tactus;

namespace {

TEST(Ranks, EachLauncherSaysWhoTheRankIs) {
  setenv("PMI_RANK", "5", 1);
  EXPECT_EQ(rankOfProcess().count, 1u) << "a rank without their number is none";
  setenv("PMI_SIZE", "8", 1);
  setenv("MPI_LOCALNRANKS", "4", 1);
  setenv("MPI_LOCALRANKID", "1", 1);
  Rank rank = rankOfProcess();
  EXPECT_EQ(rank.number, 5u);
  EXPECT_EQ(rank.count, 8u);
  EXPECT_EQ(rank.numberOnNode, 1u);
  EXPECT_EQ(rank.countOnNode, 4u);
  setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
  EXPECT_EQ(rankOfProcess().number, 2u) << "the first of the list";
  EXPECT_EQ(rankOfProcess().countOnNode, 1u);
  setenv("OMPI_COMM_WORLD_RANK", "3", 1);
  EXPECT_EQ(rankOfProcess().number, 5u) << "3 is no rank of 3";
  setenv("PMI_RANK", "-1", 1);
  EXPECT_EQ(rankOfProcess().count, 1u);
}

TEST(Ranks, StepsOfSlurm) {
  setenv("SLURM_PROCID", "3", 1);
  setenv("SLURM_NTASKS", "5", 1);
  EXPECT_EQ(rankOfProcess().count, 1u) << "a batch script is no step";
  setenv("SLURM_STEP_NUM_TASKS", "5", 1);
  setenv("SLURM_STEP_TASKS_PER_NODE", "2(x2),1", 1);
  setenv("SLURM_NODEID", "1", 1);
  setenv("SLURM_LOCALID", "1", 1);
  EXPECT_EQ(rankOfProcess().number, 3u);
  EXPECT_EQ(rankOfProcess().countOnNode, 2u);
  EXPECT_EQ(rankOfProcess().numberOnNode, 1u);
}

TEST(Ranks, TasksByNode) {
  EXPECT_EQ(tasksOnNode("2(x3),1", 0), 2u);
  EXPECT_EQ(tasksOnNode("2(x3),1", 2), 2u);
  EXPECT_EQ(tasksOnNode("2(x3),1", 3), 1u);
  EXPECT_EQ(tasksOnNode("2(x3),1", 4), 0u);
  EXPECT_EQ(tasksOnNode("4,8", 1), 8u);
  EXPECT_EQ(tasksOnNode(nullptr, 0), 0u);
  EXPECT_EQ(tasksOnNode("", 0), 0u);
  EXPECT_EQ(tasksOnNode("two", 0), 0u);
  EXPECT_EQ(tasksOnNode("2(x3", 5), 0u);
}

TEST(Ranks, ShareOfANode) {
  auto share = [](uint64_t own, uint64_t all, uint64_t quota, uint64_t number, uint64_t count) {
    return shareAmongRanks(own, all, quota, {number, count, number, count});
  };
  EXPECT_EQ(share(64, 64, 0, 0, 4), 16u) << "not bound";
  EXPECT_EQ(share(1, 64, 0, 0, 4), 1u) << "bound to a core";
  EXPECT_EQ(share(32, 64, 0, 3, 4), 16u) << "two ranks on each socket";
  EXPECT_EQ(share(4, 64, 0, 0, 2), 4u) << "bound to less than its share";
  EXPECT_EQ(share(8, 8, 0, 0, 3), 3u) << "what is left over goes to the first ranks";
  EXPECT_EQ(share(8, 8, 0, 2, 3), 2u);
  EXPECT_EQ(share(2, 2, 0, 7, 8), 1u) << "more ranks than processors";
  EXPECT_EQ(share(64, 64, 8, 0, 4), 2u) << "a quota for all";
  EXPECT_EQ(share(64, 64, 2, 0, 4), 1u);
}

TEST(Ranks, MayHaveMoreWorkersThanProcessors) {
  EXPECT_FALSE(ranksExceedProcessors(1000)) << "a process that is alone may have as many workers as it likes";
  setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  setenv("OMPI_COMM_WORLD_LOCAL_RANK", "0", 1);
  for (uint64_t ranks : {2, 100000}) {
    setenv("OMPI_COMM_WORLD_SIZE", std::to_string(ranks).c_str(), 1);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", std::to_string(ranks).c_str(), 1);
    EXPECT_FALSE(ranksExceedProcessors(1)) << "one worker has nobody to wake";
    EXPECT_FALSE(ranksExceedProcessors(processorShare()));
    EXPECT_TRUE(ranksExceedProcessors(processorShare() + 1));
  }
}

TEST(FileNames, SayWhoWritesThem) {
  auto name = [](const char *pattern) { return std::string(FileName(pattern)); };
  setenv("OMPI_COMM_WORLD_RANK", "7", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "9", 1);
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  EXPECT_EQ(name("t.%r.json"), "t.7.json");
  EXPECT_EQ(name("%h/%p"), std::string(host) + "/" + std::to_string(getpid()));
  EXPECT_EQ(name("100%%r"), "100%r");
  EXPECT_EQ(name("50%"), "50%");
  EXPECT_EQ(name("%x"), "%x");
  char shortName[5];
  tactus_expand_file_name("%r-long", shortName, sizeof shortName);
  EXPECT_STREQ(shortName, "7-lo");
  EXPECT_TRUE(namesOneOf("a%pb", "p"));
  EXPECT_FALSE(namesOneOf("a%%pb", "p"));
}

} // namespace
