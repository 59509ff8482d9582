#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <vterm.h>

/// A part of a text property, such as the title. Since libvterm 0.2, long texts arrive in several parts.
typedef struct {
    const char *_Nullable bytes;
    size_t count;
    /// Whether the text begins with this part.
    bool is_first __attribute__((swift_name("isFirst")));
} vterm_text_part;

static inline vterm_text_part vterm_text(VTermValue value) {
#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
    size_t count = 0;
    while (value.string && value.string[count]) count++;
    return (vterm_text_part){value.string, count, true};
#else
    return (vterm_text_part){value.string.str, value.string.len, value.string.initial};
#endif
}
