import Basics
import CCurl

/// The transfers of one thread, with the connections they share.
final class CurlTransfers {
    /// Connections that stay open for later requests.
    private static let maxIdleConnections = 16

    let alarm: CurlAlarm
    private let configuration: CurlConfiguration
    private let multi: UnsafeMutableRawPointer
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]

    /// Returns nil if the system is out of memory or file descriptors.
    init?(_ configuration: CurlConfiguration) {
        guard let multi = tintype_curl_multi_init(Self.maxIdleConnections) else { return nil }
        self.configuration = configuration
        self.multi = multi
        alarm = CurlAlarm(multi: multi)
    }

    deinit {
        for transfer in transfers.values { tintype_curl_multi_remove(multi, transfer.handle) }
        transfers = [:]
        tintype_curl_multi_cleanup(multi)
    }

    var isEmpty: Bool { transfers.isEmpty }

    func start(_ exchange: CurlExchange) {
        guard !exchange.isFinished else { return }
        guard let transfer = CurlTransfer(exchange, configuration),
            tintype_curl_multi_add(multi, transfer.handle) == CURLM_OK
        else { return exchange.fail(.unreachable(host: exchange.url.origin.host, reason: .lost)) }
        transfers[ObjectIdentifier(exchange)] = transfer
    }

    func cancel(_ exchange: CurlExchange) {
        _ = remove(exchange)
    }

    /// Transfers data, completes requests that ended or timed out, and waits for the network, the next deadline or the
    /// alarm.
    func run(atMost time: Duration) {
        tintype_curl_multi_perform(multi)
        var result = CURLE_OK
        while let handle = tintype_curl_multi_next_ended(multi, &result) {
            guard let ended = CurlTransfer.of(handle), let transfer = remove(ended.exchange) else { continue }
            transfer.exchange.finish(transfer.outcome(result))
        }
        let now = SuspendingClock.now
        for transfer in transfers.values where transfer.deadline <= now {
            _ = remove(transfer.exchange)
            transfer.exchange.fail(.timedOut(host: transfer.exchange.url.origin.host))
        }
        let next = transfers.values.map(\.deadline).min().map { $0 - now } ?? time
        // Rounded up, so that the deadline has passed after the wait.
        tintype_curl_multi_poll(multi, Int32(clamping: Int(min(next, time) / .milliseconds(1)) + 1))
    }

    private func remove(_ exchange: CurlExchange) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: ObjectIdentifier(exchange)) else { return nil }
        tintype_curl_multi_remove(multi, transfer.handle)
        return transfer
    }
}

/// Interrupts a thread's wait for the network.
///
/// `@unchecked Sendable`: `curl_multi_wakeup` is the one function that other threads may call with a multi handle.
struct CurlAlarm: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer

    fileprivate init(multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    func ring() {
        tintype_curl_multi_wakeup(multi)
    }
}
