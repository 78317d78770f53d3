#include "fields.h"
#include <stdexcept>
#include <vector>

namespace {

class Plain : public Field {
public:
  explicit Plain(int count) : values(static_cast<size_t>(count), 1) {}
  void step(int number) override {
    int count = static_cast<int>(values.size());
#pragma omp for schedule(dynamic, 50)
    for (int i = 0; i < count; i++)
      values[static_cast<size_t>(i)] = (values[static_cast<size_t>(i)] * 3 + i * number) % 1009;
  }
  long total() const override {
    long sum = 0;
    for (long value : values)
      sum += value;
    return sum;
  }

protected:
  std::vector<long> values;
};

class Checked : public Plain {
public:
  using Plain::Plain;
  void step(int number) override {
    int count = static_cast<int>(values.size());
#pragma omp for
    for (int i = 0; i < count; i++)
      try {
        if (i % 2 == 0 && i + number * 1000 >= count)
          throw std::out_of_range("behind the field");
        values.at(static_cast<size_t>(i)) += number;
      } catch (const std::out_of_range &) {
        values[static_cast<size_t>(i)] -= 1;
      }
    Plain::step(number);
  }
};

} // namespace

std::unique_ptr<Field> makePlain(int count) { return std::make_unique<Plain>(count); }
std::unique_ptr<Field> makeChecked(int count) { return std::make_unique<Checked>(count); }
