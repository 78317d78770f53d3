//===- mvt.cpp - x1 += A y1; x2 += A' y2 ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "../matrix_products.h"

int main(int argc, char **argv) { return splice_bench::main<splice_bench::MatrixProducts<true>>(argc, argv); }
