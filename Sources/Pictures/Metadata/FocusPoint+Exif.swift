import Albums
import Basics

extension FocusPoint {
    /// Reads the focus point from the maker note, or else from EXIF (2.32, `SubjectArea` and `SubjectLocation`).
    /// Returns nil if the picture's aspect ratio differs from that of the camera's frame: it has been cropped since.
    ///
    /// - Parameters:
    ///   - camera: the directory of the exposure.
    ///   - model: the name of the camera.
    ///   - orientation: how to make the picture upright.
    ///   - storedSize: the size of the picture before that; nil to trust EXIF.
    init?(
        _ camera: ExifDirectory, note: MakerNote?, model: String?, orientation: Orientation, storedSize: PixelSize?
    ) {
        let size = Self.size(camera)
        guard let found = note?.focus(model: model, pictureSize: size) ?? CameraFocus(camera, pictureSize: size),
            let shape = storedSize ?? size, found.isInPicture(of: shape)
        else { return nil }
        let stored = FocusPoint(x: found.x / found.frameWidth, y: found.y / found.frameHeight)
        guard let point = stored?.rotated(orientation) else { return nil }
        self = point
    }

    /// Returns the point in the rotated picture.
    func rotated(_ orientation: Orientation) -> FocusPoint? {
        let (column, row) = (orientation.mirrorsColumns ? 1 - x : x, orientation.mirrorsRows ? 1 - y : y)
        return FocusPoint(x: orientation.swapsAxes ? row : column, y: orientation.swapsAxes ? column : row)
    }

    /// The size of the picture by EXIF.
    private static func size(_ camera: ExifDirectory) -> PixelSize? {
        PixelSize(
            width: camera.integer(0xA002).flatMap { Side($0) }, height: camera.integer(0xA003).flatMap { Side($0) })
    }
}

/// The focus point as a camera records it, in a frame of any unit. Its axes are those of the stored picture.
private struct CameraFocus {
    var x: Double
    var y: Double
    var frameWidth = 1.0
    var frameHeight = 1.0
    /// The width of the frame divided by its height; nil for one that always covers the picture.
    var aspect: Double?

    /// Creates a point in a frame of fractions.
    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    /// Creates a point in a frame of pixels.
    init?(x: Int, y: Int, in frame: PixelSize?) {
        guard let frame else { return nil }
        self.init(x: Double(x), y: Double(y))
        (frameWidth, frameHeight) = (Double(frame.width), Double(frame.height))
        aspect = frameWidth / frameHeight
    }

    /// Reads EXIF's own tags. The numbers after the center are the size of the area.
    init?(_ camera: ExifDirectory, pictureSize: PixelSize?) {
        let area = camera.integers(0x9214, maxCount: 4)
        let location = camera.integers(0xA214, maxCount: 2)
        let point = (2...4).contains(area.count) ? area : location
        guard point.count >= 2 else { return nil }
        self.init(x: point[0], y: point[1], in: pictureSize)
    }

    /// Whether a picture of this size shows the whole frame. Cameras leave out a few pixels at the edges.
    func isInPicture(of size: PixelSize) -> Bool {
        guard let aspect else { return true }
        let ratio = Double(size.width) / Double(size.height) / aspect
        return abs(ratio - 1) <= 0.02
    }
}

extension MakerNote {
    /// Returns the focus point; nil if none is recorded, or the format is unknown (ExifTool's tag tables).
    fileprivate func focus(model: String?, pictureSize: PixelSize?) -> CameraFocus? {
        switch maker {
        case .canon: canonFocus(isUpward: model?.contains("EOS") == true)
        case .nikon: nikonFocus
        case .sony: sonyFocus
        case .fujifilm: fujifilmFocus(pictureSize)
        case .panasonic: panasonicFocus
        case .olympus: olympusFocus
        case .apple: nil
        }
    }

    // MARK: Canon

    /// Reads `AFInfo2`, `AFInfo3` or the older `AFInfo`, in which points count from the middle of the picture.
    ///
    /// - Parameter isUpward: whether their rows count upward.
    private func canonFocus(isUpward: Bool) -> CameraFocus? {
        for tag: UInt16 in [0x26, 0x3C] {
            let values = tags.integers(tag, maxCount: Self.maxCanonValues)
            // The first one is the number of bytes.
            if values.count > 8, values[0] == 2 * values.count {
                return canonFocus(values, counts: 2, isUpward: isUpward) { 8 + 2 * $0 }
            }
        }
        let values = tags.integers(0x12, maxCount: Self.maxCanonValues)
        return values.count > 8 ? canonFocus(values, counts: 0, isUpward: isUpward) { _ in 8 } : nil
    }

    /// - Parameters:
    ///   - counts: the index of the number of points; that of the valid ones and two sizes of the frame follow.
    ///   - columns: returns the index of the first point's column for a number of points. The sizes of the points precede it.
    private func canonFocus(
        _ values: [Int], counts: Int, isUpward: Bool, columns: (_ count: Int) -> Int
    ) -> CameraFocus? {
        let (count, valid) = (values[counts], min(values[counts], values[counts + 1]))
        let frame = PixelSize(width: Side(values[counts + 4]), height: Side(values[counts + 5]))
        let columns = columns(count)
        let (rows, bits) = (columns + count, columns + 2 * count)
        guard valid > 0, let frame, values.count >= bits + (count + 15) / 16 else { return nil }
        func signed(_ index: Int) -> Int { Int(Int16(truncatingIfNeeded: values[index])) }
        let focused = (0..<valid).filter { values[bits + $0 / 16] >> ($0 % 16) & 1 == 1 }
        // Of several, the one nearest to the middle of all is on the subject.
        let middle = (
            x: focused.reduce(0) { $0 + signed(columns + $1) } / max(1, focused.count),
            y: focused.reduce(0) { $0 + signed(rows + $1) } / max(1, focused.count)
        )
        func distance(_ point: Int) -> Int {
            abs(signed(columns + point) - middle.x) + abs(signed(rows + point) - middle.y)
        }
        guard let point = focused.min(by: { distance($0) < distance($1) }) else { return nil }
        let (x, y) = (signed(columns + point), signed(rows + point))
        return CameraFocus(x: frame.width / 2 + x, y: frame.height / 2 + (isUpward ? -y : y), in: frame)
    }

