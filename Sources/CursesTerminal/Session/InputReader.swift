import Dispatch
import Glibc
import TerminalUI

/// Reads and decodes the terminal's input on the main queue.
@MainActor
final class InputReader {
    private let descriptor: Int32
    private let onEvent: (InputEvent) -> Void
    private let onEnd: () -> Void
    /// Whether a status report from the terminal is outstanding.
    private let expectsStatusReport: () -> Bool
    private var decoder: InputDecoder
    private var source: (any DispatchSourceRead)?
    /// The number of reads, by which timers detect that they are outdated.
    private var reads = 0

    /// The Esc timeout: the silence after which a lone Esc is a key press. Too short for typing a sequence by hand, but
    /// long enough for networks that split one.
    private static let escapeTimeout = DispatchTimeInterval.milliseconds(40)

    init(
        descriptor: Int32, decoder: InputDecoder, onEvent: @escaping (InputEvent) -> Void,
        onEnd: @escaping () -> Void, expectsStatusReport: @escaping () -> Bool = { false }
    ) {
        self.expectsStatusReport = expectsStatusReport
        self.descriptor = descriptor
        self.decoder = decoder
        self.onEvent = onEvent
        self.onEnd = onEnd
    }

    func start() {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
        source.resume()
        self.source = source
    }

    func stop() {
        source?.cancel()
        source = nil
    }

    /// Reads and discards input until an event satisfies `isEnough` or the time is up.
    func discard(for milliseconds: Int, until isEnough: (InputEvent) -> Bool) {
        let end = DispatchTime.now() + .milliseconds(milliseconds)
        while DispatchTime.now() < end {
            guard hasInput(within: 10) else { continue }
            guard case .bytes(let bytes) = readBytes(), !decoder.decode(bytes).contains(where: isEnough) else { return }
        }
    }

    private enum Reading {
        case bytes([UInt8])
        case nothing
        case end
    }

    private func read() {
        // Looks for the end of input right after the data, because the source doesn't fire again once the other end is
        // closed. The loop is bounded so that a flood of input doesn't starve other work.
        for _ in 0..<16 {
            guard source != nil, hasInput(within: 0) else { break }
            switch readBytes() {
            case .nothing: break
            case .bytes(let bytes):
                reads += 1
                deliver(decoder.decode(bytes))
            case .end:
                stop()
                onEnd()
            }
        }
        decoder.expectsStatusReport = expectsStatusReport()
        if source != nil, decoder.isWaiting { flushAfterEscapeTimeout() }
    }

    private func deliver(_ events: [InputEvent]) {
        for event in events where source != nil { onEvent(event) }
    }

    private func flushAfterEscapeTimeout() {
        let now = reads
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.escapeTimeout) { [weak self] in
            guard let self, self.reads == now, self.source != nil else { return }
            // If the program was busy, more input may have arrived: read it first.
            if self.hasInput(within: 0) { return self.read() }
            self.decoder.expectsStatusReport = self.expectsStatusReport()
            self.deliver(self.decoder.flush())
        }
    }

    private func hasInput(within milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) > 0
    }

    private func readBytes() -> Reading {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if result < 0 { code = errno }
            count = max(0, result)
        }
        guard bytes.isEmpty else { return .bytes(bytes) }
        return code == EINTR || code == EAGAIN ? .nothing : .end
    }
}
