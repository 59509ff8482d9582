import Albums
import CellArt

@testable import Pictures

extension PictureLoader {
    /// Returns all versions of a tile.
    func tiles(
        of photo: Photo.ID, from source: PictureSource, columns: Int, rows: Int, style: ArtStyle,
        priority: LoadPriority = .visible
    ) async throws -> [ViewedPicture] {
        var versions: [ViewedPicture] = []
        let tile = tile(
            of: photo, from: { source }, columns: columns, rows: rows, style: style, priority: priority)
        for try await version in tile { versions.append(version) }
        // The stream of a cancelled task ends without an error.
        try Task.checkCancellation()
        return versions
    }

    /// Returns the last version of a tile.
    func sharpTile(
        of photo: Photo.ID, from source: PictureSource, columns: Int, rows: Int, style: ArtStyle,
        priority: LoadPriority = .visible
    ) async throws -> RenderedPicture {
        let versions = try await tiles(
            of: photo, from: source, columns: columns, rows: rows, style: style, priority: priority)
        guard let last = versions.last, last.isSharp else { throw CancellationError() }
        return last.picture
    }
}
