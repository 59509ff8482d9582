#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The outcome of a reader call. After a failure or stop, the reader may only be closed.
typedef enum __attribute__((enum_extensibility(closed))) {
    TINTYPE_OK __attribute__((swift_name("ok"))),
    /// The data is invalid, or memory ran out.
    TINTYPE_FAILED __attribute__((swift_name("failed"))),
    /// `should_stop` returned true, or the picture has too many scans.
    TINTYPE_STOPPED __attribute__((swift_name("stopped"))),
} tintype_status;

/// Called periodically while a reader works; return true to stop with `TINTYPE_STOPPED`.
typedef bool (*tintype_should_stop)(void *_Nullable context);
