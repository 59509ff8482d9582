import Albums
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
        var isHeld = false
        var canceled = 0
        var heldTitle: String?
        var failures: [String: any Error] = [:]
        var fileExtensions: [String: String] = [:]
    }

    private let state = Mutex(State())

    var orders: [Order] { state.withLock { $0.orders } }

    /// The number of copies cancelled so far.
    var canceled: Int { state.withLock { $0.canceled } }

    /// Holds back all copies until released.
    func set(isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    /// Holds back the copy of the photo with a title.
    func hold(_ title: String) { state.withLock { $0.heldTitle = title } }

    /// Makes copies of the photo with a title fail.
    func fail(_ title: String, _ failure: any Error) { state.withLock { $0.failures[title] = failure } }

    /// Makes the file extension of the photo with a title known before saving.
    func set(fileExtension: String, of title: String) { state.withLock { $0.fileExtensions[title] = fileExtension } }

    var port: CopyPort {
        CopyPort(
            folder: "~/Pictures", fileName: { $0.title },
            fileExtension: { photo in self.state.withLock { $0.fileExtensions[photo.title] } },
            save: { photo, path, onProgress in
                self.state.withLock { $0.orders.append(Order(photo: photo.id, path: path)) }
                onProgress(TransferProgress(received: 45, expected: 100))
                while self.state.withLock({ $0.isHeld || $0.heldTitle == photo.title }) {
                    do {
                        try await Task.sleep(for: .milliseconds(1))
                    } catch {
                        self.state.withLock { $0.canceled += 1 }
                        throw error
                    }
                }
                if let failure = self.state.withLock({ $0.failures[photo.title] }) { throw failure }
                let file = (path.hasSuffix("/") ? path + photo.title : path).replacing(/\.jpg$/, with: "") + ".jpg"
                return SavedCopy(path: file, isNumbered: file.hasSuffix("2.jpg"))
            },
            folders: { typed in
                ["~/Pictures/Sea/", "~/Pictures/Seals/", "~/Papers/"].filter { $0.hasPrefix(typed) }
            })
    }
}
