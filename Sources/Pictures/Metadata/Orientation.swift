import Albums

/// How to rotate and mirror stored pixels to make them upright: the eight values of EXIF's Orientation tag (EXIF 2.32,
/// 4.6.4).
struct Orientation: Hashable {
    /// Whether stored rows become columns.
    let swapsAxes: Bool
    /// Whether stored columns run from the right, or from the bottom if axes are swapped.
    let mirrorsColumns: Bool
    /// Whether stored rows run from the bottom, or from the right if axes are swapped.
    let mirrorsRows: Bool

    static let upright = Orientation(exif: 1)

    /// - Parameter exif: 1 to 8; any other value is treated as 1, upright.
    init(exif: Int) {
        swapsAxes = 5...8 ~= exif
        mirrorsColumns = [2, 3, 7, 8].contains(exif)
        mirrorsRows = [3, 4, 6, 7].contains(exif)
    }

    /// Converts between the stored and the upright size, in either direction.
    func rotated(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Converts an upright region to a stored one, in a picture of this stored size.
    func stored(_ upright: PixelRegion, in size: PixelSize) -> PixelRegion {
        let region =
            swapsAxes
            ? PixelRegion(x: upright.y, y: upright.x, width: upright.height, height: upright.width)
            : upright
        return PixelRegion(
            x: mirrorsColumns ? size.width - region.x - region.width : region.x,
            y: mirrorsRows ? size.height - region.y - region.height : region.y,
            width: region.width, height: region.height)
    }
}
