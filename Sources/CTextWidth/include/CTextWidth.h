#pragma once
#include <stdint.h>

/// Returns the columns of a Unicode scalar in the current locale, from the C library's table: 0, 1 or 2; -1 if unknown.
/// Needed because Swift's import of <wchar.h> lacks wcwidth.
int text_width_of_scalar(uint32_t scalar);
