import Albums
import Dispatch
import Synchronization

/// Stores the average colors of decoded tiles in the index, which otherwise knows only those of EXIF thumbnails.
public final class TileColors: Sendable {
    private struct State {
        /// By path.
        var colors: [[UInt8]: AverageColor] = [:]
        var unsaved: Set<[UInt8]> = []
    }

    private let database: PhotoIndex
    private let state = Mutex(State())

    private static let maxCount = 10_000
    /// Collects the tiles of a screen into one transaction.
    private static let delay = DispatchTimeInterval.seconds(1)

    public init(_ database: PhotoIndex) {
        self.database = database
    }

    /// Remembers the color of a file's tile, and stores it a moment later.
    public func add(_ color: AverageColor, ofFileAt path: [UInt8]) {
        let isFirst = state.withLock { state in
            if state.colors.count >= Self.maxCount { state.colors = [:] }
            guard state.colors.updateValue(color, forKey: path) != color else { return false }
            state.unsaved.insert(path)
            return state.unsaved.count == 1
        }
        if isFirst {
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.delay) { [weak self] in self?.save()
            }
        }
    }

    /// Returns the color of a decoded tile, for a file that isn't in the index yet.
    public func color(ofFileAt path: [UInt8]) -> AverageColor? { state.withLock { $0.colors[path] } }

    private func save() {
        var folders: [[UInt8]: [[UInt8]: AverageColor]] = [:]
        state.withLock { state in
            for path in state.unsaved {
                guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { continue }
                folders[Array(path[..<slash]), default: [:]][Array(path[(slash + 1)...])] = state.colors[path]
            }
            state.unsaved = []
        }
        for (folder, colors) in folders { database.setColors(colors, inFolder: folder) }
    }
}
