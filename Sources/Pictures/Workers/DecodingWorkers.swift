import Albums
import Basics
import CDecodingWorker
import Dispatch
import Glibc
import Synchronization

/// Decodes pictures in worker processes, which can do nothing else, so that a picture can harm neither the program nor
/// the computer.
public final class DecodingWorkers: DecodingService {
    private struct State {
        var idle: [WorkerProcess] = []
        /// The number of animations that hold a worker.
        var animations = 0
        /// The pictures that ended a worker, and how.
        var dangerous: [Danger: PictureFailure] = [:]
        /// The report of the last worker that was idle.
        var report: WorkerReport?
    }

    /// Metadata that ends a worker doesn't keep the picture from being decoded.
    private struct Danger: Hashable {
        let picture: OpenedSource.Identity
        let isInMetadata: Bool
    }

    private let launcher: WorkerLauncher
    private let log = DecoderLog()
    let memory: MemoryBudget
    private let maxIdleTime: Duration
    private let state = Mutex(State())

    /// The maximum number of animations that play at a time.
    private static let maxAnimations = 2
    /// - Parameters:
    ///   - executable: the program, which knows the role of a worker.
    ///   - memory: the maximum memory of all simultaneous decodes, in bytes.
    ///   - maxIdleTime: how long a worker waits for another picture, in whole seconds.
    public init(
        executable: String = "/proc/self/exe", memory: Int = DecodeLimits.default.memory,
        maxIdleTime: Duration = .seconds(60)
    ) {
        launcher = WorkerLauncher(executable: executable, log: log)
        self.maxIdleTime = maxIdleTime
        self.memory = MemoryBudget(capacity: memory)
    }

    deinit {
        launcher.shutDown()
    }

    /// Starts a worker, so that the first picture doesn't wait for one.
    public func prepare() {
        launcher.start { [weak self] worker in
            if let self, case .success(let worker) = worker { putBack(worker) }
        }
    }

    /// Allows pictures that ended a worker to be decoded again.
    public func forgetDangerousPictures() {
        state.withLock { $0.dangerous = [:] }
    }

    /// The last messages that decoders have printed.
    public var messages: [DecoderMessage] {
        for worker in state.withLock({ $0.idle }) { worker.logMessages() }
        return log.messages
    }

    /// The number of workers started.
    var startedCount: Int { launcher.startedCount }

    /// The workers that wait for a picture.
    var idleProcesses: [pid_t] { state.withLock { $0.idle.map(\.process) } }

    /// The report of the last worker that was ready; nil before one is.
    public var knownReport: WorkerReport? { state.withLock { $0.report } }

    /// Returns the report of a worker. Starts one if none has been ready, and blocks until it is.
    /// - Throws: `PictureFailure` if no worker can be started.
    public func report() throws(PictureFailure) -> WorkerReport {
        if let knownReport { return knownReport }
        let worker = try launcher.start()
        putBack(worker)
        return worker.report
    }

