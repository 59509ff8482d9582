extension Setting {
    /// Every setting but `image-hosts`, whose names are patterns.
    static func all(_ choices: ConfigurationChoices) -> [Setting] {
        [
            .text("library", .location, \.library),
            .choice("language", of: choices.languages, \.language),
            .choice("theme", of: choices.themes, \.theme),
            .choice("colors", of: choices.colors, \.colors),
            .flag("mouse", \.usesMouse),
            .flag("reader", \.isForReaders),
            .flag("animation", \.isAnimated),
            .megabytes("cache.disk", \.diskCacheBytes),
            .megabytes("cache.memory", \.memoryCacheBytes),
            .choice("pictures.symbols", of: choices.symbols, \.symbols),
            .choice("pictures.dither", of: choices.dithering, \.dithering),
            .number("pictures.cell-aspect", 0.5...4, \.cellAspect),
            .seconds("slideshow.interval", 0.5...3600, \.slideshowInterval),
            .choice("slideshow.order", of: choices.slideshowOrders, \.slideshowOrder),
            .text("folders.save", .path, \.saveFolder),
            .text("unsplash.key-file", .path, \.unsplashKeyFile),
        ] + choices.themeColors.map { .color("theme-colors.\($0)", \.themeColors[$0]) }
    }
}
