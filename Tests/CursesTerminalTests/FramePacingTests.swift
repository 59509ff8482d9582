import Testing

@testable import CursesTerminal

@Suite("Frame pacing")
struct FramePacingTests {
    private static let millisecond: UInt64 = 1_000_000

    /// What the next frame is like so many milliseconds after one that took this long to go out.
    private func joining(after rest: UInt64, frameOf bytes: Int, taking time: UInt64) -> ColorJoining {
        var pacing = FramePacing()
        pacing.frameBegan(at: 0)
        pacing.frameEnded(at: time * Self.millisecond, bytes: bytes)
        return pacing.joining(at: (time + rest) * Self.millisecond)
    }

    @Test("The first frame is exact")
    func first() {
        var pacing = FramePacing()
        #expect(pacing.joining(at: 0) == .exact)
        #expect(!pacing.isCoarse)
    }

    @Test("On a slow line frames that follow each other are coarse, and after a rest exact")
    func slowLine() {
        #expect(joining(after: 20, frameOf: 300_000, taking: 900) == .moving)
        #expect(joining(after: 149, frameOf: 300_000, taking: 31) == .moving)
        #expect(joining(after: 151, frameOf: 300_000, taking: 900) == .exact)
    }

    @Test("On a fast line every frame is exact")
    func fastLine() {
        #expect(joining(after: 20, frameOf: 300_000, taking: 8) == .exact)
    }

    @Test("A small frame says nothing about the line")
    func smallFrame() {
        #expect(joining(after: 20, frameOf: 500, taking: 100) == .exact)
        var pacing = FramePacing()
        pacing.frameBegan(at: 0)
        pacing.frameEnded(at: 900 * Self.millisecond, bytes: 300_000)
        pacing.frameBegan(at: 950 * Self.millisecond)
        pacing.frameEnded(at: 951 * Self.millisecond, bytes: 500)
        #expect(pacing.joining(at: 960 * Self.millisecond) == .moving)
        #expect(pacing.isCoarse)
    }
}
