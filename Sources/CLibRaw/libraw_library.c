#include "CLibRaw.h"
#include "CLibraryLoading.h"
#if !__has_include(<libraw/libraw.h>)
#error "LibRaw is missing: install libraw-dev"
#endif
#include <libraw/libraw.h>
#include <stdlib.h>
#include <string.h>

#define EACH_FUNCTION(apply)                                                                                           \
    apply(libraw_version) apply(libraw_init) apply(libraw_close) apply(libraw_open_buffer)                             \
    apply(libraw_unpack_thumb) apply(libraw_unpack)                                                                    \
    apply(libraw_dcraw_process) apply(libraw_dcraw_make_mem_image) apply(libraw_dcraw_clear_mem)                       \
    apply(libraw_set_progress_handler) apply(libraw_set_dataerror_handler)

TINTYPE_DEFINE_LOADED_FUNCTIONS

struct tintype_raw {
    libraw_data_t *codec;
    libraw_processed_image_t *developed;
    bool (*should_stop)(void *);
    void *context;
    /// Copies that end with a null byte, whatever LibRaw has read.
    char maker[65], model[65], serial_number[65], lens[129], description[513], author[65];
};

static bool load(void) {
    // Read by OpenMP when it is loaded. Other workers decode other pictures.
    setenv("OMP_NUM_THREADS", "1", 1);
    return load_functions(tintype_raw_soname()) != NULL;
}

const char *tintype_raw_soname(void) { return "libraw.so." TINTYPE_TEXT(LIBRAW_SHLIB_CURRENT); }

TINTYPE_DEFINE_LOAD_ONCE(tintype_raw_load, load)

const char *tintype_raw_version(void) { return tintype_raw_load() ? loaded_libraw_version() : NULL; }

static int on_progress(void *context, enum LibRaw_progress stage, int iteration, int expected) {
    (void)stage;
    (void)iteration;
    (void)expected;
    tintype_raw *raw = context;
    return raw->should_stop(raw->context);
}

// The default handler prints to standard error.
static void ignore_damage(void *context, const char *file, const int offset) {
    (void)context;
    (void)file;
    (void)offset;
}

tintype_raw *tintype_raw_open(
    const void *bytes, size_t count, size_t max_bytes, bool (*should_stop)(void *), void *context) {
    if (!tintype_raw_load()) return NULL;
    tintype_raw *raw = calloc(1, sizeof *raw);
    libraw_data_t *codec = raw ? loaded_libraw_init(0) : NULL;
    if (!codec) {
        free(raw);
        return NULL;
    }
    *raw = (tintype_raw){.codec = codec, .should_stop = should_stop, .context = context};
    loaded_libraw_set_progress_handler(codec, on_progress, raw);
    loaded_libraw_set_dataerror_handler(codec, ignore_damage, NULL);
    libraw_output_params_t *options = &codec->params;
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
    codec->rawparams.max_raw_memory_mb = (unsigned)(max_bytes >> 20);
#else
    options->max_raw_memory_mb = (unsigned)(max_bytes >> 20);
#endif
    options->half_size = 1;
    options->use_camera_wb = 1;
    options->output_color = 1;
    options->output_bps = 8;
    // The tone curve of sRGB.
    options->gamm[0] = 1 / 2.4;
    options->gamm[1] = 12.92;
    // Rows stay as the sensor has them; the program rotates them.
    options->user_flip = 0;
    // Bilinear demosaicing. It has no effect on half-size output, which makes one pixel of each square of four.
    options->user_qual = 0;
    if (loaded_libraw_open_buffer(codec, (void *)bytes, count) == LIBRAW_SUCCESS) return raw;
    tintype_raw_close(raw);
    return NULL;
}

void tintype_raw_close(tintype_raw *raw) {
    if (raw->developed) loaded_libraw_dcraw_clear_mem(raw->developed);
    loaded_libraw_close(raw->codec);
    free(raw);
}

static double degrees(const float parts[3], char side, char negative) {
    double angle = parts[0] + parts[1] / 60 + parts[2] / 3600;
    return side == negative ? -angle : angle;
}

static const char *copied(char *target, size_t target_count, const char *source, size_t source_count) {
    size_t count = strnlen(source, source_count < target_count ? source_count : target_count - 1);
    memcpy(target, source, count);
    target[count] = 0;
    return target;
}

#define COPIED(target, source) copied(target, sizeof(target), source, sizeof(source))

