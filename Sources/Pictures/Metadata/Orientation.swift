/// How stored pixels must be turned to be upright: the eight values of EXIF's tag Orientation (EXIF 2.32, 4.6.4).
struct Orientation: Hashable {
    /// 1...8; 1 is upright as stored.
    /// Whether stored rows become columns.
    let swapsAxes: Bool
    /// Whether stored columns run from the right, or from below where axes are swapped.
    let mirrorsColumns: Bool
    /// Whether stored rows run from below, or from the right where axes are swapped.
    let mirrorsRows: Bool

    static let upright = Orientation(exif: 1)

    /// - Parameter exif: 1...8; anything else counts as 1, upright.
    init(exif: Int) {
        swapsAxes = 5...8 ~= exif
        mirrorsColumns = [2, 3, 7, 8].contains(exif)
        mirrorsRows = [3, 4, 6, 7].contains(exif)
    }

    /// The upright size of a stored size; the same the other way.
    func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The stored region of an upright one, in a picture of this stored size.
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
