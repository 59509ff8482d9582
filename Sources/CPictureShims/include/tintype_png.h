#pragma once
#include "tintype_status.h"

/// A row-by-row PNG decoder using libpng. Contains its longjmps, which must not cross Swift frames.
typedef struct tintype_png tintype_png;

typedef struct {
    uint32_t width, height;
    bool has_alpha, is_gray;
    /// Number of passes over all rows, into the same memory: more than 1 if interlaced.
    int passes;
    /// The ICC profile, or NULL; valid until the reader is closed.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
} tintype_png_header;

/// The bytes must outlive the reader. No chunk except pixel data may exceed `max_chunk_bytes`. Returns NULL if out of
/// memory.
tintype_png *_Nullable tintype_png_open(const uint8_t *_Nonnull bytes, size_t count, size_t max_chunk_bytes);
void tintype_png_close(tintype_png *_Nonnull reader);

tintype_status tintype_png_read_header(tintype_png *_Nonnull reader, tintype_png_header *_Nonnull header);

/// Starts decoding after the header has been read: to 8-bit RGBA, or with `is_deep` to 16-bit RGBA in the host's byte
/// order.
tintype_status tintype_png_start(tintype_png *_Nonnull reader, bool is_deep);

/// Reads the next row from the top as RGBA.
tintype_status tintype_png_read_row(tintype_png *_Nonnull reader, uint8_t *_Nonnull row);

/// Whether a call failed because the data is truncated.
bool tintype_png_is_cut(const tintype_png *_Nonnull reader);

/// Reads the rest of the file after the pixels, which verifies that they were complete.
tintype_status tintype_png_finish(tintype_png *_Nonnull reader);

/// A text chunk; both strings are ASCII.
typedef struct {
    const char *_Nonnull key, *_Nonnull text;
} tintype_png_text;

/// Encodes RGBA pixels quickly, with 8 bits per channel, and without alpha unless `has_alpha`. The texts follow the header
/// directly. Returns bytes to be freed by the caller, or NULL if out of memory.
uint8_t *_Nullable tintype_png_encode(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, bool has_alpha,
                                      const tintype_png_text *_Nonnull texts, int text_count, size_t *_Nonnull count);

/// The version of libpng at run time.
const char *_Nonnull tintype_png_version(void);
