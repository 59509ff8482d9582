import Albums
import CDecodingWorker
import Dispatch
import Glibc
import Synchronization

/// A worker process, from the program's side.
///
/// Unchecked because the compiler doesn't know that only one thread at a time uses a worker.
final class WorkerProcess: @unchecked Sendable {
    /// The end of a worker in the middle of a request.
    struct Death: Error {
        /// Why the picture cannot be shown; nil if the request has been cancelled.
        let failure: PictureFailure?
    }

    /// A worker that had ended before it received the request, so that another can take it.
    struct AlreadyEnded: Error {}

    let report: WorkerReport
    /// Whether the worker runs only when no other process needs the processor.
    private(set) var isDemoted = false
    /// When the last request ended.
    private(set) var lastUse = ContinuousClock.now
    let process: pid_t
    /// Whether the process has been removed from the system's table.
    private var isReaped = false
    private let socket: Int32
    private let standardError: Int32
    private let log: DecoderLog
    /// Fits most answers.
    private let area: SharedArea
    /// The last area for larger answers. The worker keeps it, so each is at least twice as large as the one before.
    private var larger: SharedArea?

    /// Starts a worker, and waits until it has confined itself.
    /// - Throws: `PictureFailure.unreadable` if the system refuses, or `decoderCrashed`.
    init(executable: String, log: DecoderLog) throws(PictureFailure) {
        Self.reapEnded()
        guard let area = SharedArea(bytes: DecodingWorker.areaBytes) else { throw Self.notStarted(ENOMEM) }
        self.area = area
        self.log = log
        (process, socket, standardError) = try Self.spawn(executable: executable, area: area)
        guard Self.waits(for: socket, milliseconds: Self.maxStartMilliseconds),
            let message = Self.message(from: socket), case .ready(let report)? = try? WorkerReply(message)
        else {
            close(socket)
            kill(process, SIGKILL)
            if Self.reap(process, maxWait: .seconds(1)) == nil { Self.reapLater(process) }
            log.read(standardError, failure: .decoderCrashed)
            close(standardError)
            throw .decoderCrashed
        }
        self.report = report
        // Output of libraries while they load isn't about a picture.
        log.read(standardError, failure: nil)
    }

    /// Starts a process. Returns it with our ends of its socket and of its standard error; its own ends are closed here,
    /// so that the end of the process is noticed.
    private static func spawn(
        executable: String, area: SharedArea
    ) throws(PictureFailure) -> (process: pid_t, socket: Int32, standardError: Int32) {
        var sockets: [Int32] = [-1, -1]
        var error = worker_make_sockets(&sockets)
        guard error == 0 else { throw notStarted(error) }
        defer { close(sockets[1]) }
        // A full pipe must not stop the worker.
        var pipe: [Int32] = [-1, -1]
        error = worker_make_pipe(&pipe)
        guard error == 0 else {
            close(sockets[0])
            throw notStarted(error)
        }
        defer { close(pipe[1]) }
        var process: pid_t = 0
        error = worker_spawn(executable, DecodingWorker.name, sockets[1], area.descriptor, pipe[1], &process)
        guard error == 0 else {
            close(sockets[0])
            close(pipe[0])
            throw notStarted(error)
        }
        return (process, sockets[0], pipe[0])
    }

    /// Far more than a start takes, in case the computer is busy.
    private static let maxStartMilliseconds: Int32 = 60_000

