import Albums
import Glibc
import Synchronization

/// Tells a running decode that nobody waits for it any more, or that it has used its time.
final class DecodeStop: Sendable {
    private let isCancelled = Atomic(false)
    private let deadline = Atomic(UInt64.max)

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Gives the current thread some processor time from now.
    func begin(seconds: Double) {
        deadline.store(Self.processorTime() + UInt64(seconds * 1e9), ordering: .relaxed)
    }

    /// Whether the decode must end, asked on the thread that began it.
    var isDue: Bool {
        isCancelled.load(ordering: .relaxed) || isLate
    }

    /// Throws when nobody waits for the decode any more.
    func checkCancellation() throws(CancellationError) {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }

    /// Throws when the decode of a picture of this size must end.
    func check(_ size: PixelSize) throws {
        try checkCancellation()
        if isLate { throw PictureFailure.tooLarge(width: size.width, height: size.height) }
    }

    private var isLate: Bool {
        Self.processorTime() > deadline.load(ordering: .relaxed)
    }

    /// Nanoseconds that the current thread has worked.
    private static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
