import CellArt
import Testing

@testable import CursesTerminal

@Suite("The budget of an animation")
struct PixelBudgetTests {
    private static let millisecond: UInt64 = 1_000_000

    private static func frame(
        _ id: Int, photo: String = "a", role: PixelPicture.Role = .frame, enlargement: Int = 1
    ) -> PixelPicture {
        let cell = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: 1, rows: 1, cells: [cell])
        return PixelPicture(
            of: PhotoCrop(of: photo), content: "\(id)", role: role, enlargement: enlargement, cells: cells
        ) { nil }
    }

    /// A budget with times in milliseconds.
    private struct Budget {
        var budget = PixelBudget()

        var reduction: Int { budget.resolutions(for: frame(0), sentWith: nil).minReduction }
        var allowsFrames: Bool { budget.allows(frame(0)) }

        func startsAt(after now: UInt64) -> UInt64? {
            budget.frameStart(after: now * millisecond).map { $0 / millisecond }
        }

        mutating func show(_ pictures: PixelPicture..., at time: UInt64 = 0) {
            budget.show(pictures, sharedBy: 1, at: time * millisecond)
        }

        /// - Parameter reduction: nil if no resolution takes few enough bytes.
        mutating func didEncode(reduction: Int?, taking time: UInt64 = 0) {
            let encoded = EncodedPixels(best: reduction.map { (pieces: [[0]], reduction: $0) }, excess: nil)
            budget.didEncode(frame(0), as: encoded, isSent: false, taking: time * millisecond)
        }

        mutating func begin(bytes: Int = 1000, at time: UInt64) {
            budget.willSendFrame([Array(repeating: 0, count: bytes)], isBeginning: true, at: time * millisecond)
        }

        mutating func resume(at time: UInt64) {
            budget.willSendFrame([[0]], isBeginning: false, at: time * millisecond)
        }

        mutating func pause(at time: UInt64) { budget.pauseFrame(at: time * millisecond) }

        mutating func end(at time: UInt64) { budget.didSendFrame(at: time * millisecond) }
    }

    /// Returns the budget of an animation after a number of frames, each shown and sent for the given times.
    private func budget(
        frames: Int, shown: UInt64 = 40, sending: UInt64, preparation: UInt64 = 0, enlargement: Int = 1
    ) -> Budget {
        var budget = Budget()
        for id in 0..<frames {
            let start = UInt64(id) * shown
            budget.show(Self.frame(id, enlargement: enlargement), at: start)
            budget.didEncode(reduction: budget.reduction, taking: preparation)
            budget.begin(at: start)
            budget.end(at: start + sending)
        }
        return budget
    }

    @Test("A frame takes at most half of the time of the connection")
    func pause() {
        #expect(budget(frames: 1, sending: 30).startsAt(after: 30) == 60)
        #expect(budget(frames: 1, sending: 30).startsAt(after: 60) == nil)
        var fixed = Budget()
        #expect(fixed.budget.resolutions(for: Self.frame(1), sentWith: nil).maxBytes == nil)
        fixed.budget.rate = 1e6
        #expect(fixed.budget.resolutions(for: Self.frame(1), sentWith: nil).maxBytes == 75_000)
        fixed.show(Self.frame(1))
        fixed.begin(bytes: 50_000, at: 0)
        // A buffer has taken it at once.
        fixed.end(at: 1)
        #expect(fixed.startsAt(after: 1) == 100)
    }

    @Test("The time in which a frame waits for the user is not that of the connection")
    func interrupted() {
        var budget = Budget()
        budget.show(Self.frame(1))
        budget.begin(at: 0)
        budget.pause(at: 10)
        budget.pause(at: 40)
        budget.resume(at: 110)
        budget.resume(at: 115)
        budget.end(at: 120)
        #expect(budget.startsAt(after: 120) == 140)
        // The next frame is not paused.
        budget.pause(at: 130)
        budget.begin(at: 140)
        budget.end(at: 170)
        #expect(budget.startsAt(after: 170) == 200)
    }

    @Test("Frames that take too long in a row get fewer pixels, and become characters in the end")
    func slowFrames() {
        #expect(budget(frames: 2, sending: 100).reduction == 1)
        #expect(budget(frames: 3, sending: 100).reduction == 2)
        #expect(budget(frames: 6, sending: 100).reduction == 4)
        #expect(budget(frames: 8, sending: 100).allowsFrames)
        #expect(!budget(frames: 9, sending: 100).allowsFrames)
        #expect(budget(frames: 1, sending: 700).reduction == 2)
        #expect(budget(frames: 3, sending: 50, preparation: 110).reduction == 2)
    }

    @Test("A refused animation is tried again once it has left the screen")
    func returning() {
        var budget = budget(frames: 9, sending: 100)
        budget.show(Self.frame(9))
        budget.show(Self.frame(9, role: .still))
        budget.show(Self.frame(1, photo: "b"), Self.frame(10))
        #expect(!budget.allowsFrames)
        budget.show(Self.frame(1, photo: "b", role: .still))
        #expect(budget.allowsFrames)
        var other = self.budget(frames: 9, sending: 100)
        other.show(Self.frame(1, photo: "b"))
        #expect(other.allowsFrames)
    }

    @Test("A frame of a slow animation may take the time until the next one")
    func slowAnimation() {
        #expect(budget(frames: 20, shown: 500, sending: 200).reduction == 1)
        var slow = budget(frames: 3, shown: 500, sending: 10)
        slow.budget.rate = 1e6
        #expect(slow.budget.resolutions(for: Self.frame(4), sentWith: nil).maxBytes == 250_000)
    }

    @Test("Frames never exceed the resolution of an enlarged picture, and reach it once they are quick enough")
    func enlarged() {
        #expect(budget(frames: 1, sending: 1, enlargement: 3).reduction == 2)
        #expect(budget(frames: 50, sending: 1, enlargement: 9).reduction == 4)
        var quick = budget(frames: 1, sending: 1)
        quick.didEncode(reduction: 4)
        for _ in 0..<50 {
            quick.begin(bytes: 1, at: 0)
            quick.end(at: 1)
        }
        #expect(quick.reduction == 1)
        // They don't become too slow again and again.
        var slow = budget(frames: 3, sending: 100)
        for _ in 0..<50 {
            slow.begin(bytes: 1, at: 0)
            slow.end(at: 1)
        }
        #expect(slow.reduction == 2)
    }

    @Test("Frames that were refused are tried again on a connection that is twice as fast")
    func reconsidered() {
        var budget = budget(frames: 1, sending: 1)
        budget.budget.rate = 1e6
        budget.didEncode(reduction: nil)
        #expect(!budget.allowsFrames)
        budget.budget.rate = 1.5e6
        #expect(!budget.allowsFrames)
        budget.budget.rate = 2.5e6
        #expect(budget.allowsFrames)
    }
}
