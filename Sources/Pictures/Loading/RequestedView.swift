import Albums
import CellArt

/// Part of a photo to draw in a box of cells.
struct RequestedView: Sendable {
    let photo: Photo.ID
    /// The upright size of the whole photo.
    let size: PixelSize
    /// The part in pixels of the upright photo.
    let part: PixelRect
    /// The rotation of the upright photo.
    var rotation = Rotation.none
    let columns: Int
    let rows: Int
    var style: ArtStyle

    /// The number of drawn pixels per pixel of the photo.
    var resolution: (across: Double, down: Double) {
        let detail = style.detail
        let (width, height) = (Double(columns * detail.width), Double(rows * detail.height))
        return rotation.swapsAxes
            ? (height / part.width, width / part.height) : (width / part.width, height / part.height)
    }

    /// The visible pixels of the photo, at least one.
    var visible: PixelRegion { PixelRegion(covering: part, in: size) }

    var levelRequest: LevelRequest {
        LevelRequest(
            photo: photo, size: size, visible: visible, resolution: max(resolution.across, resolution.down))
    }

    /// - Parameters:
    ///   - frame: the number of an animation's frame; 0 for other photos.
    ///   - isMoving: whether the next frame of the animation follows.
    func drawn(
        from level: PictureLevel, isSharp: Bool, frame: Int = 0, isMoving: Bool = false
    ) -> ViewedPicture {
        let horizontal = Double(level.bitmap.width) / Double(level.region.width)
        let vertical = Double(level.bitmap.height) / Double(level.region.height)
        let bitmapPart = PixelRect(
            x: (part.x - Double(level.region.x)) * horizontal, y: (part.y - Double(level.region.y)) * vertical,
            width: part.width * horizontal, height: part.height * vertical)
        let (bitmap, rect) = level.bitmap(in: style).rotated(rotation, showing: bitmapPart)
        let subject = "\(photo.rawValue) \(part) \(rotation)"
        let picture = RenderedPicture(
            bitmap, part: rect, columns: columns, rows: rows, style: style,
            // Only the sharp version is worth the bytes of its pixels.
            id: isSharp ? "\(subject) \(level.pixelID(in: style)) \(frame) \(isMoving)" : nil, subject: subject,
            role: isMoving ? .frame : .still
        ) { bitmap }
        return ViewedPicture(picture: picture, isSharp: isSharp, isTruncated: level.isTruncated)
    }
}

extension Painting {
    /// Paints the visible part of the painting in the resolution of a view.
    /// - Throws: `CancellationError`.
    func level(for view: RequestedView, cancellation: DecodeCancellation) throws -> PictureLevel {
        let region = view.visible
        // If a single pixel exceeds the view, the whole pixel isn't needed in full resolution.
        let detail = max(16, view.style.detail.width, view.style.detail.height)
        let limit = Double(detail * max(view.columns, view.rows))
        let width = Int(min(limit, Double(region.width) * view.resolution.across).rounded(.up))
        let height = Int(min(limit, Double(region.height) * view.resolution.down).rounded(.up))
        let rect = PixelRect(
            x: Double(region.x), y: Double(region.y), width: Double(region.width), height: Double(region.height))
        return PictureLevel(
            bitmap: try bitmap(of: rect, width: width, height: height, cancellation: cancellation),
            region: region, pictureSize: view.size, origin: .painted)
    }

    /// Paints a part band by band, because many pixels take a second.
    /// - Throws: `CancellationError`.
    private func bitmap(
        of part: PixelRect, width: Int, height: Int, cancellation: DecodeCancellation
    ) throws -> Bitmap {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for row in stride(from: 0, to: height, by: Self.bandRows) {
            try cancellation.checkCancellation()
            let rows = min(Self.bandRows, height - row)
            let scale = part.height / Double(height)
            let band = PixelRect(
                x: part.x, y: part.y + Double(row) * scale, width: part.width, height: Double(rows) * scale)
            pixels += paint(band, width, rows)
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    private static let bandRows = 32
}
