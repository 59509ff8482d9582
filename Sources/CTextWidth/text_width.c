#define _XOPEN_SOURCE 700
#include "CTextWidth.h"
#include <wchar.h>

int text_width_of_scalar(uint32_t scalar) {
    return wcwidth((wchar_t)scalar);
}
