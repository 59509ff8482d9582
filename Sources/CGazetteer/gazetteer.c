#include "CGazetteer.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char towns[] = {
#embed "cities15000.bin"
};

const unsigned char *const gazetteer_bytes = towns;
const size_t gazetteer_size = sizeof towns;

static const unsigned char countries[] = {
#embed "countries.tsv"
};

const unsigned char *const country_names_bytes = countries;
const size_t country_names_size = sizeof countries;
