#include "tintype_memory.h"

#include <malloc.h>

void tintype_return_freed_pixels(void) {
    // A block of its own for whatever is larger than a small thumbnail; setting the threshold also fixes it.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
