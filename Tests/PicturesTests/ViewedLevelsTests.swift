import Albums
import Basics
import CellArt
import TestFixtures
import Testing

@testable import Pictures

@Suite("Decodes for the viewer", .timeLimit(.minutes(5)))
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

    /// Starts a decode that runs until it is cancelled or `log` contains `end`.
    private func begin(
        _ request: LevelRequest, _ number: Int, end: Int, _ log: EventLog
    ) async throws -> Task<Void, any Error> {
        let task = Task { [levels, level] in
            _ = try await levels.level(for: request) {
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
        async let second = levels.level(for: request("a", factor: 4)) { [level] in
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
        _ = try await levels.level(for: request("b", factor: 1)) { [level] in level }
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test("Leaving the view cancels its decode, and a cancelled view starts no decode")
    func cancelled() async throws {
        let log = EventLog()
        let first = try await begin(request("a", factor: 1), 1, end: 100, log)
        first.cancel()
        levels.cancelDecode()
        await #expect(throws: CancellationError.self) { try await first.value }
        let late = Task { [levels, level] in
            while !Task.isCancelled { await Task.yield() }
            _ = try await levels.level(for: request("a", factor: 1)) {
                log.add(2)
                return level
            }
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(log.all == [1])
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
