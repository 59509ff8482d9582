#include "tintype_jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: install libjpeg-dev"
#endif
#include <jerror.h>
#include <jpeglib.h>

struct tintype_jpeg {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failure;
    tintype_should_stop should_stop;
    void *context;
    int max_scans;
    // The size of the file.
    size_t count;
    bool is_cut;
    // Rows that are still usable after the data was found to be truncated; -1 before that.
    int rows_left;
};

// The status becomes the return value of setjmp and is never zero.
static _Noreturn void leave(tintype_jpeg *reader, tintype_status status) { longjmp(reader->failure, status); }

static void on_error(j_common_ptr codec) { leave(codec->client_data, TINTYPE_FAILED); }

static void on_message(j_common_ptr codec, int level) {
    if (level >= 0) return;
    codec->err->num_warnings++;
    tintype_jpeg *reader = codec->client_data;
    if (codec->err->msg_code == JWRN_JPEG_EOF) reader->is_cut = true;
}

static void on_progress(j_common_ptr codec) {
    tintype_jpeg *reader = codec->client_data;
    if (reader->codec.input_scan_number > reader->max_scans || reader->should_stop(reader->context)) {
        leave(reader, TINTYPE_STOPPED);
    }
}

tintype_jpeg *tintype_jpeg_open(const uint8_t *bytes, size_t count) {
    tintype_jpeg *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->codec.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = on_error;
    reader->errors.emit_message = on_message;
    reader->codec.client_data = reader;
    if (setjmp(reader->failure)) {
        tintype_jpeg_close(reader);
        return NULL;
    }
    reader->count = count;
    jpeg_create_decompress(&reader->codec);
    jpeg_mem_src(&reader->codec, bytes, count);
    return reader;
}

void tintype_jpeg_close(tintype_jpeg *reader) {
    jpeg_destroy_decompress(&reader->codec);
    free(reader);
}

tintype_status tintype_jpeg_read_header(tintype_jpeg *reader, tintype_jpeg_header *header) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (jpeg_read_header(codec, TRUE) != JPEG_HEADER_OK) return TINTYPE_FAILED;
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->is_cmyk = codec->num_components == 4;
    header->is_gray = codec->num_components == 1;
    header->coefficient_bytes = 0;
    for (int index = 0; index < codec->num_components && jpeg_has_multiple_scans(codec); index++) {
        jpeg_component_info *component = &codec->comp_info[index];
        header->coefficient_bytes += sizeof(JBLOCK) * component->width_in_blocks * component->height_in_blocks;
    }
    codec->out_color_space = header->is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    return TINTYPE_OK;
}

bool tintype_jpeg_read_scan(const tintype_jpeg *reader, tintype_jpeg_scan *scan) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    int count = codec->num_components;
    if (codec->arith_code || codec->data_precision != 8 || (count != 1 && count != 3) || codec->comps_in_scan != count)
        return false;
    // The first scan of a progressive picture has all DC coefficients, without their lowest bits: in practice one.
    if (codec->progressive_mode && (codec->Ss != 0 || codec->Se != 0 || codec->Ah != 0 || codec->Al > 3)) return false;
    for (int index = 0; index < count; index++) {
        const jpeg_component_info *component = codec->cur_comp_info[index];
        const JQUANT_TBL *steps = codec->quant_tbl_ptrs[component->quant_tbl_no & (NUM_QUANT_TBLS - 1)];
        const JHUFF_TBL *dc = codec->dc_huff_tbl_ptrs[component->dc_tbl_no & (NUM_HUFF_TBLS - 1)];
        const JHUFF_TBL *ac = codec->ac_huff_tbl_ptrs[component->ac_tbl_no & (NUM_HUFF_TBLS - 1)];
        if (component->component_index != index || !steps || !dc || (!ac && !codec->progressive_mode)) return false;
        scan->components[index] = (tintype_jpeg_component){
            .columns = component->h_samp_factor,
            .rows = component->v_samp_factor,
            .dc_step = steps->quantval[0] << (codec->progressive_mode ? codec->Al : 0),
            .dc_lengths = dc->bits + 1,
            .dc_symbols = dc->huffval,
            .ac_lengths = codec->progressive_mode ? NULL : ac->bits + 1,
            .ac_symbols = codec->progressive_mode ? NULL : ac->huffval,
        };
    }
    scan->start = reader->count - codec->src->bytes_in_buffer;
    scan->component_count = count;
    scan->is_ycc = codec->jpeg_color_space == JCS_YCbCr;
    scan->restart_interval = (int)codec->restart_interval;
    return true;
}

