//===- bicg.cpp - q = A p; s = A' r ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../matrix_products.h"

int main(int argc, char **argv) { return splice_bench::main<splice_bench::MatrixProducts<false>>(argc, argv); }
