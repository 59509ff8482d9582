extension Orientation {
    /// Reads the orientation from an EXIF block; upright if missing or invalid.
    init(_ exif: ExifBlock?) {
        self.init(exif: exif?.main.integer(0x0112) ?? 1)
    }
}
