#pragma once

/// Makes malloc return freed pixels to the system. By default, glibc keeps up to 64 MB for reuse once a block of 32 MB
/// has been freed.
void tintype_return_freed_pixels(void);
