import Albums
import Basics
import CellArt
import TestFixtures
import Testing

@testable import Pictures

@Suite("Decodes for the viewer", .timeLimit(.minutes(60)))
struct ViewedLevelsTests {
    private let levels = ViewedLevels()
    private let size = PixelSize(width: 4, height: 4)

    private func request(_ photo: String, factor: Int) -> LevelRequest {
        LevelRequest(photo: PhotoVersion(photo), region: PixelRegion(all: size), factor: factor)
    }

    private var level: PictureLevel {
        PictureLevel(
            bitmap: Bitmap(width: 4, height: 4, pixels: [UInt8](repeating: 255, count: 64), isOpaque: true),
            region: PixelRegion(all: size), pictureSize: size, origin: .fullDecode)
    }

    private func level(
        for request: LevelRequest, in pane: Pane = .first, decode: @escaping @Sendable () async throws -> PictureLevel
    ) async throws -> PictureLevel {
        try await levels.level(for: request, in: levels.nextTurn(in: pane), decode: decode)
    }

    /// Starts a decode that runs until it is cancelled or `log` contains `end`.
    private func begin(
        _ request: LevelRequest, in pane: Pane = .first, _ number: Int, end: Int, _ log: EventLog
    ) async throws -> Task<Void, any Error> {
        let task = Task { [self] in
            _ = try await level(for: request, in: pane) { [level] in
                log.add(number)
                while !log.all.contains(end) {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                return level
            }
        }
        try await waitUntil { log.all.contains(number) }
        return task
    }

    @Test("A decode of the same photo continues, and the next one waits for it")
    func samePhoto() async throws {
        let log = EventLog()
        let first = try await begin(request("a", factor: 1), 1, end: 100, log)
        async let second = level(for: request("a", factor: 4)) { [level] in
            log.add(2)
            return level
        }
        log.add(100)
        try await first.value
        _ = try await second
        #expect(log.all == [1, 100, 2])
    }

    @Test("A decode of another photo is cancelled")
    func otherPhoto() async throws {
        let log = EventLog()
        let first = try await begin(request("a", factor: 1), 1, end: 100, log)
        _ = try await level(for: request("b", factor: 1)) { [level] in level }
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test("Leaving the view cancels its decode, and a cancelled view starts no decode")
    func cancelled() async throws {
        let log = EventLog()
        let first = try await begin(request("a", factor: 1), 1, end: 100, log)
        first.cancel()
        levels.cancelDecodes(in: .first)
        await #expect(throws: CancellationError.self) { try await first.value }
        let late = Task { [self] in
            while !Task.isCancelled { await Task.yield() }
            _ = try await level(for: request("a", factor: 1)) { [level] in
                log.add(2)
                return level
            }
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(log.all == [1])
    }

    @Test("A view that has been replaced, or whose pane has been left, starts no decode and cancels none")
    func replaced() async throws {
        let log = EventLog()
        let (former, left) = (levels.nextTurn(in: .first), levels.nextTurn(in: Pane(1)))
        levels.cancelDecodes(in: Pane(1))
        let shown = try await begin(request("a", factor: 1), 1, end: 100, log)
        for turn in [former, left] {
            for photo in ["a", "b"] {
                await #expect(throws: CancellationError.self) {
                    _ = try await levels.level(for: request(photo, factor: 1), in: turn) { [level] in
                        log.add(2)
                        return level
                    }
                }
            }
        }
        log.add(100)
        try await shown.value
        #expect(log.all == [1, 100])
    }

    @Test("Photos in two panes are decoded at the same time and cancelled one by one")
    func panes() async throws {
        let log = EventLog()
        let (left, right) = (Pane(0), Pane(1))
        let first = try await begin(request("a", factor: 1), in: left, 1, end: 100, log)
        let second = try await begin(request("b", factor: 1), in: right, 2, end: 200, log)
        levels.cancelDecodes(in: left)
        await #expect(throws: CancellationError.self) { try await first.value }
        log.add(200)
        try await second.value
        #expect(log.all == [1, 2, 200])
    }

    @Test("Another photo in one pane doesn't cancel the decode of the other")
    func otherPhotoInPane() async throws {
        let log = EventLog()
        let (left, right) = (Pane(0), Pane(1))
        let first = try await begin(request("a", factor: 1), in: left, 1, end: 100, log)
        let second = try await begin(request("b", factor: 1), in: right, 2, end: 200, log)
        _ = try await level(for: request("c", factor: 1), in: right) { [level] in level }
        await #expect(throws: CancellationError.self) { try await second.value }
        log.add(100)
        try await first.value
    }

    @Test("Two panes share the decode of the same photo, which continues until both have been left")
    func sharedDecode() async throws {
        let log = EventLog()
        let (left, right) = (Pane(0), Pane(1))
        let shown = request("a", factor: 1)
        func join() async throws -> (left: Task<Void, any Error>, right: Task<Void, any Error>) {
            let first = try await begin(shown, in: left, log.all.count + 1, end: 100, log)
            let count = log.all.count
            let second = Task { [self] in
                _ = try await level(for: shown, in: right) { [level] in
                    log.add(-1)
                    return level
                }
            }
            try await waitUntil { levels.decodingPanes == [left, right] }
            #expect(log.all.count == count)
            return (first, second)
        }
        let both = try await join()
        levels.cancelDecodes(in: left)
        #expect(levels.decodingPanes == [right])
        levels.cancelDecodes(in: right)
        await #expect(throws: CancellationError.self) { try await both.left.value }
        await #expect(throws: CancellationError.self) { try await both.right.value }
        let again = try await join()
        levels.cancelDecodes(in: left)
        log.add(100)
        try await again.right.value
        #expect(!log.all.contains(-1))
    }

    @Test("A level is sharp enough for views that need its detail or half of it, and a preview for others")
    func detail() {
        levels.insert(level, for: request("a", factor: 4))
        let visible = PixelRegion(all: size)
        let sharp = [1, 2, 4, 8, 16].filter {
            levels.sharpLevel(for: request("a", factor: $0), showing: visible) != nil
        }
        #expect(sharp == [4, 8])
        #expect(levels.coarseLevel(for: request("a", factor: 1), showing: visible) != nil)
        #expect(levels.finerLevel(for: request("a", factor: 16)) != nil)
        #expect(levels.sharpLevel(for: request("b", factor: 4), showing: visible) == nil)
    }
}
