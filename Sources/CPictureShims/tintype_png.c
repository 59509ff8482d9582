#include "tintype_png.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct tintype_png {
    png_structp codec;
    png_infop info;
    jmp_buf failure;
    const uint8_t *bytes;
    size_t count, position;
    bool is_cut;
    int passes;
};

static _Noreturn void on_error(png_structp codec, png_const_charp message) {
    (void)message;
    tintype_png *reader = png_get_error_ptr(codec);
    longjmp(reader->failure, TINTYPE_FAILED);
}

static void on_warning(png_structp codec, png_const_charp message) {
    (void)codec;
    (void)message;
}

static void read_bytes(png_structp codec, png_bytep target, size_t count) {
    tintype_png *reader = png_get_io_ptr(codec);
    if (count > reader->count - reader->position) {
        reader->is_cut = true;
        png_error(codec, "cut");
    }
    memcpy(target, reader->bytes + reader->position, count);
    reader->position += count;
}

tintype_png *tintype_png_open(const uint8_t *bytes, size_t count, size_t max_chunk_bytes) {
    tintype_png *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->bytes = bytes;
    reader->count = count;
    if (setjmp(reader->failure)) {
        tintype_png_close(reader);
        return NULL;
    }
    reader->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
    if (reader->codec) reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) {
        tintype_png_close(reader);
        return NULL;
    }
    png_set_read_fn(reader->codec, reader, read_bytes);
    // Compressed data is read in pieces of this size. A truncated file loses its last piece, so the size is small.
    png_set_compression_buffer_size(reader->codec, 512);
    png_set_user_limits(reader->codec, 1 << 24, 1 << 24);
    png_set_chunk_malloc_max(reader->codec, max_chunk_bytes);
    // Text chunks can inflate to any size, and aren't used.
    static const png_byte text_chunks[] = "zTXt\0iTXt\0tEXt";
    png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_NEVER, text_chunks, 3);
    return reader;
}

void tintype_png_close(tintype_png *reader) {
    png_destroy_read_struct(&reader->codec, &reader->info, NULL);
    free(reader);
}

tintype_status tintype_png_read_header(tintype_png *reader, tintype_png_header *header) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    png_structp codec = reader->codec;
    png_infop info = reader->info;
    png_read_info(codec, info);
    header->width = png_get_image_width(codec, info);
    header->height = png_get_image_height(codec, info);
    int color_type = png_get_color_type(codec, info);
    header->has_alpha = (color_type & PNG_COLOR_MASK_ALPHA) || png_get_valid(codec, info, PNG_INFO_tRNS);
    header->is_gray = !(color_type & PNG_COLOR_MASK_COLOR);

    png_charp name;
    int method;
    png_bytep profile = NULL;
    png_uint_32 profile_count = 0;
    png_get_iCCP(codec, info, &name, &method, &profile, &profile_count);
    header->profile = profile;
    header->profile_count = profile_count;

    png_set_expand(codec);
    png_set_scale_16(codec);
    png_set_gray_to_rgb(codec);
    png_set_add_alpha(codec, 0xff, PNG_FILLER_AFTER);
    header->passes = reader->passes = png_set_interlace_handling(codec);
    png_read_update_info(codec, info);
    return png_get_rowbytes(codec, info) == 4 * (size_t)header->width ? TINTYPE_OK : TINTYPE_FAILED;
}

tintype_status tintype_png_read_row(tintype_png *reader, uint8_t *row) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    // As a display row, an interlaced row also covers the pixels of later passes.
    if (reader->passes > 1) {
        png_read_row(reader->codec, NULL, row);
    } else {
        png_read_row(reader->codec, row, NULL);
    }
    return TINTYPE_OK;
}

bool tintype_png_is_cut(const tintype_png *reader) { return reader->is_cut; }

tintype_status tintype_png_finish(tintype_png *reader) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    png_read_end(reader->codec, NULL);
    return TINTYPE_OK;
}

const char *tintype_png_version(void) { return png_get_libpng_ver(NULL); }
