#ifndef FIELD_H
#define FIELD_H
#include "support.h"

void field_begin(int n);
void field_relax(void);
void field_shift(int by);
void field_recurse(int depth);
long field_sum(void);
long field_checks(void);

#endif