tintype_raw_header tintype_raw_read_header(tintype_raw *raw) {
    tintype_raw_header header = {0};
    const libraw_data_t *codec = raw->codec;
    const libraw_image_sizes_t *sizes = &codec->sizes;
    header.width = sizes->width;
    header.height = sizes->height;
    // Without a color filter array, pixels have up to four values already, and are developed in full size.
    bool has_filters = codec->idata.filters != 0;
    int divisor = has_filters ? 2 : 1;
    header.sensor_bytes = (uint64_t)sizes->raw_width * sizes->raw_height * (has_filters ? 2 : 8);
    header.developed_pixels =
        (uint64_t)((sizes->width + divisor - 1) / divisor) * ((sizes->height + divisor - 1) / divisor);
    // LibRaw counts quarter turns in bits; 5 is one to the left, 6 to the right.
    header.orientation = sizes->flip == 3 ? 3 : sizes->flip == 5 ? 8 : sizes->flip == 6 ? 6 : 1;
    header.maker = COPIED(raw->maker, codec->idata.make);
    header.model = COPIED(raw->model, codec->idata.model);
    header.serial_number = COPIED(raw->serial_number, codec->shootinginfo.BodySerial);
    header.lens = codec->lens.Lens[0] ? COPIED(raw->lens, codec->lens.Lens)
                                       : COPIED(raw->lens, codec->lens.makernotes.Lens);
    header.description = COPIED(raw->description, codec->other.desc);
    header.author = COPIED(raw->author, codec->other.artist);
    header.seconds = codec->other.shutter;
    header.aperture = codec->other.aperture;
    header.iso = codec->other.iso_speed;
    header.focal_length = codec->other.focal_len;
    header.has_time = codec->other.timestamp > 0 && localtime_r(&codec->other.timestamp, &header.taken);
    const libraw_gps_info_t *gps = &codec->other.parsed_gps;
    header.has_coordinate = gps->gpsparsed && (gps->latref == 'N' || gps->latref == 'S') &&
                             (gps->longref == 'E' || gps->longref == 'W');
    header.latitude = degrees(gps->latitude, gps->latref, 'S');
    header.longitude = degrees(gps->longitude, gps->longref, 'W');
    header.xmp = codec->idata.xmpdata;
    header.xmp_count = codec->idata.xmplen;
    return header;
}

size_t tintype_raw_preview_bytes(tintype_raw *raw) { return raw->codec->thumbnail.tlength; }

tintype_raw_picture tintype_raw_preview(tintype_raw *raw) {
    tintype_raw_picture picture = {.encoding = TINTYPE_RAW_NONE};
    const libraw_thumbnail_t *preview = &raw->codec->thumbnail;
    if (!preview->thumb && loaded_libraw_unpack_thumb(raw->codec) != LIBRAW_SUCCESS) return picture;
    if (!preview->thumb) return picture;
    picture.bytes = (const uint8_t *)preview->thumb;
    picture.count = preview->tlength;
    picture.width = preview->twidth;
    picture.height = preview->theight;
    if (preview->tformat == LIBRAW_THUMBNAIL_JPEG) {
        picture.encoding = TINTYPE_RAW_JPEG;
    } else if (preview->tformat == LIBRAW_THUMBNAIL_BITMAP && picture.width > 0 && picture.height > 0 &&
               picture.count / 3 / picture.width >= picture.height) {
        picture.encoding = TINTYPE_RAW_RGB;
    }
    return picture;
}

tintype_raw_picture tintype_raw_develop(tintype_raw *raw) {
    tintype_raw_picture picture = {.encoding = TINTYPE_RAW_NONE};
    if (!raw->developed) {
        int status = 0;
        if (loaded_libraw_unpack(raw->codec) != LIBRAW_SUCCESS) return picture;
        if (loaded_libraw_dcraw_process(raw->codec) != LIBRAW_SUCCESS) return picture;
        raw->developed = loaded_libraw_dcraw_make_mem_image(raw->codec, &status);
    }
    const libraw_processed_image_t *image = raw->developed;
    if (!image || image->type != LIBRAW_IMAGE_BITMAP || image->bits != 8 || image->colors != 3) return picture;
    size_t needed = (size_t)image->width * image->height * 3;
    if (needed == 0 || image->data_size < needed) return picture;
    picture.encoding = TINTYPE_RAW_RGB;
    picture.width = image->width;
    picture.height = image->height;
    picture.bytes = image->data;
    picture.count = needed;
    return picture;
}
