import Albums

/// A bitmap drawn with block characters.
struct MosaicArt {
    let bitmap: Bitmap
    let style: ArtStyle
    /// The characters of the symbol set in `style`.
    let mosaic: Mosaic

    /// Returns the cells for a part of the bitmap, which may extend beyond it by less than one cell.
    func cells(of part: PixelRect, columns: Int, rows: Int, mosaic: Mosaic) -> [ArtCell] {
        let pixels = FlatPixels(bitmap, part: part, columns: columns, rows: rows, background: style.background)
        func draw(_ mosaic: Mosaic, pattern: OrderedPattern? = nil, _ chooser: some CellChooser) -> [ArtCell] {
            var chooser = chooser
            return mosaic.draw(pixels, columns: columns, rows: rows, pattern: pattern, chooser: &chooser)
        }
        func draw(_ mosaic: Mosaic, palette: some Palette) -> [ArtCell] {
            switch style.dithering {
            case .none:
                draw(mosaic, PaletteChooser(palette: palette))
            case .ordered:
                draw(
                    mosaic, pattern: OrderedPattern(mosaic: mosaic, strength: palette.step),
                    PaletteChooser(palette: palette))
            case .diffusion:
                draw(mosaic, DiffusionChooser(palette: palette, mosaic: mosaic, columns: columns))
            }
        }
        return switch style.colors {
        case .trueColor: draw(mosaic, TrueColorChooser())
        case .palette256: draw(mosaic, palette: ExtendedPalette())
        case .sixteen: draw(mosaic, palette: BasicPalette.sixteen)
        case .eight where style.dithering == .none: draw(mosaic, palette: BasicPalette.eight)
        case .eight: draw(mosaic, palette: HuePalette())
        case .none: draw(mosaic, palette: MonochromePalette(isInkLight: style.background.isDark, full: mosaic.full))
        }
    }
}
