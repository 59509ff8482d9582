import Albums
import Basics
import CellArt
import Synchronization

/// A cache of recently viewed levels, and the running decodes: at most one for each pane.
final class ViewedLevels: Sendable {
    private struct Decode {
        let request: LevelRequest
        let task: Task<PictureLevel, any Error>
        /// The panes that need the level. Without any, the decode is cancelled.
        var panes: Set<Pane>
        var hasStarted = false
    }

    private struct State {
        var levels = RecentLevels<LevelRequest>(maxBytes: ViewedLevels.maxBytes)
        /// By number.
        var decodes: [Int: Decode] = [:]
        var decodeCount = 0
        var turnCount = 0
        /// The number of the latest turn in a pane that has needed a level.
        var latestTurns: [Pane: Int] = [:]

        /// Removes a pane from the decodes that it doesn't need. Returns those that no pane needs.
        mutating func leave(
            _ pane: Pane, where isLeft: (Decode) -> Bool
        ) -> [Task<PictureLevel, any Error>] {
            var abandoned: [Task<PictureLevel, any Error>] = []
            for (number, decode) in decodes where decode.panes.contains(pane) && isLeft(decode) {
                decodes[number]?.panes.remove(pane)
                if decode.panes == [pane] { abandoned.append(decode.task) }
            }
            return abandoned
        }
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
    var files: Set<IdentifiedFile> { state.withLock { $0.levels.files } }

    /// Removes the levels decoded from these files.
    func remove(from files: Set<IdentifiedFile>) {
        state.withLock { $0.levels.remove(from: files) }
    }

    func insert(_ level: PictureLevel, for request: LevelRequest) {
        state.withLock { $0.levels.insert(level, for: request) }
    }

    /// A view's place among the views of its pane. Views run concurrently, so an earlier one may need its level later.
    struct Turn {
        let pane: Pane
        fileprivate let number: Int
    }

    /// Returns the turn of a view that begins.
    func nextTurn(in pane: Pane) -> Turn {
        state.withLock { state in
            state.turnCount += 1
            return Turn(pane: pane, number: state.turnCount)
        }
    }

    /// Returns the result of `decode`, or of an identical decode that is already running, perhaps for another pane.
    ///
    /// A running decode continues when the view moves within the same photo; the next decode of the pane waits for it,
    /// because its level may serve both. It is cancelled when another photo is viewed in the pane, or by `cancelDecodes`,
    /// unless another pane needs it.
    /// - Throws: `CancellationError` also if a later turn has come first, or `cancelDecodes` was called since this turn
    ///   began.
    func level(
        for request: LevelRequest, in turn: Turn, decode: @escaping @Sendable () async throws -> PictureLevel
    ) async throws -> PictureLevel {
        try Task.checkCancellation()
        let pane = turn.pane
        let (task, abandoned) = try state.withLock { state in
            guard state.latestTurns[pane, default: 0] <= turn.number else { throw CancellationError() }
            state.latestTurns[pane] = turn.number
            let abandoned = state.leave(pane) {
                $0.request != request && ($0.request.photo != request.photo || !$0.hasStarted)
            }
            if let (number, same) = state.decodes.first(where: { $1.request == request && !$1.panes.isEmpty }) {
                state.decodes[number]?.panes.insert(pane)
                return (same.task, abandoned)
            }
            let running = state.decodes.values.filter { $0.panes.contains(pane) }.map(\.task)
            state.decodeCount += 1
            let number = state.decodeCount
            let task = Task {
                defer { self.endDecode(number) }
                for task in running { _ = await task.result }
                try Task.checkCancellation()
                self.startDecode(number)
                return try await decode()
            }
            state.decodes[number] = Decode(request: request, task: task, panes: [pane])
            return (task, abandoned)
        }
        // Outside the lock, because cancellation runs handlers.
        for task in abandoned { task.cancel() }
        return try await task.value
    }

    /// The panes that need a running decode.
    var decodingPanes: Set<Pane> {
        state.withLock { $0.decodes.values.reduce(into: []) { $0.formUnion($1.panes) } }
    }

    /// Cancels decodes of a pane, unless another one needs them.
    func cancelDecodes(in pane: Pane) {
        let tasks = state.withLock { state in
            // Views that have begun but not yet needed a level are refused later.
            state.turnCount += 1
            state.latestTurns[pane] = state.turnCount
            return state.leave(pane) { _ in true }
        }
        for task in tasks { task.cancel() }
    }

    private func startDecode(_ number: Int) {
        state.withLock { $0.decodes[number]?.hasStarted = true }
    }

    private func endDecode(_ number: Int) {
        state.withLock { $0.decodes[number] = nil }
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
