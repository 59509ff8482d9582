#ifndef C_LIBRAW_H
#define C_LIBRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// A RAW file, read by LibRaw.
typedef struct tintype_raw tintype_raw;

/// The metadata of a RAW file. Missing numbers are 0, and missing texts empty.
typedef struct {
    /// The size of the developed picture, before rotation.
    uint32_t width, height;
    /// The memory of the sensor's values, and the number of pixels that they are developed to.
    uint64_t sensor_bytes, developed_pixels;
    /// As in EXIF: 1, 3, 6 or 8.
    int orientation;
    /// Valid until the file is closed.
    const char *_Nonnull maker, *_Nonnull model, *_Nonnull serial_number, *_Nonnull lens;
    const char *_Nonnull description, *_Nonnull author;
    float seconds, aperture, iso, focal_length;
    /// The local time of the camera.
    struct tm taken;
    bool has_time, has_coordinate;
    double latitude, longitude;
    const char *_Nullable xmp;
    size_t xmp_count;
} tintype_raw_header;

typedef enum __attribute__((enum_extensibility(closed))) {
    /// No picture: the file has none, or it is damaged.
    TINTYPE_RAW_NONE __attribute__((swift_name("none"))),
    TINTYPE_RAW_JPEG __attribute__((swift_name("jpeg"))),
    /// Red, green and blue with one byte each.
    TINTYPE_RAW_RGB __attribute__((swift_name("rgb"))),
} tintype_raw_encoding;

/// A picture in memory of the file, valid until it is closed.
typedef struct {
    tintype_raw_encoding encoding;
    /// Unknown for a JPEG.
    uint32_t width, height;
    const uint8_t *_Nullable bytes;
    size_t count;
} tintype_raw_picture;

/// Loads LibRaw on the first call. Returns whether it is available. Call it before the process drops its
/// privileges, because loading opens files.
bool tintype_raw_load(void);

/// The file name of LibRaw for the dynamic linker: that of the version at build time.
const char *_Nonnull tintype_raw_soname(void);

/// The version of the loaded LibRaw, such as `0.20.2-Release`; NULL if it is unavailable.
const char *_Nullable tintype_raw_version(void);

/// Reads the metadata of a file. The bytes must outlive it. Returns NULL if LibRaw doesn't support the file, or is
/// unavailable.
/// - should_stop: called periodically during `tintype_raw_develop`; return true to stop it.
tintype_raw *_Nullable tintype_raw_open(
    const void *_Nonnull bytes, size_t count, size_t max_bytes, bool (*_Nonnull should_stop)(void *_Nullable),
    void *_Nullable context);
void tintype_raw_close(tintype_raw *_Nonnull raw);

tintype_raw_header tintype_raw_read_header(tintype_raw *_Nonnull raw);

/// The size in bytes of the largest embedded preview, before it is read; 0 if unknown.
size_t tintype_raw_preview_bytes(tintype_raw *_Nonnull raw);

/// Returns the largest embedded preview.
tintype_raw_picture tintype_raw_preview(tintype_raw *_Nonnull raw);

/// Demosaics the sensor's values at half size, one pixel for each square of four, in sRGB with the camera's white
/// balance, before rotation. The bytes are NULL if that fails.
tintype_raw_picture tintype_raw_develop(tintype_raw *_Nonnull raw);

#endif
