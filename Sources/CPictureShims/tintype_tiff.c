#include "tintype_tiff.h"

#include <stdlib.h>
#include <string.h>

#if !__has_include(<tiffio.h>)
#error "libtiff is missing: install libtiff-dev"
#endif
#include <tiffio.h>

struct tintype_tiff {
    TIFF *codec;
    TIFFRGBAImage image;
    bool has_image;
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
    TIFFClose(reader->codec);
    free(reader);
}

bool tintype_tiff_read_header(tintype_tiff *reader, tintype_tiff_header *header) {
    char message[1024];
    if (!TIFFRGBAImageOK(reader->codec, message)) return false;
    if (!TIFFRGBAImageBegin(&reader->image, reader->codec, 1, message)) return false;
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

    void *profile = NULL;
    uint32_t profile_count = 0;
    if (TIFFGetField(reader->codec, TIFFTAG_ICCPROFILE, &profile_count, &profile)) {
        header->profile = profile;
        header->profile_count = profile_count;
    }
    return true;
}

bool tintype_tiff_read_rows(tintype_tiff *reader, uint32_t first, uint32_t count, uint32_t *rows) {
    reader->image.row_offset = first;
    return TIFFRGBAImageGet(&reader->image, rows, reader->image.width, count);
}

const char *tintype_tiff_version(void) { return TIFFGetVersion(); }
