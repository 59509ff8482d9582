extension Orientation {
    /// The orientation that an EXIF block tells; upright when there is none, or it makes no sense.
    init(_ exif: ExifBlock?) {
        self.init(exif: exif?.main.integer(0x0112) ?? 1)
    }
}
