import Albums
import Synchronization

/// The levels of recently viewed photos, and the only decode running for a view.
final class ViewedLevels: Sendable {
    private struct Decode {
        let request: LevelRequest
        let number: Int
        let task: Task<PictureLevel, any Error>
        var hasStarted = false
    }

    private struct State {
        var levels = RecentLevels<LevelRequest>(maxBytes: ViewedLevels.maxBytes)
        var decode: Decode?
        var decodeCount = 0
    }

    /// How many times finer than needed a level may be and still be drawn directly; more pixels take too long.
    static let quickFactor = 2

    private static let maxBytes = 128 << 20

    private let state = Mutex(State())

    func anyLevel(of photo: PhotoVersion) -> PictureLevel? {
        nearest(of: photo, to: 1) { _ in true }
    }

    /// Returns a level that shows a region in the requested detail and is quick to draw.
    func sharpLevel(for request: LevelRequest, showing visible: PixelRegion) -> PictureLevel? {
        nearest(of: request.photo, to: request.factor) {
            $0.region.contains(visible) && $0.factor <= request.factor
                && $0.factor * Self.quickFactor >= request.factor
        }
    }

    /// Returns a level that shows a region in less detail.
    func coarseLevel(for request: LevelRequest, showing visible: PixelRegion) -> PictureLevel? {
        nearest(of: request.photo, to: request.factor) { $0.region.contains(visible) && $0.factor > request.factor }
    }

    /// Returns a level that can be reduced to satisfy a request.
    func finerLevel(for request: LevelRequest) -> PictureLevel? {
        nearest(of: request.photo, to: request.factor) {
            $0.region.contains(request.region) && $0.factor <= request.factor
        }
    }

    /// The files from which levels were decoded.
    var files: Set<FileVersion> { state.withLock { $0.levels.files } }

    /// Removes the levels decoded from these files.
    func remove(from files: Set<FileVersion>) {
        state.withLock { $0.levels.remove(from: files) }
    }

    func insert(_ level: PictureLevel, for request: LevelRequest) {
        state.withLock { $0.levels.insert(level, for: request) }
    }

    /// Returns the result of `decode`, or of an identical decode that is already running.
    ///
    /// A running decode continues when the view moves within the same photo; the next decode waits for it, because its
    /// level may serve both. It is cancelled when another photo is viewed, or by `cancelDecode`.
    func level(
        for request: LevelRequest, decode: @escaping @Sendable () async throws -> PictureLevel
    ) async throws -> PictureLevel {
        try Task.checkCancellation()
        let (task, abandoned) = state.withLock { state in
            let running = state.decode
            if let running, running.request == request { return (running.task, nil as Task<PictureLevel, any Error>?) }
            let isOfPhoto = running?.request.photo == request.photo
            let isAbandoned = !isOfPhoto || running?.hasStarted == false
            state.decodeCount += 1
            let number = state.decodeCount
            let task = Task {
                defer { self.endDecode(number) }
                if isOfPhoto { _ = await running?.task.result }
                try Task.checkCancellation()
                self.startDecode(number)
                return try await decode()
            }
            state.decode = Decode(request: request, number: number, task: task)
            return (task, isAbandoned ? running?.task : nil)
        }
        // Outside the lock, because cancellation runs handlers.
        abandoned?.cancel()
        // `cancelDecode` may have been called before the task existed.
        if Task.isCancelled { task.cancel() }
        return try await task.value
    }

    /// Cancels the running decode.
    func cancelDecode() {
        let task = state.withLock { $0.decode?.task }
        task?.cancel()
    }

    private func startDecode(_ number: Int) {
        state.withLock { state in
            if state.decode?.number == number { state.decode?.hasStarted = true }
        }
    }

    private func endDecode(_ number: Int) {
        state.withLock { state in
            if state.decode?.number == number { state.decode = nil }
        }
    }

    /// Returns the suitable level with the nearest resolution.
    private func nearest(
        of photo: PhotoVersion, to factor: Int, where willDo: (LevelRequest) -> Bool
    ) -> PictureLevel? {
        state.withLock { state in
            state.levels.keys
                .filter { $0.photo == photo && willDo($0) }
                .min { abs($0.factor - factor) < abs($1.factor - factor) }
                .flatMap { state.levels[$0] }
        }
    }
}
