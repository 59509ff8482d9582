import Albums
import Basics
import CellArt

/// A view of a photo of known size.
struct PhotoView: Sendable {
    let photo: PhotoVersion
    /// The upright size of the whole photo.
    let size: PixelSize
    var request: ViewRequest

    /// The part in pixels of the upright photo.
    private var part: PixelRect { size.upright(request.part, rotatedBy: request.rotation) }

    /// The number of drawn pixels per pixel of the photo.
    fileprivate var resolution: (across: Double, down: Double) {
        let detail = request.style.detail
        let across = Double(request.columns * detail.width) / request.part.width
        let down = Double(request.rows * detail.height) / request.part.height
        return request.rotation.swapsAxes ? (down, across) : (across, down)
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
        let style = request.style
        let (bitmap, rect) = level.bitmap(in: style).rotated(request.rotation, showing: bitmapPart)
        let crop = PhotoCrop(of: photo, .rect(part, request.rotation))
        let showsPeaking = isSharp && request.showsPeaking
        let (drawnBitmap, drawnRect) = showsPeaking ? withPeaking(bitmap, rect) : (bitmap, rect)
        // Only the sharp version is worth the bytes of its pixels.
        let pixels =
            isSharp
            ? PixelSource(
                crop: crop,
                content: PixelContent(
                    level, in: style, part: bitmapPart, frame: frame, isMoving: isMoving, showsPeaking: showsPeaking),
                role: isMoving ? .frame : .still
            ) { drawnBitmap } : nil
        let picture = RenderedPicture(
            drawnBitmap, part: drawnRect, columns: request.columns, rows: request.rows, style: style, pixels: pixels)
        let sample =
            isSharp && !request.samples.isEmpty
            ? ViewSample(
                request, crop: crop,
                view: request.samples.contains(.view) ? drawnPixels(of: bitmap, rect) : nil,
                middle: request.samples.contains(.middle) ? middle(of: level) : nil) : nil
        return ViewedPicture(picture: picture, isSharp: isSharp, isTruncated: level.isTruncated, sample: sample)
    }

    /// Returns part of a bitmap with focus peaking, and the view's part of the result. Edges are found at the shown size,
    /// but not in pixels that the view enlarges.
    private func withPeaking(_ bitmap: Bitmap, _ part: PixelRect) -> (Bitmap, PixelRect) {
        let detail = request.style.detail
        let width = max(1, min(request.columns * detail.width, Int(part.width.rounded())))
        let height = max(1, min(request.rows * detail.height, Int(part.height.rounded())))
        let (visible, x, y) = bitmap.scaled(part, toWidth: width, height: height).trimmed()
        return (
            visible.withFocusPeaking(),
            PixelRect(x: -Double(x), y: -Double(y), width: Double(width), height: Double(height))
        )
    }

    /// Returns part of a bitmap in the resolution of the view.
    private func drawnPixels(of bitmap: Bitmap, _ part: PixelRect) -> Bitmap {
        let detail = request.style.detail
        return bitmap.scaled(
            part, toWidth: request.columns * detail.width, height: request.rows * detail.height,
            background: request.style.background)
    }

    /// Returns the middle of the view in the photo's own pixels; nil if the level is reduced, or the view much smaller.
    private func middle(of level: PictureLevel) -> Bitmap? {
        guard level.bitmap.width == level.region.width, level.bitmap.height == level.region.height,
            max(resolution.across, resolution.down) > Self.minSampledResolution
        else { return nil }
        func range(_ start: Double, _ length: Double, of side: Int) -> (start: Double, length: Double) {
            let side = Double(side)
            let shown = min(max(length, side / 8), side / 4)
            return (min(max(0, start + (length - shown) / 2), side - shown), shown)
        }
        let across = range(part.x, part.width, of: size.width)
        let down = range(part.y, part.height, of: size.height)
        let middle = PixelRegion(
            covering: PixelRect(x: across.start, y: down.start, width: across.length, height: down.length), in: size)
        // A photo that is decoded in parts may lack some of the middle.
        guard let known = middle.intersection(level.region) else { return nil }
        return level.bitmap(in: request.style).cropped(
            x: known.x - level.region.x, y: known.y - level.region.y, width: known.width, height: known.height)
    }

    /// The number of drawn pixels per pixel of the photo from which all formats are decoded in full.
    private static let minSampledResolution = 1.0 / 3
}

extension GeneratedPicture {
    /// Generates the visible part in the resolution of a view, on all threads.
    /// - Throws: `CancellationError`.
    func level(for view: PhotoView, on threads: DecodeThreads) async throws -> PictureLevel {
        let region = view.visible
        // If a single pixel exceeds the view, the whole pixel isn't needed in full resolution.
        let detail = view.request.style.detail
        let side = max(16, detail.width, detail.height)
        let limit = Double(side * max(view.request.columns, view.request.rows))
        let width = Int(min(limit, Double(region.width) * view.resolution.across).rounded(.up))
        let height = Int(min(limit, Double(region.height) * view.resolution.down).rounded(.up))
        let rect = PixelRect(
            x: Double(region.x), y: Double(region.y), width: Double(region.width), height: Double(region.height))
        let pixels = try await pixels(of: rect, width: width, height: height, on: threads)
        return PictureLevel(
            bitmap: Bitmap(width: width, height: height, pixels: pixels, isOpaque: true), region: region,
            pictureSize: view.size, origin: .generated)
    }

    /// Each band of rows is a job, so that cancelling stops soon and all threads work until the end.
    private func pixels(
        of part: PixelRect, width: Int, height: Int, on threads: DecodeThreads
    ) async throws -> [UInt8] {
        let generate = try await threads.run(.viewed) { [rows] _ in rows(part, width, height) }
        let starts = Array(stride(from: 0, to: height, by: Self.bandRows))
        return try await withThrowingTaskGroup(of: (start: Int, pixels: [UInt8]).self) { group in
            for start in starts {
                group.addTask {
                    let band = start..<min(start + Self.bandRows, height)
                    return (start, try await threads.run(.viewed) { _ in generate(band) })
                }
            }
            var bands: [Int: [UInt8]] = [:]
            for try await band in group { bands[band.start] = band.pixels }
            return starts.flatMap { bands[$0] ?? [] }
        }
    }

    private static let bandRows = 48
}
