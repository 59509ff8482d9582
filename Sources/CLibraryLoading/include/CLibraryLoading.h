#ifndef C_LIBRARY_LOADING_H
#define C_LIBRARY_LOADING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded instead of linked: few runs need them, and they would delay every start.
//
// A library lists its functions once, as `#define EACH_FUNCTION(apply) apply(one) apply(other)`.

/// A function of a library, and the variable that gets its address.
typedef struct {
    const char *_Nonnull name;
    void *_Nullable *_Nonnull address;
} tintype_library_function;

/// Defines the variables `loaded_…` for the functions that EACH_FUNCTION lists, and `load_functions(soname)`, which sets
/// them and returns the library; NULL if it or a function is missing.
#define TINTYPE_DEFINE_LOADED_FUNCTIONS                                                                                \
    EACH_FUNCTION(TINTYPE_DECLARE_LOADED)                                                                              \
    static void *load_functions(const char *soname) {                                                                  \
        static const tintype_library_function functions[] = {EACH_FUNCTION(TINTYPE_LIBRARY_FUNCTION)};                 \
        return tintype_library_load(soname, functions, sizeof functions / sizeof *functions);                          \
    }

/// Defines the function `name`, which calls `load` once per process, and returns its result every time.
#define TINTYPE_DEFINE_LOAD_ONCE(name, load)                                                                           \
    static bool is_loaded;                                                                                             \
    static void load_once(void) { is_loaded = load(); }                                                                \
    bool name(void) {                                                                                                  \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                                                \
        pthread_once(&once, load_once);                                                                                \
        return is_loaded;                                                                                              \
    }

#define TINTYPE_DECLARE_LOADED(name) static __typeof__(name) *loaded_##name;
#define TINTYPE_LIBRARY_FUNCTION(name) {#name, (void **)&loaded_##name},

/// The value of a macro as a string literal.
#define TINTYPE_TEXT(macro) TINTYPE_TEXT_OF(macro)
#define TINTYPE_TEXT_OF(token) #token

/// Loads a library and sets the variables of its functions. Returns its handle, or NULL if it or a function is missing.
void *_Nullable tintype_library_load(
    const char *_Nonnull soname, const tintype_library_function *_Nonnull functions, size_t count);

#endif