    public func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
        let answer = try performWithSidecars(request, cancellation) { .describe(sidecars: $0) }
        guard case .description(let description) = answer else { throw PictureFailure.decoderCrashed }
        return description
    }

    /// Returns the metadata of a picture for a copy of another size, as segments of a JPEG. Blocks.
    func metadata(
        of request: DecodingRequest, size: PixelSize, stripsPlaces: Bool, cancellation: DecodeCancellation
    ) throws -> [UInt8] {
        let answer = try performWithSidecars(request, cancellation) {
            .copyMetadata(sidecars: $0, size, stripsPlaces: stripsPlaces)
        }
        guard case .edited(_, let bytes) = answer else { throw PictureFailure.decoderCrashed }
        return bytes
    }

    private func performWithSidecars(
        _ request: DecodingRequest, _ cancellation: DecodeCancellation, task: (_ sidecars: [Int]) -> WorkerTask
    ) throws -> WorkerProcess.Answer {
        let limits = request.limits
        let sidecars = try (request.sidecars ?? SidecarFiles.sources(besides: request.source))
            .prefix(Int(WORKER_MAX_DESCRIPTORS) - 1).map { try OpenedSource($0) }
        let source = try OpenedSource(request.source, sidecars: sidecars, orientation: request.orientation)
        let (answer, worker) = try perform(
            task(sidecars.map(\.bytes)), on: source, limits, seconds: limits.viewSeconds, cancellation)
        putBack(worker)
        return answer
    }

    public func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
        let request = try resolved(request, cancellation)
        let limits = request.limits
        let (answer, version) = try perform(.preview, on: request, seconds: limits.tileSeconds, cancellation)
        guard case .level(let level, let pixels) = answer else { return nil }
        return level.level(pixels, of: version)
    }

    public func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        let request = try resolved(request, cancellation)
        let seconds = request.limits.seconds(for: extent)
        let (answer, version) = try perform(.render(extent), on: request, seconds: seconds, cancellation)
        guard case .level(let level, let pixels) = answer else { throw PictureFailure.decoderCrashed }
        return level.level(pixels, of: version)
    }

    public func cachedThumbnail(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
    ) throws -> PictureLevel? {
        let limits = request.limits
        let task = WorkerTask.cachedThumbnail(claim, box: box)
        let (answer, version) = try perform(task, on: request, seconds: limits.tileSeconds, cancellation)
        guard case .level(let level, let pixels) = answer else { return nil }
        return level.level(pixels, of: version).asThumbnail(of: level.pictureSize)
    }

    public func recordedFailure(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
    ) throws -> PictureFailure? {
        let seconds = request.limits.tileSeconds
        let (answer, _) = try perform(.recordedFailure(claim), on: request, seconds: seconds, cancellation)
        guard case .recorded(let failure) = answer else { return nil }
        return failure
    }

    public func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? {
        let request = try resolved(request, cancellation)
        let limits = request.limits
        let source = try OpenedSource(request.source, orientation: request.orientation)
        let isAdmitted = state.withLock { state in
            guard state.animations < Self.maxAnimations else { return false }
            state.animations += 1
            return true
        }
        guard isAdmitted else { return nil }
        let frames = WorkerFrames(of: source, limits: limits, workers: self)
        guard frames.borrowMemory() else { return nil }
        let (answer, worker) = try perform(.animation, on: source, limits, seconds: limits.frameSeconds, cancellation)
        guard case .frame(let level, let pixels, let duration) = answer else {
            putBack(worker)
            return nil
        }
        frames.start(worker)
        return DecodedAnimation(
            first: AnimationFrame(level: level.level(pixels, of: source.version), duration: duration), frames: frames)
    }

    /// Sets properties in XMP packets. Returns one result per packet: the new packet, or why it can't be changed.
    /// Blocks.
    ///
    /// If a packet crashes its worker, only that packet fails: the others of its task are retried one by one.
    public func edit(_ edits: [XMPEdit]) -> [Result<EditedPacket, SidecarFailure>] {
        let parts = Self.parts(of: edits)
        let results = Mutex([[Result<EditedPacket, SidecarFailure>]](repeating: [], count: parts.count))
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let part = parts[index]
            let edited =
                editTogether(part)
                ?? part.map { (part.count > 1 ? editTogether([$0])?.first : nil) ?? .failure(.damaged) }
            results.withLock { $0[index] = edited }
        }
        return results.withLock { $0 }.flatMap { $0 }
    }

    /// Divides packets into tasks short enough that no worker is demoted for being slow.
    private static func parts(of edits: [XMPEdit]) -> [[XMPEdit]] {
        var parts: [[XMPEdit]] = []
        var bytes = 0
        for edit in edits {
            // Texts count too: they travel in the message, which has a lower limit than a packet.
            bytes += edit.packet.count + 8 * edit.properties.textBytes
            if let count = parts.last?.count, count < maxPacketsPerTask, bytes <= maxPacketBytesPerTask {
                parts[parts.count - 1].append(edit)
            } else {
                parts.append([edit])
                bytes = edit.packet.count
            }
        }
        return parts
    }

    private static let maxPacketsPerTask = 32
    private static let maxPacketBytesPerTask = 256 << 10

    /// Sets properties in packets with one task; nil if its worker has ended.
    private func editTogether(_ edits: [XMPEdit]) -> [Result<EditedPacket, SidecarFailure>]? {
        // Cuts a long packet one byte beyond the limit, which is enough for the worker to reject it.
        let packets = edits.map { $0.packet.prefix(XMPPacket.maxBytes + 1) }
        let bytes = Array(packets.joined())
        do {
            // New sidecars are empty, but a source needs at least one byte.
            let source = try OpenedSource(.memory(bytes.isEmpty ? [0] : bytes))
            let limits = DecodeLimits.default
            let (answer, worker) = try perform(
                .edit(zip(packets, edits).map { ($0.count, $1.properties) }), on: source, limits,
                seconds: limits.tileSeconds, DecodeCancellation())
            putBack(worker)
            guard case .edited(let sizes, let bytes) = answer else { return nil }
            var start = 0
            return sizes.map { size in
                size.map { packet in
                    defer { start += packet.bytes }
                    return EditedPacket(Array(bytes[start..<start + packet.bytes]), inverse: packet.inverse)
                }
            }
        } catch PictureFailure.unreadable(let reason) {
            return edits.map { _ in .failure(.unwritable(reason: reason)) }
        } catch {
            return nil
        }
    }

    private func perform(
        _ task: WorkerTask, on request: DecodingRequest, seconds: Double, _ cancellation: DecodeCancellation
    ) throws -> (WorkerProcess.Answer, IdentifiedFile?) {
        let source = try OpenedSource(request.source, orientation: request.orientation)
        let (answer, worker) = try perform(task, on: source, request.limits, seconds: seconds, cancellation)
        putBack(worker)
        return (answer, source.version)
    }

    /// Runs a task in an idle or new worker, which the caller must put back.
    private func perform(
        _ task: WorkerTask, on source: OpenedSource, _ limits: DecodeLimits, seconds: Double,
        _ cancellation: DecodeCancellation
    ) throws -> (WorkerProcess.Answer, WorkerProcess) {
        let danger = Danger(picture: source.identity, isInMetadata: task.isOfMetadata)
        if let failure = state.withLock({ $0.dangerous[danger] }) { throw failure }
        // A worker that is already starting is ready sooner than a new one.
        if state.withLock({ $0.idle.isEmpty }) { launcher.finishStarts() }
        while let idle = state.withLock({ $0.idle.popLast() }) {
            do {
                return (try perform(task, on: source, by: idle, limits, seconds: seconds, cancellation), idle)
            } catch is WorkerProcess.AlreadyEnded {}
        }
        let new = try launcher.start()
        do {
            return (try perform(task, on: source, by: new, limits, seconds: seconds, cancellation), new)
        } catch is WorkerProcess.AlreadyEnded {
            throw PictureFailure.decoderCrashed
        }
    }

    /// Runs a task in a worker. If the task fails but the worker survives, puts the worker back.
    fileprivate func perform(
        _ task: WorkerTask, on source: OpenedSource, by worker: WorkerProcess, _ limits: DecodeLimits, seconds: Double,
        _ cancellation: DecodeCancellation
    ) throws -> WorkerProcess.Answer {
        do {
            let answer = try worker.perform(
                task, on: source, limits: limits, seconds: seconds, memory: memory, cancellation: cancellation)
            worker.logMessages(about: source)
            return answer
        } catch let death as WorkerProcess.Death {
            worker.logMessages(about: source, failure: death.failure)
            guard let failure = death.failure else { throw CancellationError() }
            let danger = Danger(picture: source.identity, isInMetadata: task.isOfMetadata)
            state.withLock { $0.dangerous[danger] = failure }
            throw failure
        } catch let ended as WorkerProcess.AlreadyEnded {
            throw ended
        } catch {
            worker.logMessages(about: source, failure: error as? PictureFailure)
            putBack(worker)
            throw error
        }
    }

    fileprivate func putBack(_ worker: WorkerProcess) {
        state.withLock { state in
            if !worker.isDemoted { state.idle.append(worker) }
            state.report = worker.report
        }
        endIdleWorkersLater()
    }

    private func endIdleWorkersLater() {
        launcher.wake(after: maxIdleTime) { [weak self] in self?.endIdleWorkers() }
    }

    /// Ends the workers that have been idle for too long, and schedules a check of the others.
    private func endIdleWorkers() {
        let start = ContinuousClock.now - maxIdleTime
        // Workers end outside the lock, because that takes time.
        let ended = state.withLock { state in
            let split = state.idle.partition { $0.lastUse <= start }
            defer { state.idle.removeSubrange(split...) }
            return Array(state.idle[split...])
        }
        withExtendedLifetime(ended) {}
        if !idleProcesses.isEmpty { endIdleWorkersLater() }
    }

    fileprivate func endAnimation() {
        state.withLock { $0.animations -= 1 }
    }
}

