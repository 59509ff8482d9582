import Albums

extension Setting {
    /// Returns every setting except the entries of `image-hosts`, `keys`, `libraries`, `commands` and `authorization`.
    static func all(_ choices: ConfigurationChoices) -> [Setting] {
        [
            .text(
                "library", .location, \.library,
                help: "The library to open if none is named. Default: the last library."),
            .choice(
                "language", of: choices.languages, \.language,
                help: "The language of the interface; auto follows the locale."),
            .choice(
                "theme", of: choices.themes, \.theme,
                help: "The colors of the interface; auto follows the terminal's background."),
            .choice(
                "colors", of: choices.colors, \.colors,
                help: "The number of colors, if the terminal reports it wrongly; overrides NO_COLOR."),
            .flag(
                "mouse", \.usesMouse,
                help:
                    "Whether to use the mouse; false leaves it to the terminal. Inside GNU screen, the default is false."
            ),
            .flag(
                "reader", \.isForReaders,
                help:
                    "Whether to show lines of text for screen readers and braille displays; true is the same as --reader."
            ),
            .flag(
                "animation", \.isAnimated,
                help: "Whether animations play; false is the same as --no-animation."),
            .megabytes(
                "cache.disk", \.diskCacheBytes,
                help: "The size of the disk cache for network responses and pictures, in megabytes."),
            .megabytes(
                "cache.memory", \.memoryCacheBytes,
                help: "The size of the thumbnail cache in memory, in megabytes."),
            .choice(
                "cache.thumbnails", of: ThumbnailAccess.allCases.map(\.rawValue), \.thumbnailAccess,
                help: "The use of the thumbnails that desktop programs share, in ~/.cache/thumbnails."),
            .choice(
                "pictures.symbols", of: choices.symbols, \.symbols,
                help:
                    "The characters to draw pictures with; auto picks the finest set that the terminal supports."),
            .choice(
                "pictures.dither", of: choices.dithering, \.dithering,
                help:
                    "The dithering method, which approximates colors that the terminal lacks; auto depends on the number of colors."
            ),
            .choice(
                "pictures.graphics", of: choices.graphics, \.graphics,
                help:
                    "How to show pictures: auto uses pixels on terminals that show them, kitty, iterm2 and sixel use that protocol on other terminals, too, none uses characters."
            ),
            .number(
                "pictures.cell-aspect", 0.5...4, \.cellAspect,
                help: "The height of a cell divided by its width, if the terminal does not report it."),
            .choice(
                "sidecars", of: SidecarNaming.allCases.map(\.rawValue), \.sidecars,
                help:
                    "The name of a sidecar for a photo that has none: photo.ext.xmp as in darktable, digiKam and Immich, photo.xmp as in Lightroom and Capture One."
            ),
            .choice(
                "ratings-in", of: AssessmentStorage.allCases.map(\.rawValue), \.assessmentStorage,
                help:
                    "Where ratings are written: sidecar files, or file for JPEGs themselves, as Lightroom, Bridge and Windows need it; other formats have sidecars in any case."
            ),
            .flag(
                "keep-modification-time", \.keepsModificationTime,
                help: "Whether writing a rating to a JPEG preserves the file's modification time."),
            .choice(
                "keys.preset", of: choices.keyPresets, \.keyPreset,
                help: "The keys, which the entries of [keys.…] override; lightroom uses those of Lightroom for rating."),
            .seconds(
                "slideshow.interval", 0.5...3600, \.slideshowInterval,
                help: "How long a slideshow shows each photo, in seconds."),
            .choice(
                "slideshow.order", of: choices.slideshowOrders, \.slideshowOrder,
                help: "The order of photos in a slideshow."),
            .text(
                "folders.save", .path, \.saveFolder,
                help: "The folder for saved copies. Default: the desktop's download folder, or the home folder."),
            .number(
                "export.max-size", 16...16_384, \.exportMaxSide,
                help:
                    "The maximum width and height of pictures copied with Y, in pixels; they become JPEGs. Default: exact copies."
            ),
            .flag(
                "export.strip-places", \.stripsPlacesFromExports,
                help: "Whether the JPEGs of export.max-size have no coordinates and no city."),
            .flag(
                "folders.hide-nomedia", \.hidesMarkedFolders,
                help: "Whether to leave out folders with a file .nomedia, as Android's galleries do."),
        ]
            + ColorLabel.allCases.map { label in
                .labelNames(
                    "labels.\(label)", of: label,
                    help:
                        "The name of the \(label) color label in sidecars, as your other programs write it; more names in a list are read, too."
                )
            }
            + choices.keyFiles.map { setting, service in
                .text(
                    setting, .path, \.keyFiles[setting],
                    help: "A file with the \(service) access key, readable only by its owner.")
            }
            + choices.themeColors.map {
                .color("theme-colors.\($0)", \.themeColors[$0], help: "Overrides the theme's \($0) color.")
            }
    }
}
