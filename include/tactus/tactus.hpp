#ifndef TACTUS_TACTUS_HPP
#define TACTUS_TACTUS_HPP
#include "detail/algorithms.hpp"
#include "detail/par.hpp"
#endif
