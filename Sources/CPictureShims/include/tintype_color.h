#pragma once
#include <stddef.h>
#include <stdint.h>

/// A color transform from an ICC profile to sRGB, using lcms2.
typedef struct tintype_color tintype_color;

/// Pixels of four bytes. In light CMYK, 255 means no ink.
typedef enum { TINTYPE_COLOR_RGBA, TINTYPE_COLOR_GRAY_ALPHA, TINTYPE_COLOR_LIGHT_CMYK } tintype_color_model;

/// Returns NULL if the profile is invalid, doesn't match the model, or needs more than `max_bytes` of memory.
tintype_color *_Nullable tintype_color_open(const uint8_t *_Nonnull profile, size_t count, tintype_color_model model,
                                            size_t max_bytes);

/// Converts pixels to RGBA in place; alpha is unchanged, and undefined for CMYK.
void tintype_color_convert(const tintype_color *_Nonnull color, uint8_t *_Nonnull pixels, uint32_t pixel_count);

void tintype_color_close(tintype_color *_Nonnull color);

/// The version of lcms2, such as 2140 for 2.14.
int tintype_color_version(void);