/// The frames of an animation, which one worker decodes.
private final class WorkerFrames: AnimationFrames {
    private struct State {
        /// Nil before the first frame and once the worker has ended.
        var worker: WorkerProcess?
        var loan: Int?
        /// Whether the worker is decoding a frame; a loan revoked in the meantime is ended by the decoding thread.
        var isDecoding = false
        /// Whether a decode needs the memory.
        var isRevoked = false

        /// Returns the worker and the loan, which are no longer part of the state.
        mutating func taken() -> State {
            defer { (worker, loan) = (nil, nil) }
            return self
        }
    }

    private let state = Mutex(State())
    private let source: OpenedSource
    private let limits: DecodeLimits
    private let workers: DecodingWorkers

    /// Takes over one of the admitted animations.
    init(of source: OpenedSource, limits: DecodeLimits, workers: DecodingWorkers) {
        self.source = source
        self.limits = limits
        self.workers = workers
    }

    deinit {
        workers.endAnimation()
        let state = state.withLock { $0 }
        // The worker ends, because it has the animation in its memory. That takes time.
        DispatchQueue.global().async { [workers] in Self.end(state, workers) }
    }

    /// Returns whether there is memory for the animation.
    func borrowMemory() -> Bool {
        let loan = workers.memory.lend(limits.animationBytes) { [weak self] in self?.revoke() }
        let isRevoked = state.withLock { state in
            if !state.isRevoked { state.loan = loan }
            return state.isRevoked
        }
        guard let loan, isRevoked else { return loan != nil }
        // Another decode needed the memory before the loan was known here.
        workers.memory.endLoan(loan)
        return false
    }

