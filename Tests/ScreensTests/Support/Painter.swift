import Albums
import CellArt
import Synchronization

@testable import Screens

/// Pictures of one letter, drawn at once, that note what was asked for.
final class Painter: Sendable {
    struct Asked: Sendable {
        var tiles: [(photo: Photo, request: TileRequest)] = []
        var views: [(photo: Photo, request: ViewRequest)] = []
        /// Whether sizes have to wait.
        var isHeld = false
        /// How many of them do.
        var waiting = 0
        /// What befalls every tile.
        var tileFailure: (any Error)?
    }

    let asked = Mutex(Asked())
    let broken: Set<String>

    /// The photos with these titles are damaged.
    init(broken: Set<String> = []) {
        self.broken = broken
    }

    /// Lets no size be known until that is taken back.
    func set(isHeld: Bool) { asked.withLock { $0.isHeld = isHeld } }

    func set(tileFailure: (any Error)?) { asked.withLock { $0.tileFailure = tileFailure } }

    var waiting: Int { asked.withLock { $0.waiting } }

    private func takeTurn() async throws {
        guard asked.withLock({ $0.isHeld }) else { return }
        asked.withLock { $0.waiting += 1 }
        defer { asked.withLock { $0.waiting -= 1 } }
        while asked.withLock({ $0.isHeld }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    var port: PicturePort {
        PicturePort(
            tile: { photo, request in
                self.asked.withLock { $0.tiles.append((photo, request)) }
                if let failure = self.asked.withLock({ $0.tileFailure }) { throw failure }
                if self.broken.contains(photo.title) { throw PictureFailure.damaged(format: "JPEG") }
                return Self.picture("#", columns: request.columns, rows: request.rows)
            },
            placeholder: { photo, request in
                photo.placeholder.map { _ in Self.picture("~", columns: request.columns, rows: request.rows) }
            },
            dimensions: { photo in
                try await self.takeTurn()
                if self.broken.contains(photo.title) { throw PictureFailure.damaged(format: "JPEG") }
                return PictureDimensions(width: 4000, height: 3000)
            },
            details: { _ in PhotoDetails() },
            shownPixels: { _ in
                ShownPixels(width: 640, height: 480, origin: .scaledDecode(factor: 4), wereInMemory: true)
            },
            view: { photo, request in
                self.asked.withLock { $0.views.append((photo, request)) }
                return AsyncThrowingStream { continuation in
                    let picture = Self.picture("@", columns: request.columns, rows: request.rows)
                    continuation.yield(ViewedPicture(picture: picture, isSharp: true))
                    continuation.finish()
                }
            })
    }

    private static func picture(_ glyph: Unicode.Scalar, columns: Int, rows: Int) -> CellPicture {
        let cell = ArtCell(glyph: glyph, foreground: .terminal, background: .terminal)
        return CellPicture(columns: columns, rows: rows, cells: Array(repeating: cell, count: columns * rows))
    }
}
