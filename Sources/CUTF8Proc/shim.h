#pragma once
#if !__has_include(<utf8proc.h>)
#error "utf8proc is missing: install libutf8proc-dev"
#endif
#include <utf8proc.h>
