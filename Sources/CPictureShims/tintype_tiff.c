#include "tintype_tiff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if !__has_include(<tiffio.h>)
#error "libtiff is missing: install libtiff-dev"
#endif
#include <tiffio.h>

// A picture for which libtiff's RGBA interface is not enough: it doesn't read it, or ignores its color profile.
typedef struct {
    uint16_t bits, format, samples, photometric;
    bool is_planar, is_tiled, is_cmyk;
    // The index of the sample with alpha; 0 if there is none.
    uint16_t alpha;
    bool is_premultiplied;
    uint32_t width, height, tile_width, rows_together;
    // The colors of a palette.
    const uint16_t *palette[3];
    uint8_t *buffer;
    size_t buffer_bytes;
} raw_image;

struct tintype_tiff {
    TIFF *codec;
    TIFFRGBAImage image;
    raw_image raw;
    bool has_image;
    size_t max_bytes;
    const uint8_t *bytes;
    size_t count, position;
};

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
    tintype_tiff *reader = handle;
    size_t left = reader->position < reader->count ? reader->count - reader->position : 0;
    size_t got = (size_t)count < left ? (size_t)count : left;
    memcpy(target, reader->bytes + reader->position, got);
    reader->position += got;
    return got;
}

static tmsize_t write_nothing(thandle_t handle, void *source, tmsize_t count) {
    (void)handle;
    (void)source;
    (void)count;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
    tintype_tiff *reader = handle;
    size_t base = origin == SEEK_CUR ? reader->position : origin == SEEK_END ? reader->count : 0;
    reader->position = base + offset;
    return reader->position;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle) { return ((tintype_tiff *)handle)->count; }

static int map(thandle_t handle, void **base, toff_t *count) {
    tintype_tiff *reader = handle;
    *base = (void *)reader->bytes;
    *count = reader->count;
    return 1;
}

static void unmap(thandle_t handle, void *base, toff_t count) {
    (void)handle;
    (void)base;
    (void)count;
}

static int ignore_message(TIFF *codec, void *context, const char *module, const char *format, va_list arguments) {
    (void)codec;
    (void)context;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

tintype_tiff *tintype_tiff_open(const uint8_t *bytes, size_t count, size_t max_bytes) {
    tintype_tiff *reader = calloc(1, sizeof *reader);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (reader && options) {
        reader->bytes = bytes;
        reader->count = count;
        reader->max_bytes = max_bytes;
        TIFFOpenOptionsSetMaxSingleMemAlloc(options, max_bytes);
        TIFFOpenOptionsSetErrorHandlerExtR(options, ignore_message, NULL);
        TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_message, NULL);
        reader->codec = TIFFClientOpenExt("TIFF", "r", reader, read_bytes, write_nothing, seek, close_nothing, size, map,
                                          unmap, options);
    }
    if (options) TIFFOpenOptionsFree(options);
    if (reader && !reader->codec) {
        free(reader);
        return NULL;
    }
    return reader;
}

void tintype_tiff_close(tintype_tiff *reader) {
    if (reader->has_image) TIFFRGBAImageEnd(&reader->image);
    free(reader->raw.buffer);
    TIFFClose(reader->codec);
    free(reader);
}

