import Albums
import CellArt

@testable import Pictures

extension PictureLoader {
    /// Returns all versions of a tile.
    func tiles(of photo: PhotoVersion, from source: PictureSource, as request: TileRequest) async throws
        -> [ViewedPicture]
    {
        var versions: [ViewedPicture] = []
        for try await version in tile(of: photo, from: { source }, as: request) { versions.append(version) }
        // The stream of a cancelled task ends without an error.
        try Task.checkCancellation()
        return versions
    }

    /// Returns the last version of a tile.
    func sharpTile(
        of photo: PhotoVersion, from source: PictureSource, as request: TileRequest
    ) async throws -> RenderedPicture {
        let versions = try await tiles(of: photo, from: source, as: request)
        guard let last = versions.last, last.isSharp else { throw CancellationError() }
        return last.picture
    }
}

extension PhotoVersion {
    init(_ id: String) {
        self.init(of: Photo.ID(id))
    }
}
