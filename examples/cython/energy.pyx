# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# The energy of charges on a line: a triangle of pairs, so that equal shares of the outer loop are unequal work.
from cython.parallel cimport prange


def energy(const double[::1] place not None):
    cdef Py_ssize_t i, j
    cdef double sum = 0
    for i in prange(place.shape[0], nogil=True):
        for j in range(i):
            sum += 1 / (1 + (place[i] - place[j]) ** 2)
    return sum
