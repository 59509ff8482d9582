#include "CJPEGXL.h"
#include "CLibraryLoading.h"
#if !__has_include(<jxl/decode.h>)
#error "libjxl is missing: install libjxl-dev"
#endif
#include <jxl/decode.h>
#include <jxl/version.h>
#include <stdlib.h>

#define EACH_FUNCTION(apply)                                                                                           \
    apply(JxlDecoderVersion) apply(JxlDecoderCreate) apply(JxlDecoderDestroy)                                          \
    apply(JxlDecoderSubscribeEvents) apply(JxlDecoderSetInput)                                                         \
    apply(JxlDecoderCloseInput) apply(JxlDecoderProcessInput) apply(JxlDecoderGetBasicInfo)                            \
    apply(JxlDecoderSetKeepOrientation) apply(JxlDecoderSetUnpremultiplyAlpha) apply(JxlDecoderSetParallelRunner)      \
    apply(JxlDecoderSetPreferredColorProfile) apply(JxlDecoderGetColorAsEncodedProfile)                                \
    apply(JxlDecoderGetICCProfileSize) apply(JxlDecoderGetColorAsICCProfile) apply(JxlDecoderImageOutBufferSize)       \
    apply(JxlDecoderSetImageOutBuffer) apply(JxlDecoderFlushImage) apply(JxlDecoderGetExtraChannelInfo)               \
    apply(JxlDecoderSetExtraChannelBuffer) apply(JxlDecoderGetFrameHeader)

TINTYPE_DEFINE_LOADED_FUNCTIONS

// libjxl 0.9 dropped an argument that it had ignored.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define IGNORED_FORMAT &file->format,
#else
#define IGNORED_FORMAT
#endif

struct tintype_jxl {
    JxlDecoder *decoder;
    uint8_t *profile;
    bool (*should_stop)(void *);
    void *context;
    bool is_stopped;
    /// RGBA, or CMYA if there is a plane of black.
    JxlPixelFormat format;
    /// The index of the extra channel with black ink; -1 if there is none.
    int black_channel;
    /// The display time of the last frame, in ticks.
    uint32_t ticks;
};

static bool load(void) {
    return load_functions(tintype_jxl_soname()) != NULL;
}

const char *tintype_jxl_soname(void) {
    return "libjxl.so." TINTYPE_TEXT(JPEGXL_MAJOR_VERSION) "." TINTYPE_TEXT(JPEGXL_MINOR_VERSION);
}

TINTYPE_DEFINE_LOAD_ONCE(tintype_jxl_load, load)

uint32_t tintype_jxl_version(void) { return tintype_jxl_load() ? loaded_JxlDecoderVersion() : 0; }

/// Runs the parts of a picture one after another, between which a decode can be stopped.
static JxlParallelRetCode run(
    void *runner, void *decode, JxlParallelRunInit initialize, JxlParallelRunFunction function, uint32_t start,
    uint32_t end) {
    tintype_jxl *file = runner;
    JxlParallelRetCode status = initialize(decode, 1);
    for (uint32_t part = start; status == 0 && part < end; part++) {
        if (file->should_stop && file->should_stop(file->context)) {
            file->is_stopped = true;
            return JXL_PARALLEL_RET_RUNNER_ERROR;
        }
        function(decode, part, 0);
    }
    return status;
}

static bool is_srgb(const tintype_jxl *file) {
    JxlColorEncoding color;
    if (loaded_JxlDecoderGetColorAsEncodedProfile(file->decoder, IGNORED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                                  &color) != JXL_DEC_SUCCESS)
        return false;
    bool has_primaries = color.color_space == JXL_COLOR_SPACE_GRAY ||
                         (color.color_space == JXL_COLOR_SPACE_RGB && color.primaries == JXL_PRIMARIES_SRGB);
    return has_primaries && color.white_point == JXL_WHITE_POINT_D65 &&
           color.transfer_function == JXL_TRANSFER_FUNCTION_SRGB;
}

/// Describes colors that may be brighter than white. Returns false for others.
static bool read_hdr(const tintype_jxl *file, tintype_jxl_header *header) {
    JxlColorEncoding color;
    if (loaded_JxlDecoderGetColorAsEncodedProfile(file->decoder, IGNORED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                                  &color) != JXL_DEC_SUCCESS ||
        (color.transfer_function != JXL_TRANSFER_FUNCTION_PQ && color.transfer_function != JXL_TRANSFER_FUNCTION_HLG))
        return false;
    header->is_hdr = true;
    header->transfer = color.transfer_function;
    double *xy = header->primaries;
    xy[0] = color.white_point_xy[0], xy[1] = color.white_point_xy[1];
    xy[2] = color.primaries_red_xy[0], xy[3] = color.primaries_red_xy[1];
    xy[4] = color.primaries_green_xy[0], xy[5] = color.primaries_green_xy[1];
    xy[6] = color.primaries_blue_xy[0], xy[7] = color.primaries_blue_xy[1];
    return true;
}

