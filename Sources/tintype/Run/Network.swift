import Albums
import HTTP
import Storage
import Synchronization

/// The libraries' access to the network: one HTTP client with a disk cache.
final class Network: Sendable {
    /// Called for each response except fresh cache hits. `isOffline` means that the host doesn't respond, and the
    /// response is a stale one from the cache.
    let onAnswer = Mutex<@Sendable (_ isOffline: Bool) -> Void>({ _ in })
    /// Called when a host asks for a pause, with its length in seconds.
    let onWait = Mutex<@Sendable (_ host: String, _ seconds: Int) -> Void>({ _, _ in })

    private let sender: Mutex<HTTPClient?> = Mutex(nil)
    private let counts = Mutex(NetworkTraffic())
    private let cache: DiskCache

    init(cacheBytes: Int) {
        cache = DiskCache(size: cacheBytes)
    }

    /// Statistics of the requests so far.
    var traffic: NetworkTraffic { counts.withLock { $0 } }

    /// Hits and misses of the disk cache.
    var cacheLookups: (found: Int, missed: Int) { cache.lookups }

    /// Sends a request. The first request creates the client, so opening a folder doesn't create one.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            let response = try await client.send(request)
            counts.withLock { $0.add(response) }
            return response
        } catch {
            if let failure = error as? LibraryFailure { counts.withLock { $0.add(failure) } }
            throw error
        }
    }

    private var client: HTTPClient {
        sender.withLock { sender in
            if let sender { return sender }
            let made = HTTPClient(
                userAgent: "Tintype/\(Tintype.version)",
                cache: ResponseStore(read: cache.read, write: cache.write, remove: cache.remove),
                onAnswer: { [weak self] isOffline in self?.onAnswer.withLock { $0 }(isOffline) },
                onWait: { [weak self] host, seconds in self?.onWait.withLock { $0 }(host, seconds) })
            sender = made
            return made
        }
    }
}
