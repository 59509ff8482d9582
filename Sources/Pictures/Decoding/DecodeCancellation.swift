import Albums
import Basics
import Glibc
import Synchronization

/// The cancellation flag, priority and CPU budget of one decode.
public final class DecodeCancellation: Sendable {
    private let flag = Atomic(false)
    private let deadline = Atomic(UInt64.max)
    /// In nanoseconds.
    private let used = Atomic<UInt64>(0)
    /// The area through which the program cancels the decode of a worker.
    private let area: SharedArea?

    let priority: LoadPriority

    public init(priority: LoadPriority = .viewed) {
        area = nil
        self.priority = priority
    }

    /// Creates the cancellation flag of a decode in a worker.
    init(sharedWith area: SharedArea) {
        self.area = area
        priority = .viewed
    }

    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }

    /// Whether the decode has been cancelled.
    var isCancelled: Bool { flag.load(ordering: .relaxed) || area?.isCancelled == true }

    /// Starts the CPU budget of the current thread.
    func begin(seconds: Double) {
        deadline.store(Self.processorTime() + UInt64(seconds * 1e9), ordering: .relaxed)
    }

    /// Whether the decode must stop; call only on the thread that started the budget.
    var isDue: Bool {
        isCancelled || isLate
    }

    /// The processor time that decodes with this flag have taken, in seconds.
    var usedSeconds: Double { Double(used.load(ordering: .relaxed)) / 1e9 }

    /// Adds to the processor time taken.
    func addUsed(seconds: Double) {
        used.add(UInt64(max(0, min(seconds, 1e6)) * 1e9), ordering: .relaxed)
    }

    /// Throws if the decode has been cancelled.
    func checkCancellation() throws(CancellationError) {
        if isCancelled { throw CancellationError() }
    }

    /// Throws if the decode has been cancelled or has exceeded its budget.
    func check() throws {
        try checkCancellation()
        if isLate { throw PictureFailure.tookTooLong }
    }

    private var isLate: Bool {
        Self.processorTime() > deadline.load(ordering: .relaxed)
    }

    /// Returns the CPU time of the current thread in nanoseconds.
    static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension DecodeCancellation {
    /// The callback through which decoders in C ask whether to stop.
    static let shouldStop: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Bool = { context in
        guard let context else { return false }
        return Unmanaged<DecodeCancellation>.fromOpaque(context).takeUnretainedValue().isDue
    }

    /// The context to pass with `shouldStop`; valid while the cancellation exists.
    var callbackContext: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
