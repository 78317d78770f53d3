// The default allocator of a region's threads, and pools. (Converted regions do not hand it on.)
#include "../check.h"

/// A region's threads begin with the allocator of whoever begins it, and what they set is theirs.
static void defaultAllocators(void) {
  omp_allocator_handle_t before = omp_get_default_allocator();
  omp_set_default_allocator(omp_large_cap_mem_alloc);
#pragma omp parallel num_threads(3)
  {
    CHECK(omp_get_default_allocator() == omp_large_cap_mem_alloc);
    omp_set_default_allocator(omp_const_mem_alloc);
#pragma omp parallel if (0)
    CHECK(omp_get_default_allocator() == omp_const_mem_alloc);
  }
  CHECK(omp_get_default_allocator() == omp_large_cap_mem_alloc);
  omp_set_default_allocator(before);
  // A block that grows does not need a pool's room twice.
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 2, traits);
  void *block = omp_realloc(omp_alloc(3000, pool), 3072, pool, pool);
  CHECK(block != NULL && omp_alloc(3072, pool) == NULL);
  omp_free(block, pool);
  omp_destroy_allocator(pool);
}

int main(void) {
  defaultAllocators();
  return report();
}
