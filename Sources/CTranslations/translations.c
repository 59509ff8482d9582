#include "CTranslations.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de[] = {
#embed "po/de.po"
};
static const unsigned char es[] = {
#embed "po/es.po"
};
static const unsigned char fr[] = {
#embed "po/fr.po"
};
static const unsigned char ja[] = {
#embed "po/ja.po"
};
static const unsigned char pt_BR[] = {
#embed "po/pt_BR.po"
};
static const unsigned char zh_CN[] = {
#embed "po/zh_CN.po"
};

#define TRANSLATION(language) {#language, {language, sizeof language}}

static const struct {
    const char *language;
    translation_text text;
} translations[] = {
    TRANSLATION(de), TRANSLATION(es), TRANSLATION(fr), TRANSLATION(ja), TRANSLATION(pt_BR), TRANSLATION(zh_CN),
};

translation_text translation_text_of(const char *language) {
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        if (strcmp(translations[i].language, language) == 0) return translations[i].text;
    }
    return (translation_text){NULL, 0};
}
