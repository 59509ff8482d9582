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
        var failure: PictureFailure?
    }

    private let state = Mutex(State())

    var orders: [Order] { state.withLock { $0.orders } }

    /// Lets no copy be ready until that is taken back.
    func set(isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

    func set(failure: PictureFailure?) { state.withLock { $0.failure = failure } }

    var port: CopyPort {
        CopyPort(
            suggestedPath: { "~/Pictures/\($0.title)" },
            save: { photo, path, onProgress in
                self.state.withLock { $0.orders.append(Order(photo: photo.id, path: path)) }
                onProgress(TransferProgress(received: 45, expected: 100))
                while self.state.withLock({ $0.isHeld }) { try await Task.sleep(for: .milliseconds(1)) }
                if let failure = self.state.withLock({ $0.failure }) { throw failure }
                return path + ".jpg"
            })
    }
}
