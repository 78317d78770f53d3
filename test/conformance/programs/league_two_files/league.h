#ifndef LEAGUE_H
#define LEAGUE_H
#include "support.h"

enum { LENGTH = 2000 };
extern long values[LENGTH];
void fill(int n);
void addSquares(int n);
long shareOfSum(int n);
long wholeSum(int n);

#endif
