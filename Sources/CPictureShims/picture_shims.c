#include "CPictureShims.h"
