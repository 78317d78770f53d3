#ifndef REGIONS_H
#define REGIONS_H
#include <tactus/splice.h>
enum { SIZE = 96, CELLS = 2048, WORDS = 512 };
extern int cells[2][CELLS];
#pragma splice func Reads(tactus_interval(cells[t % 2], first - 1, last + 1))                                          \
    Writes(tactus_interval(cells[(t + 1) % 2], first, last))
void spread(int t, int first, int last);
#endif
