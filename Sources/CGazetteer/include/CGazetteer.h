// The gazetteer: a file made by docs/make-gazetteer, embedded in the executable.
#pragma once
#include <stddef.h>

extern const unsigned char *const gazetteer_bytes;
extern const size_t gazetteer_size;
