import Albums
import Libraries
import Storage
import Synchronization

/// The network as libraries see it: one way to send, with the answers kept on disk.
final class Network: Sendable {
    /// Told with each answer that was not fresh in the cache whether it was kept from before, because the host does not
    /// answer.
    let onAnswer = Mutex<@Sendable (_ isOffline: Bool) -> Void>({ _ in })
    /// Told when a host asks to wait, and for how many seconds.
    let onWait = Mutex<@Sendable (_ host: String, _ seconds: Int) -> Void>({ _, _ in })

    private let sender: Mutex<HTTPClientSender?> = Mutex(nil)
    private let counts = Mutex(NetworkTraffic())
    private let cache: DiskCache

    init(cacheBytes: Int) {
        cache = DiskCache(size: cacheBytes)
    }

    /// What became of the requests so far.
    var traffic: NetworkTraffic { counts.withLock { $0 } }

    /// How often an answer was kept on disk, and how often it was not.
    var cacheLookups: (found: Int, missed: Int) { cache.lookups }

    /// Sends a request; the client is made with the first, so that a folder is opened without one.
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

    private var client: HTTPClientSender {
        sender.withLock { sender in
            if let sender { return sender }
            let made = HTTPClientSender(
                userAgent: "Tintype/\(Tintype.version)",
                cache: ResponseCache(read: cache.read, write: cache.write, remove: cache.remove),
                onAnswer: { [weak self] isOffline in self?.onAnswer.withLock { $0 }(isOffline) },
                onWait: { [weak self] host, seconds in self?.onWait.withLock { $0 }(host, seconds) })
            sender = made
            return made
        }
    }
}
