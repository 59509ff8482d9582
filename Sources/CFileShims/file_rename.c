#define _GNU_SOURCE
#include "CFileShims.h"
#include <fcntl.h>
#include <stdio.h>

int file_rename_exclusively(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int file_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
