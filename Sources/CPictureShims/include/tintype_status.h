#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a call of a reader ended. A reader that failed or stopped may only be closed.
typedef enum __attribute__((enum_extensibility(closed))) {
    TINTYPE_OK __attribute__((swift_name("ok"))),
    /// The data is broken, or memory ran out.
    TINTYPE_FAILED __attribute__((swift_name("failed"))),
    /// `should_stop` said so, or there were too many scans.
    TINTYPE_STOPPED __attribute__((swift_name("stopped"))),
} tintype_status;

/// Asked now and then while a reader works; true ends the work with `TINTYPE_STOPPED`.
typedef bool (*tintype_should_stop)(void *_Nullable context);
