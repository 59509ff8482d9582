// The translations: gettext PO files embedded in the executable.
#pragma once
#include <stddef.h>

typedef struct {
    const unsigned char *bytes;
    size_t count;
} translation_text;

// Returns the PO file of a language, such as "pt_BR"; empty if the language is unknown.
translation_text translation_text_of(const char *language);
