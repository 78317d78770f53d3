// FLAGS: -O2 -std=c++20
// ENV: KMP_WARNINGS=0
// CONVERTED: 3
// Leagues in members and templates, over iterators, with objects of their own and exceptions that stay in an iteration.
#include "support.h"
#include <stdexcept>
#include <vector>

template <typename T> class Field {
public:
  explicit Field(int size) : data(static_cast<size_t>(size)) {}

  void fill(int teams) {
#pragma omp teams distribute parallel for num_teams(teams)
    for (auto place = data.begin(); place < data.end(); ++place)
      *place = static_cast<T>(mix(static_cast<uint64_t>(place - data.begin())) % 1000);
  }

  T sum(int teams) const {
    T total = 0;
    std::vector<T> weights{1, 2, 3};
#pragma omp teams distribute parallel for num_teams(teams) firstprivate(weights) reduction(+ : total)
    for (size_t i = 0; i < data.size(); i++) {
      weights[i % 3] = static_cast<T>(i % 3 + 1);
      total += data[i] * weights[i % 3];
    }
    return total;
  }

  long caught(int teams) const {
    long count = 0;
#pragma omp teams distribute parallel for num_teams(teams) reduction(+ : count)
    for (size_t i = 0; i < data.size(); i++)
      try {
        if (static_cast<long>(data[i]) % 7 == 0)
          throw std::runtime_error("seven");
      } catch (const std::runtime_error &) {
        count++;
      }
    return count;
  }

private:
  std::vector<T> data;
};

int main() {
  for (int teams = 1; teams < 8; teams += 3) {
    Field<long> field(1700);
    field.fill(teams);
    SHOW("sum", field.sum(teams));
    SHOW("caught", field.caught(teams));
  }
}
