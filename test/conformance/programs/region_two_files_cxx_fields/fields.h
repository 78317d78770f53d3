#include <memory>
struct Field {
  virtual ~Field() = default;
  virtual void step(int number) = 0;
  virtual long total() const = 0;
};
std::unique_ptr<Field> makePlain(int count);
std::unique_ptr<Field> makeChecked(int count);
