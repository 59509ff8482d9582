#include "tintype_color.h"

#if !__has_include(<lcms2_plugin.h>)
#error "Little CMS is missing: install liblcms2-dev"
#endif
#include <lcms2_plugin.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// A block of memory of lcms2, which follows it. As large as a multiple of the strictest alignment.
typedef union block {
    struct {
        size_t bytes;
        /// NULL if lcms2 is creating or deleting the context itself.
        tintype_color *owner;
        union block *next, *previous;
    };
    max_align_t alignment;
} block;

struct tintype_color {
    /// Its user data is this transform. It is private, because the error handler of the global context is shared by
    /// everyone.
    cmsContext context;
    cmsHTRANSFORM transform;
    size_t bytes_left;
    block *blocks;
    /// Where to continue without memory: lcms2 2.14 doesn't check all of its allocations.
    jmp_buf out_of_memory;
    bool is_opening;
};

static void *allocate(cmsContext context, cmsUInt32Number size) {
    tintype_color *color = cmsGetContextUserData(context);
    block *new = color == NULL || size <= color->bytes_left ? malloc(sizeof(block) + size) : NULL;
    if (new == NULL) {
        if (color != NULL && color->is_opening) longjmp(color->out_of_memory, 1);
        return NULL;
    }
    *new = (block){.bytes = size, .owner = color};
    if (color != NULL) {
        color->bytes_left -= size;
        new->next = color->blocks;
        if (new->next != NULL) new->next->previous = new;
        color->blocks = new;
    }
    return new + 1;
}

static void deallocate(cmsContext context, void *bytes) {
    (void)context;
    if (bytes == NULL) return;
    block *old = (block *)bytes - 1;
    tintype_color *color = old->owner;
    if (color != NULL) {
        color->bytes_left += old->bytes;
        if (old->next != NULL) old->next->previous = old->previous;
        *(old->previous != NULL ? &old->previous->next : &color->blocks) = old->next;
    }
    free(old);
}

static void *reallocate(cmsContext context, void *bytes, cmsUInt32Number size) {
    void *new = allocate(context, size);
    if (new == NULL || bytes == NULL) return new;
    size_t old_size = ((block *)bytes - 1)->bytes;
    memcpy(new, bytes, old_size < size ? old_size : size);
    deallocate(context, bytes);
    return new;
}

/// Returns lcms2's pixel format for a color model; 0 unless it matches the color space of the profile.
static cmsUInt32Number format_of(tintype_color_model model, cmsColorSpaceSignature space) {
    if (model == TINTYPE_COLOR_LIGHT_CMYK) return space == cmsSigCmykData ? TYPE_CMYK_8_REV : 0;
    if (space == cmsSigRgbData) return TYPE_RGBA_8;
    bool is_gray = model == TINTYPE_COLOR_GRAY_ALPHA && space == cmsSigGrayData;
    return is_gray ? COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1) : 0;
}

/// Creates the transform; leaves it NULL if that fails.
static void create_transform(tintype_color *color, const uint8_t *profile, size_t count, tintype_color_model model) {
    cmsHPROFILE source = cmsOpenProfileFromMemTHR(color->context, profile, (cmsUInt32Number)count);
    cmsHPROFILE target = cmsCreate_sRGBProfileTHR(color->context);
    cmsUInt32Number format = source != NULL ? format_of(model, cmsGetColorSpace(source)) : 0;
    if (format != 0 && target != NULL)
        color->transform =
            cmsCreateTransformTHR(color->context, source, format, target, TYPE_RGBA_8, INTENT_PERCEPTUAL, 0);
    if (source != NULL) cmsCloseProfile(source);
    if (target != NULL) cmsCloseProfile(target);
}

tintype_color *tintype_color_open(const uint8_t *profile, size_t count, tintype_color_model model, size_t max_bytes) {
    cmsPluginMemHandler plugin = {
        .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2000, .Type = cmsPluginMemHandlerSig},
        .MallocPtr = allocate,
        .FreePtr = deallocate,
        .ReallocPtr = reallocate,
    };
    tintype_color *color = calloc(1, sizeof(tintype_color));
    if (color == NULL) return NULL;
    color->bytes_left = max_bytes;
    color->is_opening = true;
    if (setjmp(color->out_of_memory) == 0) {
        color->context = cmsCreateContext(&plugin, color);
        if (color->context != NULL) create_transform(color, profile, count, model);
    }
    color->is_opening = false;
    if (color->transform != NULL) return color;
    tintype_color_close(color);
    return NULL;
}

void tintype_color_convert(const tintype_color *color, uint8_t *pixels, uint32_t pixel_count) {
    cmsDoTransform(color->transform, pixels, pixels, pixel_count);
}

void tintype_color_close(tintype_color *color) {
    if (color->transform != NULL) cmsDeleteTransform(color->transform);
    if (color->context != NULL) cmsDeleteContext(color->context);
    // Blocks that lcms2 didn't free after it ran out of memory.
    while (color->blocks != NULL) {
        block *next = color->blocks->next;
        free(color->blocks);
        color->blocks = next;
    }
    free(color);
}

int tintype_color_version(void) { return cmsGetEncodedCMMversion(); }
