import Dispatch
import Glibc
import Synchronization

/// Writes to the terminal on a separate queue, so that a slow terminal blocks only that queue.
///
/// The terminal stays in blocking mode: the open file description is shared with the shell, which would inherit the
/// change.
final class FrameWriter: Sendable {
    /// The outcome of a write.
    enum Outcome: Equatable, Sendable {
        case written(Blocked)
        /// Cut short by `cut()`.
        case cut
        case failed
    }

    /// The output that had to wait for room in the kernel's queue, and how long, in nanoseconds.
    struct Blocked: Equatable, Sendable {
        var bytes = 0
        var duration: UInt64 = 0
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "terminal output", qos: .userInteractive)
    private let isInterrupted = Atomic(false)

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Queues a write after those in progress; calls `finished` on the main queue.
    func write(_ bytes: [UInt8], finished: @escaping @MainActor @Sendable (Outcome) -> Void) {
        queue.async {
            let outcome = self.writeAll(bytes)
            DispatchQueue.main.async { MainActor.assumeIsolated { finished(outcome) } }
        }
    }

    /// Abandons the current write and writes these bytes instead; returns when they are out. If that takes too long,
    /// discards the output still in the terminal's buffer; if even that doesn't help, gives up on these bytes too.
    func cut(andWrite bytes: [UInt8], within milliseconds: Int) {
        isInterrupted.store(true, ordering: .releasing)
        let done = DispatchSemaphore(value: 0)
        queue.async {
            self.isInterrupted.store(false, ordering: .releasing)
            _ = self.writeAll(bytes)
            done.signal()
        }
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
        tcflush(descriptor, TCOFLUSH)
        // On Linux, free buffer space alone doesn't wake a blocked writer; restarting stopped output does.
        tcflow(descriptor, TCOOFF)
        tcflow(descriptor, TCOON)
        // There is room now, but a busy computer may take long to run the writer.
        _ = done.wait(timeout: .now() + .seconds(2))
    }

    private func writeAll(_ bytes: [UInt8]) -> Outcome {
        var remainder = bytes[...]
        var blocked = Blocked()
        while !remainder.isEmpty {
            guard !isInterrupted.load(ordering: .acquiring) else { return .cut }
            // Small enough to notice a cut quickly on a slow connection, where each write blocks until there is room.
            let piece = remainder.prefix(1024)
            let began = DispatchTime.now().uptimeNanoseconds
            let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                let duration = DispatchTime.now().uptimeNanoseconds - began
                if duration >= Self.minBlockedTime {
                    blocked.bytes += count
                    blocked.duration += duration
                }
                remainder = remainder.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process has set the shared file description to non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, 100)
            } else if errno != EINTR {
                return .failed
            }
        }
        return .written(blocked)
    }

    /// In nanoseconds: a write that takes less has had room. A line that passes a piece in less needs no pacing.
    private static let minBlockedTime: UInt64 = 1_000_000
}