    /// Waits for a message or the end of the stream. Returns false on a timeout.
    private static func waits(for socket: Int32, milliseconds: Int32) -> Bool {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let remaining = (end - .now) / .milliseconds(1)
            let count = poll(&waiting, 1, Int32(max(0, remaining.rounded(.up))))
            // A signal, such as that of a child that has ended, interrupts the call.
            guard count < 0, errno == EINTR else { return count > 0 }
        }
    }

    /// Receives a message; empty at the end of the stream, and nil if it is too long or comes with descriptors, which
    /// workers have no reason to send.
    private static func message(from socket: Int32) -> [UInt8]? {
        var isExpected = true
        let message = [UInt8](unsafeUninitializedCapacity: maxMessageBytes) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            let received = worker_receive(socket, start, buffer.count, nil, 0)
            isExpected = received >= 0 || errno != EBADMSG
            count = max(0, received)
        }
        return isExpected ? message : nil
    }

    /// Ends the process.
    deinit {
        close(socket)
        log.read(standardError, failure: nil)
        close(standardError)
        // The system may have given its number to another process.
        guard !isReaped else { return }
        kill(process, SIGKILL)
        // A process that waits for a disk, or has the lowest priority, may die late; the program doesn't wait for it.
        if Self.reap(process, maxWait: .milliseconds(100)) == nil { Self.reapLater(process) }
    }

    /// Killed processes that haven't been reaped.
    private static let ending = Mutex<[pid_t]>([])

    /// Reaps a process once it has ended; checked when a worker starts or gets a task.
    static func reapLater(_ process: pid_t) {
        ending.withLock { $0.append(process) }
    }

    private static func reapEnded() {
        ending.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    private static func notStarted(_ error: Int32) -> PictureFailure {
        .unreadable(reason: String(cString: strerror(error)))
    }

    /// Logs the new output of the decoders.
    func logMessages(about source: OpenedSource? = nil, failure: PictureFailure? = nil) {
        log.read(standardError, file: source?.version, failure: failure)
    }

    /// Runs a task in the worker. Blocks until it has answered, or until `limits` end it.
    ///
    /// - Parameter seconds: the maximum processor time.
    /// - Throws: `PictureFailure`, `CancellationError`, `AlreadyEnded` or `Death`, after which the worker is useless.
    func perform(
        _ task: WorkerTask, on source: OpenedSource, limits: DecodeLimits, seconds: Double,
        memory: MemoryBudget, cancellation: DecodeCancellation
    ) throws -> Answer {
        Self.reapEnded()
        try cancellation.checkCancellation()
        area.isCancelled = false
        defer { lastUse = .now }
        // An answer that came before the request would be mistaken for one about this picture.
        guard !Self.waits(for: socket, milliseconds: 0),
            send(.task(task, bytes: source.bytes, limits, source.orientation), source.descriptors)
        else { throw AlreadyEnded() }

        var watch = Watch(of: process, seconds: seconds, limits: limits)
        defer { cancellation.addUsed(seconds: watch.spent) }
        let grants = WorkerGrants(of: memory, to: process, for: task, limits, cancellation)
        while true {
            try wait(&watch, grants, cancellation)
            let reply = try receive()
            switch reply {
            case .needsMemory(let bytes):
                let isGranted = try watch.pausing { try grants.takeMemory(bytes) }
                try answer(.memory(isGranted: isGranted))
            case .releasesMemory: grants.releaseMemory()
            case .needsArea(let bytes):
                guard bytes > area.bytes, try watch.pausing({ try grants.takeArea(bytes) }) else {
                    throw Death(failure: cancellation.isCancelled ? nil : .neededTooMuchMemory)
                }
                try sendArea(for: bytes)
            case _ where !task.isEnded(by: reply): throw Death(failure: .decoderCrashed)
            case .description(let description): return .description(description)
            case .level(let level): return .level(level, try pixels(of: level, grants))
            case .frame(let level, let duration): return .frame(level, try pixels(of: level, grants), duration)
            case .recorded(let failure): return .recorded(failure)
            case .edited(let packets): return .edited(packets, try bytes(of: packets))
            case .failed(let failure):
                // A cancelled decode gets no memory.
                try cancellation.checkCancellation()
                throw failure
            case .cancelled:
                try cancellation.checkCancellation()
                throw Death(failure: .decoderCrashed)
            case .nothing, .ready: return .nothing
            }
        }
    }

    /// Answers a worker that needs an area for `bytes` of pixels. Creates one unless the worker has one that is large enough.
    private func sendArea(for bytes: Int) throws {
        if let larger, larger.bytes >= bytes { return try answer(.area(bytes: larger.bytes)) }
        var size = 2 * area.bytes
        while size < bytes { size *= 2 }
        guard let new = SharedArea(bytes: size) else { throw Death(failure: .neededTooMuchMemory) }
        larger = new
        try answer(.area(bytes: size), [new.descriptor])
    }

    /// The result of a task.
    enum Answer {
        case description(PictureDescription)
        case level(TransferredLevel, [UInt8])
        case frame(TransferredLevel, [UInt8], Duration)
        case recorded(PictureFailure)
        case edited([Result<EditedSize, SidecarFailure>], [UInt8])
        case nothing
    }

    private func bytes(of packets: [Result<EditedSize, SidecarFailure>]) throws -> [UInt8] {
        let sum = packets.reduce(0) { $0 + ((try? $1.get())?.bytes ?? 0) }
        guard sum <= area.bytes else { throw Death(failure: .decoderCrashed) }
        return area.read(sum)
    }

    private func pixels(of level: TransferredLevel, _ grants: WorkerGrants) throws -> [UInt8] {
        if level.bytes <= area.bytes { return area.read(level.bytes) }
        guard let larger, level.bytes <= grants.area else { throw Death(failure: .decoderCrashed) }
        defer { larger.discard() }
        return larger.read(level.bytes)
    }

    private func send(_ request: WorkerRequest, _ descriptors: [Int32] = []) -> Bool {
        let message = request.message
        return worker_send(socket, message, message.count, descriptors, descriptors.count) == 0
    }

    private func answer(_ request: WorkerRequest, _ descriptors: [Int32] = []) throws {
        guard send(request, descriptors) else { throw death() }
    }

    /// Waits for the next message.
    private func wait(_ watch: inout Watch, _ grants: WorkerGrants, _ cancellation: DecodeCancellation) throws {
        while true {
            if cancellation.isCancelled {
                area.isCancelled = true
                if watch.isOverdueAfterCancellation { throw Death(failure: nil) }
            } else if watch.isOver || grants.areHoarded {
                throw Death(failure: .tookTooLong)
            } else if watch.isSlow, !isDemoted, cancellation.priority < .viewed {
                // Other pictures come first from now on. This is irreversible, so the worker ends afterwards.
                let which = __priority_which_t(PRIO_PROCESS.rawValue)
                isDemoted = setpriority(which, id_t(process), getpriority(which, id_t(process)) + Self.demotion) == 0
            }
            if Self.waits(for: socket, milliseconds: Self.checkMilliseconds) { return }
        }
    }

    /// How much nicer a slow worker becomes. With the lowest priority, the user of a busy computer would wait for minutes.
    private static let demotion: Int32 = 5
    /// The time between checks of a worker that hasn't answered.
    private static let checkMilliseconds: Int32 = 10

    private func receive() throws -> WorkerReply {
        guard let message = Self.message(from: socket) else { throw Death(failure: .decoderCrashed) }
        guard !message.isEmpty else { throw death() }
        do {
            return try WorkerReply(message)
        } catch {
            throw Death(failure: .decoderCrashed)
        }
    }

    /// The limits of the reader add up to more, but workers cut details to fit (`PhotoDetails.bounded`).
    private static let maxMessageBytes = 64 << 10

    /// Returns the reason why the process has ended.
    private func death() -> Death {
        // A worker of low priority may end late on a busy computer.
        guard let status = Self.reap(process, maxWait: .seconds(10)) else { return Death(failure: .decoderCrashed) }
        isReaped = true
        let (signal, exitCode) = (status & 0x7F, status >> 8 & 0xFF)
        return switch signal {
        case 0 where exitCode == ENOMEM: Death(failure: .neededTooMuchMemory)
        case SIGXCPU: Death(failure: .tookTooLong)
        // The kernel kills a process if the computer has no memory left.
        case SIGKILL: Death(failure: .neededTooMuchMemory)
        default: Death(failure: .decoderCrashed)
        }
    }

    /// Removes an ended process from the system's table. Returns its status; nil if it hasn't ended in time.
    @discardableResult
    private static func reap(_ process: pid_t, maxWait: Duration) -> Int32? {
        let end = ContinuousClock.now + maxWait
        var status: Int32 = 0
        while true {
            let result = waitpid(process, &status, WNOHANG)
            if result == process { return status }
            if result < 0, errno != EINTR { return nil }
            if ContinuousClock.now > end { return nil }
            usleep(500)
        }
    }
}

