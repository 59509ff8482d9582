#ifndef C_LIBRARY_LOADING_H
#define C_LIBRARY_LOADING_H

#include <stddef.h>

// Libraries that are loaded instead of linked: few runs need them, and they would delay every start.
//
// A library lists its functions once, as `#define EACH_FUNCTION(apply) apply(one) apply(other)`.

/// A function of a library, and the variable that gets its address.
typedef struct {
    const char *_Nonnull name;
    void *_Nullable *_Nonnull address;
} tintype_library_function;

/// Declares the variable `loaded_name` for the function `name`.
#define TINTYPE_DECLARE_LOADED(name) static __typeof__(name) *loaded_##name;
#define TINTYPE_LIBRARY_FUNCTION(name) {#name, (void **)&loaded_##name},

/// The value of a macro as a string literal.
#define TINTYPE_TEXT(macro) TINTYPE_TEXT_OF(macro)
#define TINTYPE_TEXT_OF(token) #token

/// Loads a library and sets the variables of its functions. Returns its handle, or NULL if it or a function is missing.
void *_Nullable tintype_library_load(
    const char *_Nonnull soname, const tintype_library_function *_Nonnull functions, size_t count);

#endif