    /// The maximum number of values that are read; cameras of today have up to 1053 points with four each.
    private static let maxCanonValues = 1 << 13

    // MARK: Nikon

    /// Reads `AFInfo2`: the focus area of autofocus on the sensor, or the central point of a separate autofocus sensor,
    /// whose other points lie differently in each camera.
    private var nikonFocus: CameraFocus? {
        guard let range = tags.range(0xB7), range.count > 8 else { return nil }
        let block = tags.block
        func byte(_ offset: Int) -> Int {
            offset < range.count ? block.byte(at: range.lowerBound + offset).map { Int($0) } ?? 0 : 0
        }
        func area(at offset: Int) -> CameraFocus? {
            guard offset + 12 <= range.count else { return nil }
            let numbers = (0..<4).compactMap { block.short(at: range.lowerBound + offset + 2 * $0) }.map { Int($0) }
            guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
            return CameraFocus(
                x: numbers[2], y: numbers[3], in: PixelSize(width: Side(numbers[0]), height: Side(numbers[1])))
        }
        func center(if point: Int) -> CameraFocus? { point == 1 ? CameraFocus(x: 0.5, y: 0.5) : nil }
        let version = (0..<4).map { Character(UnicodeScalar(UInt8(truncatingIfNeeded: byte($0)))) }
        let (contrast, phase) = (byte(4), byte(6))
        switch String(version) {
        case "0100": return contrast > 0 ? area(at: 0x10) : [1, 2, 3, 4, 7].contains(phase) ? center(if: byte(7)) : nil
        case "0101": return contrast > 0 ? area(at: 0x46) : phase > 0 ? center(if: byte(0x44)) : nil
        case "0301" where contrast == 1: return area(at: 0x2A)
        case let version where version.hasPrefix("03"):
            if contrast == 2 { return area(at: 0x2A) }
            return [1, 8].contains(phase) ? center(if: byte(8)) : phase == 9 ? center(if: byte(0x38)) : nil
        case let version where version.hasPrefix("04"): return area(at: 0x3E)
        default: return nil
        }
    }

    // MARK: Other makers

    /// Reads `FocusLocation` and `FocusFrameSize`. Without a frame, the middle of the picture may mean that the camera
    /// doesn't know.
    private var sonyFocus: CameraFocus? {
        let location = tags.integers(0x2027, maxCount: 4)
        guard location.count == 4, location[0] > 0, location[1] > 0 else { return nil }
        var hasFrame = false
        if let range = tags.range(0x2037), range.count >= 6 {
            let numbers = (0..<3).compactMap { tags.block.short(at: range.lowerBound + 2 * $0) }
            hasFrame = numbers.count == 3 && numbers[0] > 0 && numbers[2] > 0
        }
        let isMiddle = location[2] == location[0] / 2 && location[3] == location[1] / 2
        guard hasFrame || !isMiddle else { return nil }
        return CameraFocus(
            x: location[2], y: location[3], in: PixelSize(width: Side(location[0]), height: Side(location[1])))
    }

    /// Reads `FocusPixel`.
    private func fujifilmFocus(_ pictureSize: PixelSize?) -> CameraFocus? {
        let pixel = tags.integers(0x1023, maxCount: 2)
        guard pixel.count == 2, pixel[0] > 0, pixel[1] > 0 else { return nil }
        return CameraFocus(x: pixel[0], y: pixel[1], in: pictureSize)
    }

    /// Reads `AFPointPosition`, which is far outside the picture if there is none.
    private var panasonicFocus: CameraFocus? {
        let position = tags.rationals(0x4D, maxCount: 2).compactMap { $0 }
        return position.count == 2 ? CameraFocus(x: position[0], y: position[1]) : nil
    }

    /// Reads `AFPointSelected` or `AFAreas`: two opposite corners.
    private var olympusFocus: CameraFocus? {
        let settings = tags.block.directory(at: tags.integer(0x2020) ?? tags.range(0x2020)?.lowerBound)
        func area(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> CameraFocus {
            CameraFocus(x: (left + right) / 2, y: (top + bottom) / 2)
        }
        // The first number isn't defined.
        let corners = settings.rationals(0x305, maxCount: 5).dropFirst().compactMap { $0 }
        if corners.count == 4, corners.contains(where: { $0 > 0 }) {
            return area(corners[0], corners[1], corners[2], corners[3])
        }
        let areas = settings.integers(0x304, maxCount: 64).filter { $0 > 0 }
        guard areas.count == 1, let only = areas.first else { return nil }
        func fraction(_ shift: Int) -> Double { Double(only >> shift & 255) / 255 }
        return area(fraction(24), fraction(16), fraction(8), fraction(0))
    }
}
