// The translations, as gettext's PO files have them, within the executable.
#pragma once
#include <stddef.h>

typedef struct {
    const unsigned char *bytes;
    size_t count;
} translation_text;

// The PO file of a language by its name, such as "pt_BR"; of an unknown one, nothing.
translation_text translation_text_of(const char *language);
