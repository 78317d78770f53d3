// Methods of another file hold the region's loops; some throw inside of iterations, virtual calls choose them.
// FLAGS: -std=c++17
// NEEDS-OPENMP
#include "fields.h"
#include "support.h"
#include <memory>

int main() {
  std::unique_ptr<Field> fields[] = {makePlain(3000), makeChecked(3000)};
  for (auto &field : fields) {
    field->step(1);
    SHOW("outside", field->total());
    long seen = 0;
#pragma omp parallel num_threads(3)
    {
      for (int i = 0; i < 4; i++)
        field->step(i);
#pragma omp barrier
#pragma omp single
      seen = field->total();
      for (int i = 0; seen > 0 && i < 2; i++)
        field->step(i + 5);
    }
    SHOW("inside", seen);
    SHOW("after", field->total());
  }
}
