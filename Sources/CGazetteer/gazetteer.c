#include "CGazetteer.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "cities15000.bin"
};

const unsigned char *const gazetteer_bytes = bytes;
const size_t gazetteer_size = sizeof bytes;
