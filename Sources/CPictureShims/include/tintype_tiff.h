#pragma once
#include "tintype_status.h"

/// The first picture of a TIFF by libtiff's RGBA interface. In C, since tags are read and messages silenced by functions
/// with variable arguments.
typedef struct tintype_tiff tintype_tiff;

typedef struct {
    uint32_t width, height;
    /// EXIF's, 1 to 8.
    int orientation;
    /// Rows have alpha, multiplied into the colors.
    bool has_alpha;
    bool is_gray;
    /// How many rows are stored together.
    uint32_t rows_together;
    /// The ICC profile, valid as long as the reader; NULL without one.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
} tintype_tiff_header;

/// The bytes must outlive the reader; libtiff may not allocate more than `max_bytes` at once. NULL when the file is broken.
tintype_tiff *_Nullable tintype_tiff_open(const uint8_t *_Nonnull bytes, size_t count, size_t max_bytes);
void tintype_tiff_close(tintype_tiff *_Nonnull reader);

/// False when libtiff cannot show this kind of picture.
bool tintype_tiff_read_header(tintype_tiff *_Nonnull reader, tintype_tiff_header *_Nonnull header);

/// Rows as stored, as RGBA; `first` must be a multiple of the header's `rows_together`.
bool tintype_tiff_read_rows(tintype_tiff *_Nonnull reader, uint32_t first, uint32_t count, uint32_t *_Nonnull rows);

/// Name and version of the libtiff that is loaded, in the first of some lines.
const char *_Nonnull tintype_tiff_version(void);
