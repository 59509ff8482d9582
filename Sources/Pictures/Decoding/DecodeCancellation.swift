import Albums
import Glibc
import Synchronization

/// The cancellation flag and CPU budget of one decode.
public final class DecodeCancellation: Sendable {
    private let isCancelled = Atomic(false)
    private let deadline = Atomic(UInt64.max)

    public init() {}

    public func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Starts the CPU budget of the current thread.
    func begin(seconds: Double) {
        deadline.store(Self.processorTime() + UInt64(seconds * 1e9), ordering: .relaxed)
    }

    /// Whether the decode must stop; call only on the thread that started the budget.
    var isDue: Bool {
        isCancelled.load(ordering: .relaxed) || isLate
    }

    /// Throws if the decode has been cancelled.
    func checkCancellation() throws(CancellationError) {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }

    /// Throws if the decode has been cancelled or has exceeded its budget; `size` is that of the picture.
    func check(_ size: PixelSize) throws {
        try checkCancellation()
        if isLate { throw PictureFailure.tooLarge(width: size.width, height: size.height) }
    }

    private var isLate: Bool {
        Self.processorTime() > deadline.load(ordering: .relaxed)
    }

    /// Returns the CPU time of the current thread in nanoseconds.
    private static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
