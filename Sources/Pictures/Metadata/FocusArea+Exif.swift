import Albums
import Basics

extension FocusArea {
    /// Reads where the camera has focused: from the note of its maker, or else from EXIF (2.32, `SubjectArea` and
    /// `SubjectLocation`). Returns nil unless the picture has the shape of the frame that the position is in, because an
    /// editor has cropped it then.
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
        let (x, y) = (found.x / found.frameWidth, found.y / found.frameHeight)
        let (width, height) = (found.width / found.frameWidth, found.height / found.frameHeight)
        let (storedX, storedY) = (orientation.mirrorsColumns ? 1 - x : x, orientation.mirrorsRows ? 1 - y : y)
        if orientation.swapsAxes {
            self.init(x: storedY, y: storedX, width: height, height: width)
        } else {
            self.init(x: storedX, y: storedY, width: width, height: height)
        }
    }

    /// The size of the picture by EXIF.
    private static func size(_ camera: ExifDirectory) -> PixelSize? {
        PixelSize(
            width: camera.integer(0xA002).flatMap { Side($0) }, height: camera.integer(0xA003).flatMap { Side($0) })
    }
}

/// The focus area as a camera records it: its center and extent in a frame of any unit, whose axes are those of the
/// stored picture.
private struct CameraFocus {
    var x: Double
    var y: Double
    var width = 0.0
    var height = 0.0
    var frameWidth = 1.0
    var frameHeight = 1.0
    /// The width of the frame divided by its height; nil for one that always covers the picture.
    var aspect: Double?

    /// Creates an area in a frame of fractions.
    init(x: Double, y: Double, width: Double = 0, height: Double = 0) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Creates an area in a frame of pixels.
    init?(x: Int, y: Int, width: Int = 0, height: Int = 0, in frame: PixelSize?) {
        guard let frame else { return nil }
        self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
        (frameWidth, frameHeight) = (Double(frame.width), Double(frame.height))
        aspect = frameWidth / frameHeight
    }

    /// Reads EXIF's own tags.
    init?(_ camera: ExifDirectory, pictureSize: PixelSize?) {
        let area = camera.integers(0x9214, maxCount: 4)
        let location = camera.integers(0xA214, maxCount: 2)
        switch area.count {
        case 2: self.init(x: area[0], y: area[1], in: pictureSize)
        case 3: self.init(x: area[0], y: area[1], width: area[2], height: area[2], in: pictureSize)
        case 4: self.init(x: area[0], y: area[1], width: area[2], height: area[3], in: pictureSize)
        default:
            guard location.count == 2 else { return nil }
            self.init(x: location[0], y: location[1], in: pictureSize)
        }
    }

    /// Whether a picture of this size shows the whole frame. Cameras leave out a few pixels at the edges.
    func isInPicture(of size: PixelSize) -> Bool {
        guard let aspect else { return true }
        let ratio = Double(size.width) / Double(size.height) / aspect
        return abs(ratio - 1) <= 0.02
    }
}

extension MakerNote {
    /// Returns where the camera has focused; nil if it hasn't, or in a way that isn't known (ExifTool's tables of tags).
    fileprivate func focus(model: String?, pictureSize: PixelSize?) -> CameraFocus? {
        switch maker {
        case .canon: canonFocus(isUpward: model?.contains("EOS") == true)
        case .nikon: nikonFocus
        case .sony: sonyFocus
        case .fujifilm: fujifilmFocus(pictureSize)
        case .panasonic: panasonicFocus
        case .olympus: olympusFocus
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
                return canonFocus(values, counts: 2, isUpward: isUpward) { .init(columns: 8, ofAll: $0) }
            }
        }
        let values = tags.integers(0x12, maxCount: Self.maxCanonValues)
        return values.count > 8 ? canonFocus(values, counts: 0, isUpward: isUpward) { _ in .init(columns: 6) } : nil
    }

    /// Where the sizes of the points begin: one for all of them, or as many as there are points.
    private struct CanonSizes {
        let width: Int
        let height: Int
        let each: Bool
        let end: Int

        init(columns start: Int) {
            (width, height, each, end) = (start, start + 1, false, start + 2)
        }

        init(columns start: Int, ofAll count: Int) {
            (width, height, each, end) = (start, start + count, true, start + 2 * count)
        }
    }

    /// - Parameter counts: the index of the number of points; that of the valid ones and two sizes follow.
    private func canonFocus(
        _ values: [Int], counts: Int, isUpward: Bool, sizes: (Int) -> CanonSizes
    ) -> CameraFocus? {
        let (count, valid) = (values[counts], min(values[counts], values[counts + 1]))
        let frame = PixelSize(width: Side(values[counts + 4]), height: Side(values[counts + 5]))
        let sizes = sizes(count)
        let (columns, rows, bits) = (sizes.end, sizes.end + count, sizes.end + 2 * count)
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
        return CameraFocus(
            x: frame.width / 2 + x, y: frame.height / 2 + (isUpward ? -y : y),
            width: signed(sizes.width + (sizes.each ? point : 0)),
            height: signed(sizes.height + (sizes.each ? point : 0)), in: frame)
    }

    /// The maximum number of values that are read; cameras of today have up to 1053 points with four each.
    private static let maxCanonValues = 1 << 13

    // MARK: Nikon

    /// Reads `AFInfo2`: the area of focusing on the sensor, or the central point of a separate one. Where the other points
    /// of these are depends on the camera.
    private var nikonFocus: CameraFocus? {
        guard let range = tags.range(0xB7), range.count > 8 else { return nil }
        let block = tags.block
        func byte(_ offset: Int) -> Int {
            offset < range.count ? block.byte(at: range.lowerBound + offset).map { Int($0) } ?? 0 : 0
        }
        func area(at offset: Int) -> CameraFocus? {
            guard offset + 12 <= range.count else { return nil }
            let numbers = (0..<6).compactMap { block.short(at: range.lowerBound + offset + 2 * $0) }.map { Int($0) }
            guard numbers.count == 6, numbers[2] > 0, numbers[3] > 0 else { return nil }
            return CameraFocus(
                x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5],
                in: PixelSize(width: Side(numbers[0]), height: Side(numbers[1])))
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
        var size = (width: 0, height: 0)
        if let range = tags.range(0x2037), range.count >= 6 {
            let numbers = (0..<3).compactMap { tags.block.short(at: range.lowerBound + 2 * $0) }.map { Int($0) }
            if numbers.count == 3, numbers[2] > 0 { size = (numbers[0], numbers[1]) }
        }
        let isMiddle = location[2] == location[0] / 2 && location[3] == location[1] / 2
        guard size.width > 0 || !isMiddle else { return nil }
        return CameraFocus(
            x: location[2], y: location[3], width: size.width, height: size.height,
            in: PixelSize(width: Side(location[0]), height: Side(location[1])))
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
            CameraFocus(
                x: (left + right) / 2, y: (top + bottom) / 2, width: abs(right - left), height: abs(bottom - top))
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
