import Testing

@testable import CursesTerminal

@Suite("Frame pacing")
struct FramePacingTests {
    private static let millisecond: UInt64 = 1_000_000

    /// Returns the color coalescing of a frame `idle` ms after the last one, on a line that takes `time` for a
    /// whole frame.
    private func joining(
        after idle: UInt64, wholeFrameTime time: Double?, hasNewPicture: Bool = true
    ) -> ColorCoalescing {
        var pacing = FramePacing()
        _ = pacing.joining(at: 0, over: LinkQuality(frameTime: time), hasNewPicture: true)
        pacing.didWrite(at: 500 * Self.millisecond, isWhole: true)
        return pacing.joining(
            at: (500 + idle) * Self.millisecond, over: LinkQuality(frameTime: time), hasNewPicture: hasNewPicture)
    }

    @Test("The first frame is not coarse")
    func first() {
        var pacing = FramePacing()
        #expect(pacing.joining(at: 0, over: LinkQuality(frameTime: nil), hasNewPicture: true) == .exact)
        #expect(pacing.joining(at: 0, over: LinkQuality(frameTime: 1), hasNewPicture: true) == .near)
        #expect(!pacing.isCoarse)
    }

    @Test("On a slow line consecutive frames are coarse, and after a pause nearly exact")
    func slowLine() {
        #expect(joining(after: 20, wholeFrameTime: 0.9) == .moving)
        #expect(joining(after: 149, wholeFrameTime: 0.031) == .moving)
        #expect(joining(after: 151, wholeFrameTime: 0.9) == .near)
        #expect(joining(after: 151, wholeFrameTime: 0.031) == .exact)
    }

    @Test("Text changes beside a picture do not change its quality")
    func textOnly() {
        var pacing = FramePacing()
        for (hasNewPicture, expected) in [
            (true, ColorCoalescing.near), (false, .near), (true, .moving), (false, .moving), (true, .moving),
        ] {
            #expect(pacing.joining(at: 0, over: LinkQuality(frameTime: 1), hasNewPicture: hasNewPicture) == expected)
            pacing.didWrite(at: 0, isWhole: true)
        }
    }

    @Test("A picture after a screen of text does not count as motion")
    func afterText() {
        var pacing = FramePacing()
        _ = pacing.joining(at: 0, over: LinkQuality(frameTime: 1), hasNewPicture: false)
        pacing.didWrite(at: 0, isWhole: true)
        #expect(pacing.joining(at: 0, over: LinkQuality(frameTime: 1), hasNewPicture: true) == .near)
    }

    @Test("On a fast or unmeasured line every frame is exact")
    func fastLine() {
        #expect(joining(after: 20, wholeFrameTime: 0.008) == .exact)
        #expect(joining(after: 20, wholeFrameTime: nil) == .exact)
    }

    @Test(
        "A connection is judged by the time for a whole frame, and an unknown one is the best",
        arguments: [
            (nil, true, true), (0.03, true, true), (0.031, false, true), (0.05, false, true), (1.3, false, false),
        ])
    func quality(frameTime: Double?, isSmooth: Bool, isQuick: Bool) {
        let link = LinkQuality(frameTime: frameTime)
        #expect(link.isSmooth == isSmooth && link.isQuick == isQuick)
    }
}
