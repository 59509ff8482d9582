import Basics

/// Pixels of a view, on which differences and sharpness are measured.
public final class ViewSample: Sendable {
    /// The pixels that a view can sample.
    public struct Parts: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The view in the pixels that are drawn.
        public static let view = Parts(rawValue: 1)
        /// The middle of the view in the pixels of the photo.
        public static let middle = Parts(rawValue: 2)
    }

    public let request: ViewRequest
    /// The view in the resolution in which it is drawn, transparent beyond the photo. Nil unless requested.
    public let view: Bitmap?
    /// The middle of the view, not scaled: between an eighth and a quarter of the photo's width and height, so that it is
    /// the same part in all photos with the same view. Nil unless requested, or if the view shows less detail than the
    /// photo has.
    public let middle: Bitmap?
    public let crop: PhotoCrop

    /// - Parameter crop: that of the view's picture.
    public init(_ request: ViewRequest, crop: PhotoCrop, view: Bitmap?, middle: Bitmap?) {
        self.request = request
        self.crop = crop
        self.view = view
        self.middle = middle
    }

    /// Draws another version of the view's pixels in its place.
    ///
    /// - Parameters:
    ///   - bitmap: pixels in the size of `view`.
    ///   - content: distinguishes the pixels from others of the same view.
    public func picture(of bitmap: Bitmap, content: some Hashable & Sendable) -> RenderedPicture {
        let (columns, rows) = (request.columns, request.rows)
        // Cells at the edge of the photo would mix its color with that of nothing.
        let (photo, x, y) = bitmap.trimmed()
        let cells = CellArtist.draw(
            photo,
            part: PixelRect(x: -Double(x), y: -Double(y), width: Double(bitmap.width), height: Double(bitmap.height)),
            columns: columns, rows: rows, style: request.style)
        let shown = cells.shown
        guard let cell = request.style.cell, !shown.columns.isEmpty,
            max(shown.columns.count * cell.width, shown.rows.count * cell.height) <= PixelPicture.maxSide
        else { return .cells(cells) }
        return .pixels(
            PixelPicture(of: crop, content: content, cells: cells) {
                let (across, down) = (Double(bitmap.width) / Double(columns), Double(bitmap.height) / Double(rows))
                return bitmap.scaled(
                    PixelRect(
                        x: Double(shown.columns.lowerBound) * across, y: Double(shown.rows.lowerBound) * down,
                        width: Double(shown.columns.count) * across, height: Double(shown.rows.count) * down),
                    toWidth: shown.columns.count * cell.width, height: shown.rows.count * cell.height,
                    background: self.request.style.background)
            })
    }
}
