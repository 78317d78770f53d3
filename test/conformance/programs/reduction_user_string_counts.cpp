// FLAGS: -O1 -std=c++20
// CONVERTED: 1
// std::string as a multiset of letters: concatenation, counted afterwards.
#include "support.h"
#include <string>

#pragma omp declare reduction(join : std::string : omp_out += omp_in)

int main() {
  std::string letters = "start";
#pragma omp parallel for reduction(join : letters)
  for (int i = 0; i < 2000; i++)
    letters += (char)('a' + work(i, 3) % 26);
  int counts[26] = {};
  for (char letter : letters)
    counts[letter - 'a']++;
  SHOW("length", letters.size());
  SHOW_ARRAY("counts", counts, 26);
}
