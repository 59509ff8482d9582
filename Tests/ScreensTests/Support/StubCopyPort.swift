import Albums
import Basics
import Synchronization

@testable import Screens

/// A copy port that saves nothing and records the requests.
final class StubCopyPort: Sendable {
    struct Order: Equatable {
        let photo: Photo.ID
        let path: String
    }

    private struct State {
        var orders: [Order] = []
        var canceled = 0
        var failures: [String: any Error] = [:]
        var fileExtensions: [String: String] = [:]
        var hasFolder = true
        var export: JPEGExport?
    }

    private enum Held {
        case nothing
        case everything
        case photo(String)

        func includes(_ title: String) -> Bool {
            switch self {
            case .nothing: false
            case .everything: true
            case .photo(let held): held == title
            }
        }
    }

    private let state = Mutex(State())
    private let held = WaitableValue(Held.nothing)

    var orders: [Order] { state.withLock { $0.orders } }

    /// The number of copies cancelled so far.
    var canceled: Int { state.withLock { $0.canceled } }

    /// Holds back all copies until released.
    func set(isHeld: Bool) { held.set(isHeld ? .everything : .nothing) }

    /// Holds back the copy of the photo with a title.
    func hold(_ title: String) { held.set(.photo(title)) }

    /// Makes copies of the photo with a title fail.
    func fail(_ title: String, _ failure: any Error) { state.withLock { $0.failures[title] = failure } }

    /// Makes the folder for copies exist, or not.
    func set(hasFolder: Bool) { state.withLock { $0.hasFolder = hasFolder } }

    /// Makes copies for others JPEGs.
    func set(export: JPEGExport?) { state.withLock { $0.export = export } }

    /// Makes the file extension of the photo with a title known before saving.
    func set(fileExtension: String, of title: String) { state.withLock { $0.fileExtensions[title] = fileExtension } }

    var port: CopyPort {
        var port = CopyPort(
            folder: "~/Pictures", home: "/home/ada", fileName: { $0.title },
            fileExtension: { photo in self.state.withLock { $0.fileExtensions[photo.title] } },
            save: { photo, path, onProgress in
                self.state.withLock { $0.orders.append(Order(photo: photo.id, path: path)) }
                onProgress(TransferProgress(received: 45, expected: 100))
                do {
                    try await self.held.wait { !$0.includes(photo.title) }
                } catch {
                    self.state.withLock { $0.canceled += 1 }
                    throw error
                }
                if let failure = self.state.withLock({ $0.failures[photo.title] }) { throw failure }
                let file = (path.hasSuffix("/") ? path + photo.title : path).replacing(/\.jpg$/, with: "") + ".jpg"
                return SavedCopy(
                    path: file, isNumbered: file.hasSuffix("2.jpg"),
                    isInNewFolder: !self.state.withLock { $0.hasFolder })
            },
            folders: { typed in
                ["~/Pictures/Sea/", "~/Pictures/Seals/", "~/Papers/"].filter { $0.hasPrefix(typed) }
            }, withoutDots: { $0.replacing(/\/[^\/]+\/\.\.\//, with: "/") })
        port.export = state.withLock { $0.export }
        return port
    }
}
