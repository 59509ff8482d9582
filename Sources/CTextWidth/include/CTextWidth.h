#pragma once
#include <stdint.h>

/// The columns a Unicode scalar takes by the C library's table for the current locale: 0, 1 or 2, and -1 when it knows none.
/// Swift's view of <wchar.h> leaves wcwidth out.
int text_width_of_scalar(uint32_t scalar);
