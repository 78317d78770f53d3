// expected: has to stand before <execution>
// needs: TACTUS_STANDARD_EXECUTION
#ifdef RIGHT
#include <tactus/execution>
#endif
#include <algorithm>
#include <execution>
#include <tactus/execution>
#include <vector>

void use(std::vector<int> &x) { std::sort(std::execution::par, x.begin(), x.end()); }
