#include "tintype_png.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#if !__has_include(<png.h>)
#error "libpng is missing: install libpng-dev"
#endif
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
    header->passes = reader->passes = png_set_interlace_handling(codec);
    return TINTYPE_OK;
}

tintype_status tintype_png_start(tintype_png *reader, bool is_deep) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    png_structp codec = reader->codec;
    if (is_deep) {
        png_set_expand_16(codec);
        const uint16_t one = 1;
        if (*(const uint8_t *)&one == 1) png_set_swap(codec);
    } else {
        png_set_expand(codec);
        png_set_scale_16(codec);
    }
    png_set_gray_to_rgb(codec);
    png_set_add_alpha(codec, is_deep ? 0xffff : 0xff, PNG_FILLER_AFTER);
    png_read_update_info(codec, reader->info);
    size_t bytes = (is_deep ? 8 : 4) * (size_t)png_get_image_width(codec, reader->info);
    return png_get_rowbytes(codec, reader->info) == bytes ? TINTYPE_OK : TINTYPE_FAILED;
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

typedef struct {
    png_structp codec;
    png_infop info;
    jmp_buf failure;
    uint8_t *bytes;
    size_t count, capacity;
} png_writer;

static _Noreturn void on_write_error(png_structp codec, png_const_charp message) {
    (void)message;
    png_writer *writer = png_get_error_ptr(codec);
    longjmp(writer->failure, 1);
}

static void append_bytes(png_structp codec, png_bytep bytes, size_t count) {
    png_writer *writer = png_get_io_ptr(codec);
    if (count > writer->capacity - writer->count) {
        size_t capacity = 2 * (writer->capacity + count);
        uint8_t *larger = realloc(writer->bytes, capacity);
        if (!larger) png_error(codec, "memory");
        writer->bytes = larger;
        writer->capacity = capacity;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
}

static void flush_nothing(png_structp codec) { (void)codec; }

static bool write_png(png_writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                      const tintype_png_text *texts, int text_count) {
    if (setjmp(writer->failure)) return false;
    writer->codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_write_error, on_warning);
    if (writer->codec) writer->info = png_create_info_struct(writer->codec);
    if (!writer->info) return false;
    png_structp codec = writer->codec;
    png_infop info = writer->info;
    png_set_write_fn(codec, writer, append_bytes, flush_nothing);
    // One filter and little searching: half a millisecond instead of eight, for files a fifth larger.
    png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
    png_set_compression_level(codec, 1);
    png_set_IHDR(codec, info, width, height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    for (int index = 0; index < text_count; index++) {
        png_text text = {.compression = PNG_TEXT_COMPRESSION_NONE,
                         .key = (png_charp)texts[index].key,
                         .text = (png_charp)texts[index].text,
                         .text_length = strlen(texts[index].text)};
        png_set_text(codec, info, &text, 1);
    }
    png_write_info(codec, info);
    if (!has_alpha) png_set_filler(codec, 0, PNG_FILLER_AFTER);
    for (uint32_t row = 0; row < height; row++) png_write_row(codec, pixels + 4 * (size_t)width * row);
    png_write_end(codec, NULL);
    return true;
}

uint8_t *tintype_png_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                            const tintype_png_text *texts, int text_count, size_t *count) {
    png_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    bool is_written = write_png(writer, pixels, width, height, has_alpha, texts, text_count);
    png_destroy_write_struct(&writer->codec, &writer->info);
    uint8_t *bytes = writer->bytes;
    *count = writer->count;
    free(writer);
    if (is_written) return bytes;
    free(bytes);
    return NULL;
}

const char *tintype_png_version(void) { return png_get_libpng_ver(NULL); }
