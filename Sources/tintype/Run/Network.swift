import Basics
import HTTP
import Storage
import Synchronization

/// The libraries' access to the network: one HTTP client with a disk cache.
final class Network: Sendable {
    /// Called for each response except fresh cache hits. `isOffline` means that the last response of some host is a
    /// stale one from the cache, because the host does not respond.
    let onResponse = Mutex<@Sendable (_ isOffline: Bool) -> Void>({ _ in })
    /// Called when a host asks for a pause, with its length in seconds.
    let onPause = Mutex<@Sendable (_ host: String, _ seconds: Int) -> Void>({ _, _ in })

    private let lazyClient: Mutex<HTTPClient?> = Mutex(nil)
    private let counts = Mutex(NetworkTraffic())
    private let cache: DiskCache

    init(cacheBytes: Int) {
        cache = DiskCache(size: cacheBytes)
    }

    /// Statistics of the requests so far.
    var traffic: NetworkTraffic { counts.withLock { $0 } }

    /// Hits and misses of the disk cache.
    var cacheLookups: (hits: Int, misses: Int) { cache.lookups }
    var isCacheStuck: Bool { cache.isStuck }

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
        lazyClient.withLock { client in
            if let client { return client }
            let new = HTTPClient(
                userAgent: "Tintype/\(Tintype.version)",
                cache: ResponseStore(read: cache.read, write: cache.write, remove: cache.remove),
                onResponse: { [weak self] isOffline in self?.onResponse.withLock { $0 }(isOffline) },
                onPause: { [weak self] host, seconds in self?.onPause.withLock { $0 }(host, seconds) })
            client = new
            return new
        }
    }
}
