import Albums
import Synchronization

/// The levels of the photos viewed last, and the one decode that is under way for a view.
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

    /// How many times finer than needed a level may be and still be drawn at once: more pixels take too long.
    static let quickFactor = 2

    private static let maxBytes = 192 << 20

    private let state = Mutex(State())

    func anyLevel(of photo: Photo.ID) -> PictureLevel? {
        nearest(of: photo, to: 1) { _ in true }
    }

    /// A level that shows a region with all the detail of a request, and at once.
    func sharpLevel(for request: LevelRequest, showing visible: PixelRegion) -> PictureLevel? {
        nearest(of: request.photo, to: request.factor) {
            $0.region.contains(visible) && $0.factor <= request.factor
                && $0.factor * Self.quickFactor >= request.factor
        }
    }

    /// A level that shows a region with less detail.
    func coarseLevel(for request: LevelRequest, showing visible: PixelRegion) -> PictureLevel? {
        nearest(of: request.photo, to: request.factor) { $0.region.contains(visible) && $0.factor > request.factor }
    }

    /// A level that a request's can be made from by reducing.
    func finerLevel(for request: LevelRequest) -> PictureLevel? {
        nearest(of: request.photo, to: request.factor) {
            $0.region.contains(request.region) && $0.factor <= request.factor
        }
    }

    /// The files that levels were decoded from.
    var files: Set<FileVersion> { state.withLock { $0.levels.files } }

    /// Drops the levels that were decoded from these files.
    func remove(from files: Set<FileVersion>) {
        state.withLock { $0.levels.remove(from: files) }
    }

    func insert(_ level: PictureLevel, for request: LevelRequest) {
        state.withLock { $0.levels.insert(level, for: request) }
    }

    /// What `decode` returns, or what the same decode that is under way already will return.
    ///
    /// A decode goes on when its view has moved: of the same photo, what comes next waits for it, since its level may serve
    /// that too. When another photo is viewed, or by `cancelDecode`, it is cancelled.
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
        // Not under the lock: it runs what others do when they are cancelled.
        abandoned?.cancel()
        // `cancelDecode` may have come before there was anything to cancel.
        if Task.isCancelled { task.cancel() }
        return try await task.value
    }

    /// Cancels the decode that is under way.
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

    /// Of the levels that will do, the one whose resolution is nearest.
    private func nearest(
        of photo: Photo.ID, to factor: Int, where willDo: (LevelRequest) -> Bool
    ) -> PictureLevel? {
        state.withLock { state in
            state.levels.keys
                .filter { $0.photo == photo && willDo($0) }
                .min { abs($0.factor - factor) < abs($1.factor - factor) }
                .flatMap { state.levels[$0] }
        }
    }
}
