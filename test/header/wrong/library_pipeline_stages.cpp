// expected: pipeline_stages
#include <tactus/pipeline.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::pipeline(4, [] { return std::optional<int>(); }, [](int v) { return 2.0 * v; }, [](double) {});
#else
  tactus::pipeline(4, [] { return std::optional<int>(); }, [](int) { return "text"; }, [](double) {});
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
