import Dispatch
import Glibc
import Synchronization

/// Writes to the terminal on a queue of its own, so that only that queue waits for a slow one.
///
/// The terminal stays in blocking mode: the shell shares its open file, and would be left with what is set there.
final class FrameWriter: Sendable {
    /// How a piece of output went.
    enum Outcome: Sendable {
        case written
        /// Cut short by `cut()`.
        case cut
        case failed
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "terminal output", qos: .userInteractive)
    private let isCut = Atomic(false)

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes behind what is being written; `finished` is called on the main queue.
    func write(_ bytes: [UInt8], finished: @escaping @MainActor @Sendable (Outcome) -> Void) {
        queue.async {
            let outcome = self.writeAll(bytes)
            DispatchQueue.main.async { MainActor.assumeIsolated { finished(outcome) } }
        }
    }

    /// Gives up what is being written and writes this instead; returns when it is out. Where that takes longer, what has
    /// not reached the terminal is thrown away, and where even that does not help, this too.
    func cut(andWrite bytes: [UInt8], within milliseconds: Int) {
        isCut.store(true, ordering: .releasing)
        let done = DispatchSemaphore(value: 0)
        queue.async {
            self.isCut.store(false, ordering: .releasing)
            _ = self.writeAll(bytes)
            done.signal()
        }
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
        tcflush(descriptor, TCOFLUSH)
        // Room alone does not wake a writer that Linux has put to sleep; starting a stopped output does.
        tcflow(descriptor, TCOOFF)
        tcflow(descriptor, TCOON)
        _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    private func writeAll(_ bytes: [UInt8]) -> Outcome {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard !isCut.load(ordering: .acquiring) else { return .cut }
            // Small enough that a cut is noticed soon on a slow line, where each piece waits for room.
            let piece = rest.prefix(1024)
            let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Someone else has set the shared file to non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, 100)
            } else if errno != EINTR {
                return .failed
            }
        }
        return .written
    }
}
