#ifndef C_EXEMPI_H
#define C_EXEMPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A parsed XMP packet.
typedef struct tintype_xmp tintype_xmp;

/// Loads Exempi on the first call. Returns whether it is available. Call it before the process drops its
/// privileges, because loading opens files.
bool tintype_xmp_load(void);

/// The file name of Exempi for the dynamic linker.
const char *_Nonnull tintype_xmp_soname(void);

/// Parses a packet. Returns null if it is damaged or Exempi is unavailable.
tintype_xmp *_Nullable tintype_xmp_parse(const void *_Nonnull bytes, size_t count);

void tintype_xmp_free(tintype_xmp *_Nonnull packet);

/// Whether the bytes of a packet contain the name of a namespace.
bool tintype_xmp_names(const void *_Nonnull bytes, size_t count, const char *_Nonnull schema);

/// Returns the text of a simple property or of an item of an array, counted from 1; null if there is none. It is valid
/// until the next call.
const char *_Nullable tintype_xmp_text(
    tintype_xmp *_Nonnull packet, const char *_Nonnull schema, const char *_Nonnull name, int32_t item);

/// Returns the default alternative of a localized text, such as a title; null if there is none. It is valid until the
/// next call.
const char *_Nullable tintype_xmp_localized_text(
    tintype_xmp *_Nonnull packet, const char *_Nonnull schema, const char *_Nonnull name);

/// Removes a property, if there is one.
void tintype_xmp_delete(tintype_xmp *_Nonnull packet, const char *_Nonnull schema, const char *_Nonnull name);

/// Returns the packet as Exempi writes it, valid until the next call; null if memory is exhausted.
const char *_Nullable tintype_xmp_serialize(tintype_xmp *_Nonnull packet);

#endif
