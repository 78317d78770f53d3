#include <stdio.h>

void loops(void);
long sum(void);

int main(void) {
  loops();
  puts(sum() == 300000 ? "right" : "wrong");
  return 0;
}
