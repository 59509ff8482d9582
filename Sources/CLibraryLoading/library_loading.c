#include "CLibraryLoading.h"
#include <dlfcn.h>

void *tintype_library_load(const char *soname, const tintype_library_function *functions, size_t count) {
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    for (size_t index = 0; index < count; index++) {
        *functions[index].address = dlsym(library, functions[index].name);
        if (!*functions[index].address) return NULL;
    }
    return library;
}
