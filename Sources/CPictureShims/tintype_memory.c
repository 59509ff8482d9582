#include "tintype_memory.h"

#include <malloc.h>

void tintype_return_freed_pixels(void) {
    // Allocations larger than a small thumbnail are mapped, so that freeing returns them to the system. Setting the threshold
    // also stops glibc from raising it.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