/// Memory granted to a worker for a task, released with this object.
private final class WorkerGrants {
    private let budget: MemoryBudget
    private let process: pid_t
    private let task: WorkerTask
    private let maxBytes: Int
    private let cancellation: DecodeCancellation
    private var memory = 0
    /// The size of the pixels that the answer may have beyond the first area, in bytes.
    private(set) var area = 0
    /// The activity of the worker when it was last granted memory.
    private var activity: ProcessActivity?
    private var requests = 0

    /// More than any decoder makes for a task.
    private static let maxRequests = 16

    /// Far longer than decodes wait for each other.
    private static let maxWait = DispatchTimeInterval.seconds(60)
    /// How long a worker may do nothing with memory that others wait for. The file has been read by then.
    private static let maxIdleTime = Duration.seconds(3)

    init(
        of budget: MemoryBudget, to process: pid_t, for task: WorkerTask, _ limits: DecodeLimits,
        _ cancellation: DecodeCancellation
    ) {
        self.budget = budget
        self.process = process
        self.task = task
        maxBytes = limits.memory
        self.cancellation = cancellation
    }

    deinit {
        release(memory + area)
    }

    /// Whether the worker has been idle for too long with memory that others wait for.
    var areHoarded: Bool {
        guard memory + area > 0, budget.waitingCount > 0, let activity, let now = ProcessActivity(of: process) else {
            return false
        }
        return now.idleTime(since: activity) > Self.maxIdleTime
    }