// Prepares reading samples without the RGBA interface. Returns false for pictures that it reads as well.
static bool open_raw(tintype_tiff *reader) {
    raw_image *raw = &reader->raw;
    TIFF *codec = reader->codec;
    uint16_t planar = 0, extra_count = 0, *extra = NULL, ink_set = INKSET_CMYK;
    raw->format = SAMPLEFORMAT_UINT;
    TIFFGetFieldDefaulted(codec, TIFFTAG_BITSPERSAMPLE, &raw->bits);
    TIFFGetFieldDefaulted(codec, TIFFTAG_SAMPLESPERPIXEL, &raw->samples);
    TIFFGetFieldDefaulted(codec, TIFFTAG_SAMPLEFORMAT, &raw->format);
    TIFFGetFieldDefaulted(codec, TIFFTAG_PLANARCONFIG, &planar);
    TIFFGetFieldDefaulted(codec, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
    TIFFGetFieldDefaulted(codec, TIFFTAG_INKSET, &ink_set);
    if (!TIFFGetField(codec, TIFFTAG_PHOTOMETRIC, &raw->photometric) ||
        !TIFFGetField(codec, TIFFTAG_IMAGEWIDTH, &raw->width) ||
        !TIFFGetField(codec, TIFFTAG_IMAGELENGTH, &raw->height) || raw->width == 0 || raw->height == 0)
        return false;
    if (raw->format == SAMPLEFORMAT_VOID) raw->format = SAMPLEFORMAT_UINT;
    bool is_float = raw->format == SAMPLEFORMAT_IEEEFP;
    if (is_float ? raw->bits != 16 && raw->bits != 32 && raw->bits != 64
                 : (raw->format != SAMPLEFORMAT_UINT && raw->format != SAMPLEFORMAT_INT) || raw->bits < 1 ||
                       raw->bits > 32)
        return false;
    uint16_t colors;
    switch (raw->photometric) {
    case PHOTOMETRIC_SEPARATED:
        colors = 4;
        raw->is_cmyk = true;
        if (ink_set != INKSET_CMYK) return false;
        break;
    case PHOTOMETRIC_RGB: colors = 3; break;
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE: colors = 1; break;
    case PHOTOMETRIC_PALETTE:
        colors = 1;
        if (is_float || raw->bits > 16 ||
            !TIFFGetField(codec, TIFFTAG_COLORMAP, &raw->palette[0], &raw->palette[1], &raw->palette[2]))
            return false;
        break;
    default: return false;
    }
    if (raw->samples < colors) return false;
    bool has_alpha = !raw->is_cmyk && raw->samples > colors && extra_count > 0 &&
                     (extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA);
    raw->alpha = has_alpha ? colors : 0;
    raw->is_premultiplied = has_alpha && extra[0] == EXTRASAMPLE_ASSOCALPHA;
    raw->is_planar = planar == PLANARCONFIG_SEPARATE && raw->samples > 1;
    raw->is_tiled = TIFFIsTiled(codec);
    uint64_t bytes = raw->is_tiled ? TIFFTileSize64(codec) : TIFFStripSize64(codec);
    if (raw->is_tiled) {
        TIFFGetField(codec, TIFFTAG_TILEWIDTH, &raw->tile_width);
        TIFFGetField(codec, TIFFTAG_TILELENGTH, &raw->rows_together);
    } else {
        raw->tile_width = raw->width;
        TIFFGetFieldDefaulted(codec, TIFFTAG_ROWSPERSTRIP, &raw->rows_together);
        if (raw->rows_together > raw->height) raw->rows_together = raw->height;
    }
    if (raw->tile_width == 0 || raw->rows_together == 0 || bytes == 0 || bytes > reader->max_bytes) return false;
    raw->buffer_bytes = (size_t)bytes;
    raw->buffer = malloc(raw->buffer_bytes);
    return raw->buffer != NULL;
}

static float half_float(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    float fraction = (float)(bits & 1023) / 1024;
    float value = exponent == 31   ? INFINITY
                  : exponent == 0 ? ldexpf(fraction, -14)
                                  : ldexpf(1 + fraction, exponent - 15);
    return bits & 0x8000 ? -value : value;
}

// Returns the sample at an index of a row: from 0 to 1, or any number if it is floating-point or negative.
static float sample_of(const raw_image *raw, const uint8_t *row, size_t index) {
    if (raw->format == SAMPLEFORMAT_IEEEFP) {
        float single;
        double wide;
        uint16_t half;
        switch (raw->bits) {
        case 16: memcpy(&half, row + 2 * index, sizeof half); return half_float(half);
        case 32: memcpy(&single, row + 4 * index, sizeof single); return single;
        default: memcpy(&wide, row + 8 * index, sizeof wide); return (float)wide;
        }
    }
    uint32_t value = 0;
    uint16_t two_bytes;
    switch (raw->bits) {
    case 8: value = row[index]; break;
    case 16:
        memcpy(&two_bytes, row + 2 * index, sizeof two_bytes);
        value = two_bytes;
        break;
    case 32: memcpy(&value, row + 4 * index, sizeof value); break;
    default:
        // Packed, from the most significant bit on.
        for (size_t bit = raw->bits * index; bit < raw->bits * (index + 1); bit++)
            value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
    }
    uint32_t max = raw->bits == 32 ? UINT32_MAX : (1u << raw->bits) - 1;
    if (raw->format == SAMPLEFORMAT_INT) return value > max / 2 ? 0 : (float)((double)value / (max / 2));
    return (float)((double)value / max);
}

// Writes a channel of a pixel: red, green, blue or alpha, or an ink.
static void put_sample(const raw_image *raw, float *pixel, uint16_t channel, float value) {
    if (raw->alpha > 0 && channel == raw->alpha) {
        pixel[3] = value;
    } else if (raw->palette[0] != NULL && channel == 0) {
        uint32_t index = (uint32_t)lrintf(value * (float)((1u << raw->bits) - 1));
        for (int color = 0; color < 3; color++) pixel[color] = (float)raw->palette[color][index] / 65535;
    } else if (raw->photometric == PHOTOMETRIC_MINISBLACK && channel == 0) {
        pixel[0] = pixel[1] = pixel[2] = value;
    } else if (raw->photometric == PHOTOMETRIC_MINISWHITE && channel == 0) {
        pixel[0] = pixel[1] = pixel[2] = 1 - value;
    } else if (channel < (raw->is_cmyk ? 4 : raw->photometric == PHOTOMETRIC_RGB ? 3 : 0)) {
        pixel[channel] = value;
    }
}

// Reads a plane of a strip or tile, or all samples of one, into rows that begin at a column.
static bool read_part(tintype_tiff *reader, uint32_t x, uint32_t y, uint32_t count, uint16_t plane, float *rows) {
    const raw_image *raw = &reader->raw;
    TIFF *codec = reader->codec;
    memset(raw->buffer, 0, raw->buffer_bytes);
    tmsize_t read = raw->is_tiled ? TIFFReadEncodedTile(codec, TIFFComputeTile(codec, x, y, 0, plane), raw->buffer,
                                                        (tmsize_t)raw->buffer_bytes)
                                  : TIFFReadEncodedStrip(codec, TIFFComputeStrip(codec, y, plane), raw->buffer,
                                                         (tmsize_t)raw->buffer_bytes);
    if (read < 0) return false;
    size_t row_bytes = (size_t)(raw->is_tiled ? TIFFTileRowSize64(codec) : TIFFScanlineSize64(codec));
    uint16_t samples = raw->is_planar ? 1 : raw->samples;
    uint32_t width = raw->width - x < raw->tile_width ? raw->width - x : raw->tile_width;
    if (row_bytes < ((size_t)width * samples * raw->bits + 7) / 8) return false;
    if (row_bytes * count > raw->buffer_bytes) return false;
    for (uint32_t row = 0; row < count; row++) {
        const uint8_t *source = raw->buffer + row_bytes * row;
        for (uint32_t column = 0; column < width; column++) {
            float *pixel = rows + 4 * ((size_t)raw->width * row + x + column);
            for (uint16_t index = 0; index < samples; index++)
                put_sample(raw, pixel, raw->is_planar ? plane : index,
                           sample_of(raw, source, (size_t)column * samples + index));
        }
    }
    return true;
}

bool tintype_tiff_read_samples(tintype_tiff *reader, uint32_t first, uint32_t count, float *rows) {
    const raw_image *raw = &reader->raw;
    for (size_t pixel = 0; pixel < (size_t)raw->width * count; pixel++) {
        rows[4 * pixel] = rows[4 * pixel + 1] = rows[4 * pixel + 2] = 0;
        rows[4 * pixel + 3] = raw->is_cmyk ? 0 : 1;
    }
    for (uint32_t x = 0; x < raw->width; x += raw->tile_width) {
        for (uint16_t plane = 0; plane < (raw->is_planar ? raw->samples : 1); plane++)
            if (!read_part(reader, x, first, count, plane, rows)) return false;
        if (raw->width - x <= raw->tile_width) break;
    }
    for (size_t pixel = 0; raw->is_premultiplied && pixel < (size_t)raw->width * count; pixel++) {
        float alpha = rows[4 * pixel + 3];
        for (int color = 0; color < 3 && alpha > 0; color++) rows[4 * pixel + color] /= alpha;
    }
    return true;
}

static void read_profile(tintype_tiff *reader, tintype_tiff_header *header) {
    void *profile = NULL;
    uint32_t profile_count = 0;
    if (TIFFGetField(reader->codec, TIFFTAG_ICCPROFILE, &profile_count, &profile)) {
        header->profile = profile;
        header->profile_count = profile_count;
    }
}

static bool read_raw_header(tintype_tiff *reader, tintype_tiff_header *header) {
    if (!open_raw(reader)) return false;
    const raw_image *raw = &reader->raw;
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(reader->codec, TIFFTAG_ORIENTATION, &orientation);
    header->width = raw->width;
    header->height = raw->height;
    header->orientation = orientation;
    header->has_alpha = raw->alpha > 0;
    header->is_gray = !raw->is_cmyk && raw->photometric != PHOTOMETRIC_RGB && raw->photometric != PHOTOMETRIC_PALETTE;
    // A tile may be higher than the picture.
    header->rows_together = raw->rows_together < raw->height ? raw->rows_together : raw->height;
    header->samples = raw->is_cmyk                            ? TINTYPE_TIFF_INKS
                      : raw->format == SAMPLEFORMAT_IEEEFP ? TINTYPE_TIFF_LIGHT
                      : raw->bits == 32                      ? TINTYPE_TIFF_WIDE
                                                             : TINTYPE_TIFF_COLORS;
    read_profile(reader, header);
    return true;
}

bool tintype_tiff_read_header(tintype_tiff *reader, tintype_tiff_header *header) {
    char message[1024];
    uint16_t photometric = 0;
    TIFFGetField(reader->codec, TIFFTAG_PHOTOMETRIC, &photometric);
    if (photometric == PHOTOMETRIC_SEPARATED && read_raw_header(reader, header)) return true;
    if (!TIFFRGBAImageOK(reader->codec, message) ||
        !TIFFRGBAImageBegin(&reader->image, reader->codec, 1, message))
        return read_raw_header(reader, header);
    reader->has_image = true;
    TIFFRGBAImage *image = &reader->image;
    header->width = image->width;
    header->height = image->height;
    header->orientation = image->orientation;
    header->has_alpha = image->alpha != 0;
    header->is_gray = image->photometric == PHOTOMETRIC_MINISBLACK || image->photometric == PHOTOMETRIC_MINISWHITE;
    // Requesting the stored orientation makes libtiff return rows in stored order.
    image->req_orientation = image->orientation;

    uint32_t rows_together = 0;
    if (TIFFIsTiled(reader->codec)) {
        TIFFGetField(reader->codec, TIFFTAG_TILELENGTH, &rows_together);
    } else {
        TIFFGetFieldDefaulted(reader->codec, TIFFTAG_ROWSPERSTRIP, &rows_together);
    }
    if (rows_together == 0 || rows_together > image->height) rows_together = image->height;
    header->rows_together = rows_together;
    read_profile(reader, header);
    return true;
}

bool tintype_tiff_read_rows(tintype_tiff *reader, uint32_t first, uint32_t count, uint32_t *rows) {
    reader->image.row_offset = first;
    return TIFFRGBAImageGet(&reader->image, rows, reader->image.width, count);
}

const char *tintype_tiff_version(void) { return TIFFGetVersion(); }