    func start(_ worker: WorkerProcess) {
        state.withLock { if !$0.isRevoked { $0.worker = worker } }
    }

    /// Ends the animation with its current frame.
    private func revoke() {
        let ended = state.withLock { state -> State? in
            state.isRevoked = true
            return state.isDecoding ? nil : state.taken()
        }
        if let ended { Self.end(ended, workers) }
    }

    private static func end(_ state: consuming State, _ workers: DecodingWorkers) {
        state.worker = nil
        if let loan = state.loan { workers.memory.endLoan(loan) }
    }

    func next(lateness: Duration, cancellation: DecodeCancellation) throws -> AnimationFrame? {
        // Not under the lock: a worker that needs memory calls out to the budget, which may revoke this very loan.
        let current = state.withLock { state in
            defer { state.worker = nil }
            state.isDecoding = state.worker != nil
            return state.worker
        }
        guard let current else { return nil }
        // On failure, the worker has ended or has been put back.
        let answer = Result {
            try workers.perform(
                .frame(lateness: lateness), on: source, by: current, limits, seconds: limits.frameSeconds, cancellation)
        }
        let ended = state.withLock { state -> State? in
            state.isDecoding = false
            if case .success = answer { state.worker = current }
            return state.isRevoked ? state.taken() : nil
        }
        if let ended { Self.end(ended, workers) }
        guard case .frame(let level, let pixels, let duration) = try answer.get() else { return nil }
        return AnimationFrame(level: level.level(pixels, of: source.version), duration: duration)
    }
}

/// An encoded picture that a worker can read: an open file, or an immutable copy of bytes.
final class OpenedSource: Sendable {
    /// Identifies a picture for as long as it stays unchanged.
    enum Identity: Hashable {
        case file(IdentifiedFile)
        case memory(hash: Int)
    }

    let descriptor: Int32
    let sidecars: [OpenedSource]
    let orientation: PhotoOrientation
    let bytes: Int
    let version: IdentifiedFile?
    let identity: Identity
    /// Keeps the descriptor open; nil if the source closes it.
    private let file: PictureFile?

    /// - Throws: `PictureFailure`.
    init(
        _ source: EncodedSource, sidecars: [OpenedSource] = [], orientation: PhotoOrientation = .unread
    ) throws {
        self.sidecars = sidecars
        self.orientation = orientation
        switch source {
        case .file(let path):
            let file = try PictureFile(path: path)
            self.file = file
            descriptor = file.descriptor
            bytes = file.size
            version = file.version
            identity = .file(file.fileVersion)
        case .memory(let content):
            guard !content.isEmpty else { throw PictureFailure.empty }
            descriptor = worker_make_copy(content, content.count)
            guard descriptor >= 0 else { throw PictureFailure.neededTooMuchMemory }
            file = nil
            bytes = content.count
            version = nil
            identity = .memory(hash: Self.hash(of: content))
        case .open: preconditionFailure("Only a worker gets open files.")
        }
    }

    /// Hashes all bytes at once; `hashValue` hashes each one by itself.
    private static func hash(of content: [UInt8]) -> Int {
        var hasher = Hasher()
        content.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// The descriptors that go with a task.
    var descriptors: [Int32] { [descriptor] + sidecars.map(\.descriptor) }

    deinit {
        if file == nil { close(descriptor) }
    }
}
