#ifndef C_JPEG_XL_H
#define C_JPEG_XL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A JPEG XL file, decoded by libjxl.
typedef struct tintype_jxl tintype_jxl;

typedef struct {
    /// The stored size.
    uint32_t width, height;
    /// As in EXIF, 1 to 8.
    int orientation;
    bool has_alpha, is_gray;
    /// The unit of the display times of an animation's frames; 0 for a still picture.
    double ticks_per_second;
    /// How many times an animation plays; 0 for an infinite loop.
    uint32_t plays;
    /// Whether the picture is CMYK: cyan, magenta and yellow, with black in a separate plane. 255 means no ink.
    bool has_black;
    /// Whether the pixels are decoded with 16 bits per sample, because the transfer function exceeds white.
    bool is_hdr;
    /// The code point of that transfer (ITU-T H.273), and the chromaticities x and y of white, red, green and blue.
    int transfer;
    double primaries[8];
    /// The ICC profile of the decoded pixels, or NULL for sRGB; valid until the file is closed.
    const uint8_t *_Nullable profile;
    size_t profile_count;
} tintype_jxl_header;

typedef enum __attribute__((enum_extensibility(closed))) {
    TINTYPE_JXL_FAILED __attribute__((swift_name("failed"))),
    TINTYPE_JXL_COMPLETE __attribute__((swift_name("complete"))),
    /// The data is truncated, so that parts are missing or coarse.
    TINTYPE_JXL_TRUNCATED __attribute__((swift_name("truncated"))),
} tintype_jxl_result;

/// Loads libjxl on the first call. Returns whether it is available. Call it before the process drops its
/// privileges, because loading opens files.
bool tintype_jxl_load(void);

/// The file name of libjxl for the dynamic linker: that of the version at build time.
const char *_Nonnull tintype_jxl_soname(void);

/// The version of the loaded libjxl, with three digits for each part: 7001 is 0.7.1. 0 if it is unavailable.
uint32_t tintype_jxl_version(void);

/// Reads the header. The bytes must outlive the file. Returns NULL if they are damaged, or libjxl is unavailable.
tintype_jxl *_Nullable tintype_jxl_open(
    const uint8_t *_Nonnull bytes, size_t count, size_t max_profile_bytes, tintype_jxl_header *_Nonnull header);
void tintype_jxl_close(tintype_jxl *_Nonnull file);

/// Decodes the next frame on this thread: RGBA with straight alpha, in stored orientation. Fails after the last one.
/// - pixels: four samples for each pixel, transparent.
/// - black: a byte for each pixel if the header has black.
/// - should_stop: called periodically; return true to stop, which is a failure.
tintype_jxl_result tintype_jxl_decode(
    tintype_jxl *_Nonnull file, uint8_t *_Nonnull pixels, size_t count, uint8_t *_Nullable black, size_t black_count,
    bool (*_Nonnull should_stop)(void *_Nullable),
    void *_Nullable context);

/// The display time of the last decoded frame, in ticks.
uint32_t tintype_jxl_ticks(const tintype_jxl *_Nonnull file);

#endif
