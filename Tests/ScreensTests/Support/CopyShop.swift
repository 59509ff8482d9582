import Albums
import Synchronization

@testable import Screens

/// Copies that are saved nowhere, and noted.
final class CopyShop: Sendable {
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

    /// How many copies were canceled, and have ended.
    var canceled: Int { state.withLock { $0.canceled } }

    /// Lets no copy be ready until that is taken back.
    func set(isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    /// Lets the copy of the photo with a title not be ready.
    func hold(_ title: String) { state.withLock { $0.heldTitle = title } }

    /// What befalls copies of the photo with a title.
    func fail(_ title: String, _ failure: any Error) { state.withLock { $0.failures[title] = failure } }

    /// Lets the extension of the photo with a title be known before it is saved.
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
