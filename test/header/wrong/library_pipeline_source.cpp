// expected: pipeline_source
#include <tactus/pipeline.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::pipeline(4, [] { return std::optional<int>(); }, [](int) {});
#else
  tactus::pipeline(4, [] { return 3; }, [](int) {});
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
