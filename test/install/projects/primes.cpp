#include <iostream>
#include <vector>

int main() {
  std::vector<int> prime(5000);
#pragma omp parallel for
  for (int n = 2; n < 5000; ++n) {
    int isPrime = 1;
    for (int d = 2; d * d <= n; ++d)
      if (n % d == 0)
        isPrime = 0;
    prime[n] = isPrime;
  }
  int count = 0;
  for (int isPrime : prime)
    count += isPrime;
  std::cout << count << "\n";
}
