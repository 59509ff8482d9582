#pragma once
#include "tintype_status.h"

/// libpng row by row. Its errors are longjmps, which must not cross Swift frames: they end in here.
typedef struct tintype_png tintype_png;

typedef struct {
    uint32_t width, height;
    bool has_alpha, is_gray;
    /// How often all rows must be read, one after another into the same memory: more than once when interlaced.
    int passes;
    /// The ICC profile, valid as long as the reader; NULL without one.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
} tintype_png_header;

/// The bytes must outlive the reader; no chunk but pixels may take more than `max_chunk_bytes`. NULL when memory runs out.
tintype_png *_Nullable tintype_png_open(const uint8_t *_Nonnull bytes, size_t count, size_t max_chunk_bytes);
void tintype_png_close(tintype_png *_Nonnull reader);

tintype_status tintype_png_read_header(tintype_png *_Nonnull reader, tintype_png_header *_Nonnull header);

/// One row from the top as RGBA of 8 bits.
tintype_status tintype_png_read_row(tintype_png *_Nonnull reader, uint8_t *_Nonnull row);

/// Whether a call failed because the bytes end too early.
bool tintype_png_is_cut(const tintype_png *_Nonnull reader);

/// Reads what follows the pixels: tells whether they were whole.
tintype_status tintype_png_finish(tintype_png *_Nonnull reader);

/// The version of libpng that is loaded.
const char *_Nonnull tintype_png_version(void);
