#pragma once
#include "tintype_color.h"
#include "tintype_jpeg.h"
#include "tintype_memory.h"
#include "tintype_png.h"
#include "tintype_tiff.h"
