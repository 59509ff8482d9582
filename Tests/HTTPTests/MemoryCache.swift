import Synchronization

@testable import HTTP

/// An in-memory response cache that a test can inspect and damage.
final class MemoryCache: Sendable {
    private let contents = Mutex<[String: [UInt8]]>([:])

    var keys: [String] { contents.withLock { $0.keys.sorted() } }

    var cache: ResponseStore {
        ResponseStore(
            read: { key in self.contents.withLock { $0[key] } },
            write: { key, bytes in self.contents.withLock { $0[key] = bytes } },
            remove: { key in self.contents.withLock { $0[key] = nil } })
    }

    func change(_ change: (inout [UInt8]) -> Void) {
        contents.withLock { contents in
            for key in contents.keys { change(&contents[key, default: []]) }
        }
    }
}
