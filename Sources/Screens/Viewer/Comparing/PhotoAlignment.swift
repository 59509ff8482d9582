import Albums
import Basics
import CellArt

/// Finds where photos of one scene show the same.
struct PhotoAlignment {
    let pictures: PicturePort
    /// The pane for which parts of photos are decoded.
    let pane: Pane

    /// The part that is decoded, in cells. A view's sample is larger.
    private static let (columns, rows) = (64, 24)

    /// Returns the distance from a point of a photo to the same point of the scene in another photo.
    ///
    /// - Returns: fractions of the other photo; nil if the photos don't show the same there, or can't be decoded.
    func offset(of photo: Photo, in other: Photo, around center: PicturePoint) async -> (x: Double, y: Double)? {
        guard let size = try? await pictures.dimensions(other), let part = await part(of: photo, around: center),
            let otherPart = await self.part(of: other, around: center),
            let shift = await Self.shift(of: part, from: otherPart)
        else { return nil }
        return (Double(shift.x) / Double(size.width), Double(shift.y) / Double(size.height))
    }

    private nonisolated static func shift(of part: Bitmap, from other: Bitmap) async -> PictureShift? {
        PictureShift(ofPart: part, from: other)
    }

    private func part(of photo: Photo, around center: PicturePoint) async -> Bitmap? {
        guard let size = try? await pictures.dimensions(photo) else { return nil }
        let (width, height) = (
            Double(min(size.width, Self.columns)), Double(min(size.height, 2 * Self.rows))
        )
        let rect = PixelRect(
            x: center.x * Double(size.width) - width / 2, y: center.y * Double(size.height) - height / 2, width: width,
            height: height)
        return await pictures.sample(.middle, of: rect, of: photo, columns: Self.columns, rows: Self.rows, pane: pane)?
            .middle
    }
}

extension PicturePort {
    /// Returns pixels of a part of a photo without showing it; nil if it can't be decoded.
    func sample(
        _ parts: ViewSample.Parts, of rect: PixelRect, of photo: Photo, columns: Int, rows: Int, pane: Pane = .first
    ) async -> ViewSample? {
        var request = ViewRequest(
            part: rect, columns: columns, rows: rows, style: ArtStyle(symbols: .quadrant, colors: .trueColor),
            pane: pane)
        request.samples = parts
        var last: ViewSample?
        do {
            for try await view in self.view(photo, request) { last = view.sample ?? last }
        } catch {
            return nil
        }
        return last
    }
}
