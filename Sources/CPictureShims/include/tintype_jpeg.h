#pragma once
#include "tintype_status.h"

/// libjpeg-turbo row by row. Its errors are longjmps, which must not cross Swift frames: they end in here.
typedef struct tintype_jpeg tintype_jpeg;

typedef struct {
    int width, height;
    /// Inks instead of light: rows are four bytes of CMYK, with 255 for no ink where `is_inverted`.
    bool is_cmyk, is_inverted;
    bool is_gray;
    /// Bytes that are kept in memory where several scans each have a part of every pixel; 0 where one scan has all.
    size_t coefficient_bytes;
} tintype_jpeg_header;

/// The bytes must outlive the reader. NULL when memory runs out.
tintype_jpeg *_Nullable tintype_jpeg_open(const uint8_t *_Nonnull bytes, size_t count);
void tintype_jpeg_close(tintype_jpeg *_Nonnull reader);

tintype_status tintype_jpeg_read_header(tintype_jpeg *_Nonnull reader, tintype_jpeg_header *_Nonnull header);

/// Begins to decode at 1/`denominator` (1, 2, 4 or 8) of the size, rounded up. With `dc_only`, a multi-scan picture is
/// decoded from its first, coarse scans: about enough for 1/8.
tintype_status tintype_jpeg_start(tintype_jpeg *_Nonnull reader, int denominator, bool dc_only, int max_scans,
                                  tintype_should_stop _Nonnull should_stop, void *_Nullable context);

/// One row from the top: RGBA, or CMYK where the header says so. Fails where the data ends too early.
tintype_status tintype_jpeg_read_row(tintype_jpeg *_Nonnull reader, uint8_t *_Nonnull row);

/// Whether the data of a picture of several scans ended too early: then all rows come, but not in full detail.
bool tintype_jpeg_lacks_scans(const tintype_jpeg *_Nonnull reader);

/// The version of libjpeg-turbo that this was built with.
const char *_Nonnull tintype_jpeg_version(void);
