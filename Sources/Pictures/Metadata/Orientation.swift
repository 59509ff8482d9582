import Albums
import Basics
import CellArt

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

    static let tag: UInt16 = 0x0112

    /// - Parameter exif: 1 to 8; any other value is treated as 1, upright.
    init(exif: Int) {
        swapsAxes = 5...8 ~= exif
        mirrorsColumns = [2, 3, 7, 8].contains(exif)
        mirrorsRows = [3, 4, 6, 7].contains(exif)
    }

    /// The EXIF number.
    var number: Int { (1...8).first { Orientation(exif: $0) == self } ?? 1 }

    private init(swapsAxes: Bool, mirrorsColumns: Bool, mirrorsRows: Bool) {
        (self.swapsAxes, self.mirrorsColumns, self.mirrorsRows) = (swapsAxes, mirrorsColumns, mirrorsRows)
    }

    /// Reads the orientation from an EXIF block; upright if missing or invalid.
    init(_ exif: ExifBlock?) {
        self.init(exif: exif?.main.integer(Self.tag) ?? 1)
    }

    /// Creates the orientation that a sidecar has; nil if the file's own counts.
    init?(_ orientation: PhotoOrientation) {
        guard let number = orientation.sidecarNumber else { return nil }
        self.init(exif: number)
    }

    /// Returns this orientation, followed by another one of the result.
    func followed(by next: Orientation) -> Orientation {
        Orientation(
            swapsAxes: swapsAxes != next.swapsAxes,
            mirrorsColumns: mirrorsColumns != (swapsAxes ? next.mirrorsRows : next.mirrorsColumns),
            mirrorsRows: mirrorsRows != (swapsAxes ? next.mirrorsColumns : next.mirrorsRows))
    }

    /// Returns the orientation that takes a picture from this one to another.
    func change(to new: Orientation) -> Orientation {
        let reversed = Orientation(
            swapsAxes: swapsAxes, mirrorsColumns: swapsAxes ? mirrorsRows : mirrorsColumns,
            mirrorsRows: swapsAxes ? mirrorsColumns : mirrorsRows)
        return reversed.followed(by: new)
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

    /// Returns stored pixels of four bytes in upright orientation.
    func rotated(_ pixels: [UInt8], size: PixelSize) -> [UInt8] {
        guard self != .upright else { return pixels }
        let upright = rotated(size)
        return [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBytes { source in
                let stored = source.assumingMemoryBound(to: UInt32.self)
                target.withMemoryRebound(to: UInt32.self) { rotated in
                    forEachBlock(of: upright) { columns, y in
                        for x in columns {
                            rotated[y * upright.width + x] = stored[index(x: x, y: y, in: size)]
                        }
                    }
                }
            }
            count = pixels.count
        }
    }

    /// Returns the index of the stored pixel for an upright position.
    @inline(__always)
    private func index(x: Int, y: Int, in size: PixelSize) -> Int {
        let (column, row) = swapsAxes ? (y, x) : (x, y)
        return (mirrorsRows ? size.height - 1 - row : row) * size.width
            + (mirrorsColumns ? size.width - 1 - column : column)
    }

    /// Visits a picture in square blocks, for cache locality when rows become columns.
    private func forEachBlock(of size: PixelSize, _ body: (_ columns: Range<Int>, _ y: Int) -> Void) {
        let side = 32
        for top in stride(from: 0, to: size.height, by: side) {
            for left in stride(from: 0, to: size.width, by: side) {
                for y in top..<min(top + side, size.height) {
                    body(left..<min(left + side, size.width), y)
                }
            }
        }
    }
}

extension PhotoOrientation {
    /// Decides between the orientations of a picture and of its sidecars, the most specific first.
    ///
    /// Raw files are never edited, so their sidecars count. Other pictures may have been rotated by a program that left
    /// the sidecar alone, so their own EXIF counts if it rotates them; cameras without a sensor write that all pictures
    /// are upright. The containers of some formats have an orientation, which programs copy to sidecars from EXIF.
    init(of own: Orientation, format: PictureFormat, sidecars: [[UInt8]]) {
        self = .own
        guard let found = sidecars.lazy.compactMap(XMPPacket.orientation(inSidecar:)).first else { return }
        guard found.isOfUser || format == .raw || own == .upright && !format.containerHasOrientation,
            Orientation(exif: found.number) != own
        else { return }
        self.init(sidecar: found.number)
    }
}

extension Bitmap {
    /// Returns the pixels under a rectangle, rotated, and the position of the rectangle within them.
    func rotated(_ rotation: Rotation, showing rect: PixelRect) -> (bitmap: Bitmap, rect: PixelRect) {
        guard rotation != .none else { return (self, rect) }
        let region = PixelRegion(covering: rect, in: PixelSize(width: width, height: height))
        let orientation = Orientation(rotation)
        let size = orientation.rotated(region.size)
        let bitmap = Bitmap(
            width: size.width, height: size.height, pixels: orientation.rotated(pixels(of: region), size: region.size),
            isOpaque: isOpaque)
        let shifted = PixelRect(
            x: rect.x - Double(region.x), y: rect.y - Double(region.y), width: rect.width, height: rect.height)
        return (bitmap, rotation.rotated(shifted, width: Double(region.width), height: Double(region.height)))
    }

    private func pixels(of region: PixelRegion) -> [UInt8] {
        var part: [UInt8] = []
        part.reserveCapacity(4 * region.size.count)
        for row in region.rows {
            let start = 4 * (row * width + region.x)
            part += pixels[start..<start + 4 * region.width]
        }
        return part
    }
}

extension Orientation {
    /// Creates the orientation of pixels that appear rotated.
    fileprivate init(_ rotation: Rotation) {
        switch rotation {
        case .none: self.init(exif: 1)
        case .quarter: self.init(exif: 6)
        case .half: self.init(exif: 3)
        case .threeQuarters: self.init(exif: 8)
        }
    }
}