static void read_profile(tintype_jxl *file, size_t max_bytes, bool is_gray, tintype_jxl_header *header) {
    if (read_hdr(file, header)) {
        file->format.data_type = JXL_TYPE_UINT16;
        return;
    }
    // Possible for pictures that are stored in libjxl's own color space; others have the profile that they say.
    JxlColorEncoding srgb = {
        .color_space = is_gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
        .white_point = JXL_WHITE_POINT_D65,
        .primaries = JXL_PRIMARIES_SRGB,
        .transfer_function = JXL_TRANSFER_FUNCTION_SRGB,
        .rendering_intent = JXL_RENDERING_INTENT_PERCEPTUAL,
    };
    loaded_JxlDecoderSetPreferredColorProfile(file->decoder, &srgb);
    if (is_srgb(file)) return;
    size_t count = 0;
    if (loaded_JxlDecoderGetICCProfileSize(file->decoder, IGNORED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, &count) !=
            JXL_DEC_SUCCESS ||
        count == 0 || count > max_bytes)
        return;
    file->profile = malloc(count);
    if (!file->profile || loaded_JxlDecoderGetColorAsICCProfile(
                              file->decoder, IGNORED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, file->profile, count) !=
                              JXL_DEC_SUCCESS)
        return;
    header->profile = file->profile;
    header->profile_count = count;
}

/// Returns whether the colors are inks, with black in an extra channel.
static bool find_black(tintype_jxl *file, uint32_t channel_count) {
    file->black_channel = -1;
    for (uint32_t index = 0; index < channel_count && index < 256; index++) {
        JxlExtraChannelInfo channel;
        if (loaded_JxlDecoderGetExtraChannelInfo(file->decoder, index, &channel) == JXL_DEC_SUCCESS &&
            channel.type == JXL_CHANNEL_BLACK) {
            file->black_channel = (int)index;
            return true;
        }
    }
    return false;
}

tintype_jxl *tintype_jxl_open(
    const uint8_t *bytes, size_t count, size_t max_profile_bytes, tintype_jxl_header *header) {
    if (!tintype_jxl_load()) return NULL;
    tintype_jxl *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    file->format = (JxlPixelFormat){4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    JxlDecoder *decoder = file->decoder = loaded_JxlDecoderCreate(NULL);
    JxlBasicInfo info = {0};
    if (decoder && loaded_JxlDecoderSetParallelRunner(decoder, run, file) == JXL_DEC_SUCCESS &&
        loaded_JxlDecoderSubscribeEvents(
            decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE) ==
            JXL_DEC_SUCCESS &&
        loaded_JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
        loaded_JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
        loaded_JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS) {
        loaded_JxlDecoderCloseInput(decoder);
        if (loaded_JxlDecoderProcessInput(decoder) == JXL_DEC_BASIC_INFO &&
            loaded_JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS &&
            loaded_JxlDecoderProcessInput(decoder) == JXL_DEC_COLOR_ENCODING) {
            *header = (tintype_jxl_header){
                .width = info.xsize,
                .height = info.ysize,
                .orientation = info.orientation,
                .has_alpha = info.alpha_bits > 0,
                .is_gray = info.num_color_channels == 1,
                .ticks_per_second = info.have_animation && info.animation.tps_denominator > 0
                                        ? (double)info.animation.tps_numerator / info.animation.tps_denominator
                                        : 0,
                .plays = info.have_animation ? info.animation.num_loops : 1,
            };
            header->has_black = find_black(file, info.num_extra_channels);
            read_profile(file, max_profile_bytes, header->is_gray, header);
            return file;
        }
    }
    tintype_jxl_close(file);
    return NULL;
}

void tintype_jxl_close(tintype_jxl *file) {
    if (file->decoder) loaded_JxlDecoderDestroy(file->decoder);
    free(file->profile);
    free(file);
}

tintype_jxl_result tintype_jxl_decode(
    tintype_jxl *file, uint8_t *pixels, size_t count, uint8_t *black, size_t black_count, bool (*should_stop)(void *),
    void *context) {
    JxlDecoder *decoder = file->decoder;
    file->should_stop = should_stop;
    file->context = context;
    bool has_target = false;
    for (;;) {
        JxlDecoderStatus status = loaded_JxlDecoderProcessInput(decoder);
        if (file->is_stopped || should_stop(context)) return TINTYPE_JXL_FAILED;
        if (status == JXL_DEC_FULL_IMAGE) return TINTYPE_JXL_COMPLETE;
        if (status == JXL_DEC_FRAME) {
            JxlFrameHeader frame;
            file->ticks = loaded_JxlDecoderGetFrameHeader(decoder, &frame) == JXL_DEC_SUCCESS ? frame.duration : 0;
            continue;
        }
        if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER && !has_target) {
            size_t needed = 0;
            if (loaded_JxlDecoderImageOutBufferSize(decoder, &file->format, &needed) != JXL_DEC_SUCCESS ||
                needed > count ||
                loaded_JxlDecoderSetImageOutBuffer(decoder, &file->format, pixels, count) != JXL_DEC_SUCCESS)
                return TINTYPE_JXL_FAILED;
            JxlPixelFormat plane = {1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
            if (file->black_channel >= 0 &&
                loaded_JxlDecoderSetExtraChannelBuffer(decoder, &plane, black, black_count,
                                                       (uint32_t)file->black_channel) != JXL_DEC_SUCCESS)
                return TINTYPE_JXL_FAILED;
            has_target = true;
            continue;
        }
        // Without the rest of the data.
        bool is_shown = has_target && loaded_JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS && !file->is_stopped;
        return is_shown ? TINTYPE_JXL_TRUNCATED : TINTYPE_JXL_FAILED;
    }
}

uint32_t tintype_jxl_ticks(const tintype_jxl *file) { return file->ticks; }
