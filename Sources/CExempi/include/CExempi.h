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

/// An enumeration of the nodes of a packet: schemas, properties, and their items, fields and qualifiers.
typedef struct tintype_xmp_nodes tintype_xmp_nodes;

typedef struct {
    /// The namespace of the property.
    const char *_Nonnull schema;
    /// The path of the node, such as `darktable:history[1]/darktable:num`; empty for a schema.
    const char *_Nonnull path;
    const char *_Nonnull value;
    /// Exempi's flags: text, structure, kind of array, qualifiers.
    uint32_t form;
} tintype_xmp_node;

/// Returns null if memory is exhausted.
tintype_xmp_nodes *_Nullable tintype_xmp_nodes_of(tintype_xmp *_Nonnull packet);

/// Returns the next node, valid until the next call; null if there is none.
const tintype_xmp_node *_Nullable tintype_xmp_next(tintype_xmp_nodes *_Nonnull nodes);

void tintype_xmp_free_nodes(tintype_xmp_nodes *_Nonnull nodes);

#endif