    private func acquire(_ bytes: Int) -> Bool {
        // Doesn't wait for an animation, which may itself have borrowed the missing memory.
        let isAcquired =
            task.isOfAnimation
            ? budget.tryAcquire(bytes)
            : budget.acquire(
                bytes, forTile: task.isOfTile, maxWait: Self.maxWait, isCancelled: { cancellation.isCancelled })
        if isAcquired { activity = ProcessActivity(of: process) }
        return isAcquired
    }

    private func release(_ bytes: Int) {
        budget.release(bytes, forTile: task.isOfTile)
    }

    /// Waits for memory. Returns whether the worker gets it.
    /// - Throws: `WorkerProcess.Death` for a worker that keeps asking.
    func takeMemory(_ bytes: Int) throws -> Bool {
        requests += 1
        guard requests <= Self.maxRequests else { throw WorkerProcess.Death(failure: .decoderCrashed) }
        guard !task.isOfAnimation, memory == 0, area == 0, bytes > 0, bytes <= maxBytes, acquire(bytes) else {
            return false
        }
        memory = bytes
        return true
    }

    func releaseMemory() {
        release(memory)
        memory = 0
    }

    /// Waits for the memory of an area. Returns whether the worker gets it.
    /// - Throws: `WorkerProcess.Death` for a worker that holds other memory, because two of them could wait for each other.
    func takeArea(_ bytes: Int) throws -> Bool {
        guard memory == 0, area == 0 else { throw WorkerProcess.Death(failure: .decoderCrashed) }
        guard bytes <= maxBytes, acquire(bytes) else { return false }
        area = bytes
        return true
    }
}

/// The time that a process has spent busy, from the kernel's scheduler statistics.
private struct ProcessActivity {
    private let time = SuspendingClock.now
    /// The time that the process has run or waited for a processor.
    private let busyTime: Duration

    /// Returns nil if the statistics are unavailable.
    init?(of process: pid_t) {
        let file = open("/proc/\(process)/schedstat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(file, &text, text.count))
        let times = String(decoding: text[..<count], as: UTF8.self).split(separator: " ").prefix(2)
            .compactMap { Int64($0) }
        guard times.count == 2 else { return nil }
        busyTime = .nanoseconds(times[0]) + .nanoseconds(times[1])
    }

    /// Returns the time that the process has slept, or waited for a disk.
    func idleTime(since earlier: ProcessActivity) -> Duration { time - earlier.time - (busyTime - earlier.busyTime) }
}

/// The time that a worker takes for a request. The sleep of the computer doesn't count.
private struct Watch {
    private let clock: clockid_t
    private let start: Double
    private let end: Double
    private var used: Double
    private var lastProgress = SuspendingClock.now
    private var cancelled: SuspendingClock.Instant?
    private var hasWaited = false
    private let maxStandstill: Duration
    private var latestEnd: SuspendingClock.Instant

    /// The time that decoders have to notice a cancellation.
    private static let maxCancellation = Duration.milliseconds(50)
    /// The decoders count processor time themselves, and end with a better message.
    private static let grace = 0.5

    /// The processor time after which other pictures come first, in seconds.
    private static let slowTime = 0.25

    init(of process: pid_t, seconds: Double, limits: DecodeLimits) {
        maxStandstill = .seconds(limits.standstillSeconds)
        latestEnd = .now + .seconds(limits.taskSeconds)
        var clock = clockid_t()
        clock_getcpuclockid(process, &clock)
        self.clock = clock
        used = Self.processorTime(clock)
        start = used
        end = used + seconds + Self.grace
    }

    /// Runs `body`, in which the worker waits for the program.
    mutating func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let begun = SuspendingClock.now
        defer {
            lastProgress += .now - begun
            latestEnd += .now - begun
        }
        return try body()
    }

    /// Whether the request has taken too much time, or made no progress for too long. Progress is processor time used,
    /// which is limited as well. Not checked before the first wait, because most requests take less time than the
    /// check.
    var isOver: Bool {
        mutating get {
            guard hasWaited else {
                hasWaited = true
                return false
            }
            let now = Self.processorTime(clock)
            if now - used > 0.001 {
                used = now
                lastProgress = .now
            }
            return now > end || .now > latestEnd || SuspendingClock.now - lastProgress > maxStandstill
        }
    }

    /// The processor time so far, in seconds; the last known one of a process that has ended.
    var spent: Double { max(used, Self.processorTime(clock)) - start }

    var isSlow: Bool { used - start > Self.slowTime }

    /// Whether a cancelled request hasn't ended in time.
    var isOverdueAfterCancellation: Bool {
        mutating get {
            let start = cancelled ?? .now
            cancelled = start
            return SuspendingClock.now - start > Self.maxCancellation
        }
    }

    /// Returns the processor time of a process in seconds.
    private static func processorTime(_ clock: clockid_t) -> Double {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
