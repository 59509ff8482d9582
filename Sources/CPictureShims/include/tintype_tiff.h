#pragma once
#include "tintype_status.h"

/// A decoder for the first picture of a TIFF file, using libtiff's RGBA interface. Written in C because reading tags
/// and silencing messages need variadic functions.
typedef struct tintype_tiff tintype_tiff;

typedef struct {
    uint32_t width, height;
    /// The EXIF orientation, 1 to 8.
    int orientation;
    /// Whether rows have alpha, premultiplied.
    bool has_alpha;
    bool is_gray;
    /// Number of rows stored together in a strip or tile.
    uint32_t rows_together;
    /// The ICC profile, or NULL; valid until the reader is closed.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
} tintype_tiff_header;

/// The bytes must outlive the reader. Limits each allocation by libtiff to `max_bytes`. Returns NULL if the file is
/// invalid.
tintype_tiff *_Nullable tintype_tiff_open(const uint8_t *_Nonnull bytes, size_t count, size_t max_bytes);
void tintype_tiff_close(tintype_tiff *_Nonnull reader);

/// Returns false if libtiff can't decode this kind of picture.
bool tintype_tiff_read_header(tintype_tiff *_Nonnull reader, tintype_tiff_header *_Nonnull header);

/// Reads rows in stored order as RGBA; `first` must be a multiple of the header's `rows_together`.
bool tintype_tiff_read_rows(tintype_tiff *_Nonnull reader, uint32_t first, uint32_t count, uint32_t *_Nonnull rows);

/// Name and version of libtiff at run time, in the first of several lines.
const char *_Nonnull tintype_tiff_version(void);
