#pragma once
#include "tintype_status.h"

/// A decoder for the first picture of a TIFF file, using libtiff's RGBA interface where that reads it. Written in C
/// because reading tags and silencing messages need variadic functions.
typedef struct tintype_tiff tintype_tiff;

/// How the pixels of a picture are read.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// As RGBA in 8 bits, by `tintype_tiff_read_rows`.
    TINTYPE_TIFF_PIXELS __attribute__((swift_name("pixels"))),
    /// As floating-point numbers, by `tintype_tiff_read_samples`: colors from 0 to 1,
    TINTYPE_TIFF_COLORS __attribute__((swift_name("colors"))),
    /// colors of 32 bits, of which the picture may use only a few,
    TINTYPE_TIFF_WIDE __attribute__((swift_name("wide"))),
    /// linear light of any brightness,
    TINTYPE_TIFF_LIGHT __attribute__((swift_name("light"))),
    /// or cyan, magenta, yellow and black, with 1 for full ink.
    TINTYPE_TIFF_INKS __attribute__((swift_name("inks"))),
} tintype_tiff_samples;

typedef struct {
    tintype_tiff_samples samples;
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

/// Reads rows in stored order as four numbers for each pixel: red, green, blue and straight alpha, or four inks.
/// `first` must be a multiple of the header's `rows_together`, and `count` at most that.
bool tintype_tiff_read_samples(tintype_tiff *_Nonnull reader, uint32_t first, uint32_t count, float *_Nonnull rows);

/// Name and version of libtiff at run time, in the first of several lines.
const char *_Nonnull tintype_tiff_version(void);
