// Files embedded in the executable: the gazetteer, made by docs/make-gazetteer, and the names of countries, by
// docs/make-country-names.
#pragma once
#include <stddef.h>

extern const unsigned char *const gazetteer_bytes;
extern const size_t gazetteer_size;
extern const unsigned char *const country_names_bytes;
extern const size_t country_names_size;
