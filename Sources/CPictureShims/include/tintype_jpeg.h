#pragma once
#include "tintype_status.h"

/// A row-by-row JPEG decoder using libjpeg-turbo. Contains its longjmps, which must not cross Swift frames.
typedef struct tintype_jpeg tintype_jpeg;

typedef struct {
    int width, height;
    /// Whether rows are CMYK with four bytes per pixel, and 255 for no ink, as Adobe stores it. Other programs do so too,
    /// with or without Adobe's marker.
    bool is_cmyk;
    bool is_gray;
    /// Memory for the coefficients of a multi-scan picture, in bytes; 0 for a single scan.
    size_t coefficient_bytes;
} tintype_jpeg_header;

/// The bytes must outlive the reader. Returns NULL if out of memory.
tintype_jpeg *_Nullable tintype_jpeg_open(const uint8_t *_Nonnull bytes, size_t count);
void tintype_jpeg_close(tintype_jpeg *_Nonnull reader);

tintype_status tintype_jpeg_read_header(tintype_jpeg *_Nonnull reader, tintype_jpeg_header *_Nonnull header);

typedef struct {
    /// Sampling factors, from 1 to 4.
    int columns, rows;
    /// The quantization step of the DC coefficients in the scan.
    int dc_step;
    /// The Huffman tables: the number of codes of each length from 1 to 16, and their symbols in the order of the codes.
    /// Those of AC coefficients are NULL if the scan has only DC coefficients.
    const uint8_t *_Nullable dc_lengths, *_Nullable dc_symbols, *_Nullable ac_lengths, *_Nullable ac_symbols;
} tintype_jpeg_component;

/// The scan of a baseline picture, or the first one of a progressive picture, which has all components.
typedef struct {
    /// The position of its first byte in the file.
    size_t start;
    int component_count;
    tintype_jpeg_component components[3];
    /// Whether the components are luma and two chroma; otherwise gray, or red, green and blue.
    bool is_ycc;
    /// The number of MCUs between restart markers; 0 without them.
    int restart_interval;
} tintype_jpeg_scan;

/// Describes the scan after the header has been read. Returns false if a scan has only some components or frequencies,
/// or the picture has four components, arithmetic coding or more than 8 bits per sample. The tables are valid as long as the
/// reader.
bool tintype_jpeg_read_scan(const tintype_jpeg *_Nonnull reader, tintype_jpeg_scan *_Nonnull scan);

/// Starts decoding at 1/`denominator` (1, 2, 4 or 8) of the size, rounded up. With `dc_only`, a multi-scan picture is
/// decoded from its first, coarse scans, which suffice for about 1/8.
tintype_status tintype_jpeg_start(tintype_jpeg *_Nonnull reader, int denominator, bool dc_only, int max_scans,
                                  tintype_should_stop _Nonnull should_stop, void *_Nullable context);

/// Reads the next row from the top: RGBA, or CMYK according to the header. Fails if the data is truncated.
tintype_status tintype_jpeg_read_row(tintype_jpeg *_Nonnull reader, uint8_t *_Nonnull row);

/// Whether the data of a multi-scan picture is truncated, so that all rows are returned but lack detail.
bool tintype_jpeg_lacks_scans(const tintype_jpeg *_Nonnull reader);

/// The version of libjpeg-turbo used at build time.
const char *_Nonnull tintype_jpeg_version(void);

/// Encodes rows of red, green, blue and an ignored byte. Returns the file, which the caller frees, or NULL if a side is
/// larger than 65,500 pixels or memory ran out.
uint8_t *_Nullable tintype_jpeg_encode(const uint8_t *_Nonnull pixels, int width, int height, int quality,
                                       size_t *_Nonnull count);
