import Dispatch
import Glibc
import TerminalUI

/// Reads and decodes the terminal's input on the main queue.
@MainActor
final class InputReader {
    private let descriptor: Int32
    private let onEvent: (InputEvent) -> Void
    private let onEnd: () -> Void
    /// Whether a response of the terminal is outstanding.
    private let expectsResponse: () -> Bool
    /// The number of status reports to deliver from a read.
    private let maxReports: () -> Int
    private var decoder: InputDecoder
    private var source: (any DispatchSourceRead)?
    /// The number of reads, by which timers detect that they are outdated.
    private var reads = 0

    /// Whether a timeout has just turned an Esc into a key press.
    private var hasTakenEscape = false
    /// The Esc timeout: the silence after which a lone Esc is a key press. A sequence normally arrives in one read, so
    /// this is less than a frame, until one has been split.
    private(set) var escapeTimeout = DispatchTimeInterval.milliseconds(20)
    /// The silence after which anything longer is dropped or typed; also the Esc timeout once a sequence has been split.
    static let sequenceTimeout = DispatchTimeInterval.milliseconds(50)
    /// The silence after which the Esc at the end of a response is a key: the response is cut off.
    private static let responseTimeout = DispatchTimeInterval.seconds(1)
    /// The maximum number of reads in one turn of the main queue; a terminal device gives 4 KB at a time.
    private static let maxReads = 2

    init(
        descriptor: Int32, decoder: InputDecoder, onEvent: @escaping (InputEvent) -> Void,
        onEnd: @escaping () -> Void, expectsResponse: @escaping () -> Bool = { false },
        maxReports: @escaping () -> Int = { .max }
    ) {
        self.maxReports = maxReports
        self.expectsResponse = expectsResponse
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
        // closed. The loop is bounded so that a flood of input doesn't starve other work, such as drawing.
        for _ in 0..<Self.maxReads {
            guard source != nil, hasInput(within: 0) else { break }
            switch readBytes() {
            case .nothing: break
            case .bytes(let bytes):
                reads += 1
                decoder.maxStatusReports = maxReports()
                deliver(decoder.decode(completed(bytes)))
            case .end:
                stop()
                onEnd()
            }
        }
        decoder.expectsResponse = expectsResponse()
        guard source != nil else { return }
        if hasInput(within: 0) {
            DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.read() } }
        } else if decoder.isWaiting {
            flushAfterTimeout()
        }
    }

    /// Returns the input with the Esc that belongs to it, if the timeout was too short for a split sequence.
    private func completed(_ bytes: [UInt8]) -> [UInt8] {
        guard hasTakenEscape else { return bytes }
        hasTakenEscape = false
        // Typed keys arrive one by one. After the introducer, a parameter or an uppercase letter follows.
        guard bytes.count > 1, [UInt8(ascii: "["), UInt8(ascii: "O")].contains(bytes[0]),
            0x30...0x3F ~= bytes[1] || 0x41...0x5A ~= bytes[1]
        else { return bytes }
        escapeTimeout = Self.sequenceTimeout
        return [0x1B] + bytes
    }

    private func deliver(_ events: [InputEvent]) {
        for event in Self.withoutOutdated(events) where source != nil { onEvent(event) }
    }

    /// Drops responses that a later one of the same kind supersedes.
    static func withoutOutdated(_ events: [InputEvent]) -> [InputEvent] {
        var kinds: Set<String> = []
        let current = events.reversed().filter { event in
            guard case .response(let response) = event, let kind = TerminalQueries.replacedKind(of: response) else {
                return true
            }
            return kinds.insert(kind).inserted
        }
        return current.reversed()
    }

    private func flushAfterTimeout() {
        let now = reads
        let timeout =
            decoder.holdsOnlyEscape
            ? escapeTimeout : decoder.holdsUnendedResponse ? Self.responseTimeout : Self.sequenceTimeout
        DispatchQueue.main.asyncAfter(deadline: .now() + timeout) { [weak self] in
            guard let self, self.reads == now, self.source != nil else { return }
            // If the program was busy, more input may have arrived: read it first.
            if self.hasInput(within: 0) { return self.read() }
            self.decoder.expectsResponse = self.expectsResponse()
            let events = self.decoder.flush()
            self.hasTakenEscape = events.last == .key(Key(.escape))
            self.deliver(events)
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