// Reads scans until every component has its DC coefficients.
static void read_dc(tintype_jpeg *reader) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    for (;;) {
        bool complete = true;
        for (int index = 0; index < codec->num_components; index++) {
            if (codec->coef_bits && codec->coef_bits[index][0] < 0) complete = false;
        }
        if (complete || jpeg_input_complete(codec)) return;
        int event;
        do {
            on_progress((j_common_ptr)codec);
            event = jpeg_consume_input(codec);
        } while (event != JPEG_SCAN_COMPLETED && event != JPEG_REACHED_EOI && event != JPEG_SUSPENDED);
    }
}

tintype_status tintype_jpeg_start(tintype_jpeg *reader, int denominator, bool dc_only, int max_scans,
                                  tintype_should_stop should_stop, void *context) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    struct jpeg_decompress_struct *codec = &reader->codec;
    reader->should_stop = should_stop;
    reader->context = context;
    reader->max_scans = max_scans;
    reader->progress.progress_monitor = on_progress;
    codec->progress = &reader->progress;
    codec->scale_num = 1;
    codec->scale_denom = denominator;
    codec->buffered_image = dc_only && codec->progressive_mode;
    // In libjpeg-turbo 2.1, block smoothing shifts parts of the picture by a row.
    codec->do_block_smoothing = FALSE;
    if (!jpeg_start_decompress(codec)) return TINTYPE_FAILED;
    if (codec->buffered_image) {
        read_dc(reader);
        if (!jpeg_start_output(codec, codec->input_scan_number)) return TINTYPE_FAILED;
    }
    reader->rows_left = -1;
    return TINTYPE_OK;
}

// Past the end of the data, libjpeg returns gray. Rows are decoded in bands, so the band with the cut is the last
// useful one. A multi-scan picture is complete before its first row is returned.
static bool is_past_cut(tintype_jpeg *reader) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (!reader->is_cut || jpeg_has_multiple_scans(codec)) return false;
    if (reader->rows_left < 0) {
        int band = codec->max_v_samp_factor * codec->min_DCT_scaled_size;
        reader->rows_left = (band - codec->output_scanline % band) % band;
    }
    return reader->rows_left-- == 0;
}

tintype_status tintype_jpeg_read_row(tintype_jpeg *reader, uint8_t *row) {
    tintype_status status = setjmp(reader->failure);
    if (status) return status;
    if (is_past_cut(reader)) return TINTYPE_FAILED;
    JSAMPROW rows[] = {row};
    return jpeg_read_scanlines(&reader->codec, rows, 1) == 1 ? TINTYPE_OK : TINTYPE_FAILED;
}

bool tintype_jpeg_lacks_scans(const tintype_jpeg *reader) {
    return reader->is_cut && reader->codec.comp_info && jpeg_has_multiple_scans((j_decompress_ptr)&reader->codec);
}

#define TEXT_OF(token) #token
#define TEXT(macro) TEXT_OF(macro)

const char *tintype_jpeg_version(void) { return TEXT(LIBJPEG_TURBO_VERSION); }

struct tintype_jpeg_writer {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    jmp_buf failure;
    // The file. libjpeg replaces the buffer, and leaves it to us, if it is too small.
    unsigned char *buffer, *bytes;
    unsigned long count;
};

static _Noreturn void on_writing_error(j_common_ptr codec) {
    longjmp(((struct tintype_jpeg_writer *)codec->client_data)->failure, TINTYPE_FAILED);
}

static void on_writing_message(j_common_ptr codec, int level) {
    (void)codec;
    (void)level;
}

uint8_t *tintype_jpeg_encode(const uint8_t *pixels, int width, int height, int quality, size_t *count) {
    struct tintype_jpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    struct jpeg_compress_struct *codec = &writer->codec;
    writer->count = 4096 + 2 * (unsigned long)width * (unsigned long)height;
    writer->bytes = writer->buffer = malloc(writer->count);
    codec->err = jpeg_std_error(&writer->errors);
    writer->errors.error_exit = on_writing_error;
    writer->errors.emit_message = on_writing_message;
    codec->client_data = writer;
    if (!writer->buffer || setjmp(writer->failure)) {
        jpeg_destroy_compress(codec);
        free(writer->buffer);
        free(writer);
        return NULL;
    }
    jpeg_create_compress(codec);
    jpeg_mem_dest(codec, &writer->bytes, &writer->count);
    codec->image_width = (JDIMENSION)width;
    codec->image_height = (JDIMENSION)height;
    codec->input_components = 4;
    codec->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    jpeg_start_compress(codec, TRUE);
    while (codec->next_scanline < codec->image_height) {
        JSAMPROW rows[] = {(JSAMPROW)pixels + (size_t)codec->next_scanline * 4 * (size_t)width};
        jpeg_write_scanlines(codec, rows, 1);
    }
    jpeg_finish_compress(codec);
    jpeg_destroy_compress(codec);
    uint8_t *bytes = writer->bytes;
    *count = writer->count;
    if (bytes != writer->buffer) free(writer->buffer);
    free(writer);
    return bytes;
}
