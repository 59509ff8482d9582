extension Setting {
    /// Returns every setting except the entries of `image-hosts`, `keys`, `libraries` and `authorization`.
    static func all(_ choices: ConfigurationChoices) -> [Setting] {
        [
            .text(
                "library", .location, \.library,
                help: "The library to open when none is named; else the one that was open last."),
            .choice(
                "language", of: choices.languages, \.language,
                help: "The language of the interface; auto is that of the locale."),
            .choice(
                "theme", of: choices.themes, \.theme,
                help: "The colors of the interface; auto goes with the terminal's background."),
            .choice(
                "colors", of: choices.colors, \.colors,
                help: "The colors of the terminal, where it reports them wrongly, and in spite of NO_COLOR."),
            .flag(
                "mouse", \.usesMouse,
                help: "Use the mouse; false leaves it to the terminal."),
            .flag(
                "reader", \.isForReaders,
                help: "Show text in lines, for screen readers and braille displays, as --reader does."),
            .flag(
                "animation", \.isAnimated,
                help: "Let things move by themselves; false is as --no-animation."),
            .megabytes(
                "cache.disk", \.diskCacheBytes,
                help: "Megabytes of disk for answers and pictures that came over the network."),
            .megabytes(
                "cache.memory", \.memoryCacheBytes,
                help: "Megabytes of memory for thumbnails."),
            .choice(
                "pictures.symbols", of: choices.symbols, \.symbols,
                help:
                    "The characters that pictures are drawn with; auto is the best that the terminal is known to have."),
            .choice(
                "pictures.dither", of: choices.dithering, \.dithering,
                help: "How colors are mixed that the terminal lacks; auto is what looks best with so many."),
            .number(
                "pictures.cell-aspect", 0.5...4, \.cellAspect,
                help: "The height of a cell divided by its width, where the terminal does not report it."),
            .seconds(
                "slideshow.interval", 0.5...3600, \.slideshowInterval,
                help: "Seconds that a slideshow shows each photo."),
            .choice(
                "slideshow.order", of: choices.slideshowOrders, \.slideshowOrder,
                help: "The order of a slideshow."),
            .text(
                "folders.save", .path, \.saveFolder,
                help: "Where copies of photos are saved; else the desktop's folder for downloads, or the home folder."),
            .text(
                "unsplash.key-file", .path, \.unsplashKeyFile,
                help: "A file with the Unsplash access key, readable by you alone."),
        ]
            + choices.themeColors.map {
                .color("theme-colors.\($0)", \.themeColors[$0], help: "Your own color for the \($0) of the theme.")
            }
    }
}
