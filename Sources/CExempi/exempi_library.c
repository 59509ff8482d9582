#define _GNU_SOURCE // memmem
#include "CExempi.h"
#include "CLibraryLoading.h"
#if !__has_include(<exempi-2.0/exempi/xmp.h>)
#error "Exempi is missing: install libexempi-dev"
#endif
#include <exempi-2.0/exempi/xmp.h>
#include <stdlib.h>
#include <string.h>

#define EACH_FUNCTION(apply)                                                                                           \
    apply(xmp_init) apply(xmp_new_empty) apply(xmp_parse) apply(xmp_free) apply(xmp_get_property)                      \
    apply(xmp_get_array_item) apply(xmp_get_localized_text) apply(xmp_string_new) apply(xmp_string_cstr)               \
    apply(xmp_string_free) apply(xmp_register_namespace) apply(xmp_delete_property) apply(xmp_serialize)

TINTYPE_DEFINE_LOADED_FUNCTIONS

struct tintype_xmp {
    XmpPtr packet;
    XmpStringPtr text;
};

/// Registers prefixes for the namespaces of structures that are read by path. Packets may use other prefixes.
static void register_namespaces(void) {
    static const char *const namespaces[][2] = {
        {"http://www.metadataworkinggroup.com/schemas/regions/", "mwg-rs"},
        {"http://ns.microsoft.com/photo/1.2/", "MP"},
        {"http://ns.microsoft.com/photo/1.2/t/RegionInfo#", "MPRI"},
        {"http://ns.microsoft.com/photo/1.2/t/Region#", "MPReg"},
    };
    XmpStringPtr prefix = loaded_xmp_string_new();
    for (size_t index = 0; prefix && index < sizeof namespaces / sizeof *namespaces; index++) {
        loaded_xmp_register_namespace(namespaces[index][0], namespaces[index][1], prefix);
    }
    if (prefix) loaded_xmp_string_free(prefix);
}

static bool load(void) {
    if (!load_functions(tintype_xmp_soname()) || !loaded_xmp_init()) return false;
    register_namespaces();
    return true;
}

const char *tintype_xmp_soname(void) { return "libexempi.so.8"; }

TINTYPE_DEFINE_LOAD_ONCE(tintype_xmp_load, load)

tintype_xmp *tintype_xmp_parse(const void *bytes, size_t count) {
    if (!tintype_xmp_load()) return NULL;
    XmpPtr packet = loaded_xmp_new_empty();
    if (!packet) return NULL;
    XmpStringPtr text = loaded_xmp_parse(packet, bytes, count) ? loaded_xmp_string_new() : NULL;
    tintype_xmp *parsed = text ? malloc(sizeof *parsed) : NULL;
    if (!parsed) {
        if (text) loaded_xmp_string_free(text);
        loaded_xmp_free(packet);
        return NULL;
    }
    *parsed = (tintype_xmp){.packet = packet, .text = text};
    return parsed;
}

void tintype_xmp_free(tintype_xmp *packet) {
    loaded_xmp_string_free(packet->text);
    loaded_xmp_free(packet->packet);
    free(packet);
}

const char *tintype_xmp_text(tintype_xmp *packet, const char *schema, const char *name, int32_t item) {
    bool is_found =
        item > 0 ? loaded_xmp_get_array_item(packet->packet, schema, name, item, packet->text, NULL)
                 : loaded_xmp_get_property(packet->packet, schema, name, packet->text, NULL);
    return is_found ? loaded_xmp_string_cstr(packet->text) : NULL;
}

const char *tintype_xmp_localized_text(tintype_xmp *packet, const char *schema, const char *name) {
    bool is_found = loaded_xmp_get_localized_text(
        packet->packet, schema, name, NULL, "x-default", NULL, packet->text, NULL);
    return is_found ? loaded_xmp_string_cstr(packet->text) : NULL;
}

void tintype_xmp_delete(tintype_xmp *packet, const char *schema, const char *name) {
    loaded_xmp_delete_property(packet->packet, schema, name);
}

const char *tintype_xmp_serialize(tintype_xmp *packet) {
    const uint32_t options = XMP_SERIAL_OMITPACKETWRAPPER | XMP_SERIAL_USECOMPACTFORMAT;
    bool is_done = loaded_xmp_serialize(packet->packet, packet->text, options, 0);
    return is_done ? loaded_xmp_string_cstr(packet->text) : NULL;
}

bool tintype_xmp_names(const void *bytes, size_t count, const char *schema) {
    return memmem(bytes, count, schema, strlen(schema)) != NULL;
}
