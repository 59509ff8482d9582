import Basics
import CCurl
import Glibc
import Synchronization

/// Runs exchanges on one thread, which a single curl multi handle belongs to.
///
/// The thread starts with the first exchange and ends after the `idleTime` of its configuration without any, which
/// closes the connections.
final class CurlThread: Sendable {
    private enum Message {
        case start(CurlExchange)
        case cancel(CurlExchange)
        case end
    }

    private struct State {
        var messages: [Message] = []
        var isRunning = false
        /// Interrupts the thread's wait for the network; nil until the thread has a multi handle.
        var alarm: CurlAlarm?
    }

    private let configuration: CurlConfiguration
    private let state = Mutex(State())

    init(_ configuration: CurlConfiguration) {
        self.configuration = configuration
    }

    /// Sends the request of an exchange; `tintype_curl_load` must have succeeded.
    func start(_ exchange: CurlExchange) {
        post(.start(exchange))
    }

    /// Stops the transfer of a finished exchange.
    func cancel(_ exchange: CurlExchange) {
        post(.cancel(exchange))
    }

    /// Ends the thread, if it runs.
    func end() {
        state.withLock { state in
            guard state.isRunning else { return }
            state.messages.append(.end)
            state.alarm?.ring()
        }
    }

    private func post(_ message: Message) {
        let isRunning = state.withLock { state in
            state.messages.append(message)
            state.alarm?.ring()
            defer { state.isRunning = true }
            return state.isRunning
        }
        if !isRunning, !startThread() { abandonMessages() }
    }

    private func startThread() -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<CurlThread>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard error == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func run() {
        tintype_curl_block_broken_pipe_signal()
        guard let transfers = CurlTransfers(configuration) else { return abandonMessages() }
        state.withLock { $0.alarm = transfers.alarm }
        var lastUse = SuspendingClock.now
        while true {
            let messages = state.withLock { state in
                defer { state.messages = [] }
                return state.messages
            }
            for message in messages {
                switch message {
                case .start(let exchange): transfers.start(exchange)
                case .cancel(let exchange): transfers.cancel(exchange)
                case .end: return stop()
                }
            }
            if !messages.isEmpty || !transfers.isEmpty { lastUse = .now }
            if transfers.isEmpty, SuspendingClock.now - lastUse >= configuration.idleTime, stopIfUnused() { return }
            transfers.run(atMost: configuration.idleTime)
        }
    }

    private func stop() {
        state.withLock { $0 = State() }
    }

    private func stopIfUnused() -> Bool {
        state.withLock { state in
            guard state.messages.isEmpty else { return false }
            state = State()
            return true
        }
    }

    /// Fails the exchanges that wait for a thread the system cannot provide.
    private func abandonMessages() {
        let messages = state.withLock { state in
            defer { state = State() }
            return state.messages
        }
        for case .start(let exchange) in messages {
            exchange.fail(.unreachable(host: exchange.url.origin.host, reason: .lost))
        }
    }
}
