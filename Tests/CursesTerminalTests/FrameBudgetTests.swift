import CellArt
import Testing

@testable import CursesTerminal

@Suite("The budget of an animation")
struct FrameBudgetTests {
    private static let millisecond: UInt64 = 1_000_000

    private func frame(
        _ id: Int, subject: String = "a", role: PixelPicture.Role = .frame, enlargement: Int = 1
    ) -> PixelPicture {
        let cell = ArtCell(glyph: "x", foreground: .terminal, background: .terminal)
        let cells = CellPicture(columns: 1, rows: 1, cells: [cell])
        return PixelPicture(id: "\(id)", subject: subject, role: role, enlargement: enlargement, cells: cells) { nil }
    }

    /// Returns the budget of an animation after a number of frames, each shown and sent for the given times.
    private func budget(
        frames: Int, shown: UInt64 = 40, sending: UInt64, preparation: UInt64 = 0, enlargement: Int = 1
    ) -> FrameBudget {
        var budget = FrameBudget()
        for id in 0..<frames {
            let start = UInt64(id) * shown * Self.millisecond
            budget.show([frame(id, enlargement: enlargement)], at: start)
            budget.didPrepare(reduction: budget.reduction, taking: preparation * Self.millisecond)
            budget.didBegin(bytes: 1000, at: start)
            budget.didEnd(rate: nil, at: start + sending * Self.millisecond)
        }
        return budget
    }

    @Test("A frame takes at most half of the time of the connection")
    func pause() {
        #expect(budget(frames: 1, sending: 30).startsAt == 60 * Self.millisecond)
        var budget = FrameBudget()
        budget.show([frame(1)], at: 0)
        budget.didBegin(bytes: 50_000, at: 0)
        // A buffer has taken it at once.
        budget.didEnd(rate: 1e6, at: Self.millisecond)
        #expect(budget.startsAt == 100 * Self.millisecond)
        #expect(budget.maxBytes(rate: 1e6) == 75_000 && budget.maxBytes(rate: nil) == nil)
    }

    @Test("The time in which a frame waits for the user is not that of the connection")
    func interrupted() {
        var budget = FrameBudget()
        budget.show([frame(1)], at: 0)
        budget.didBegin(bytes: 1000, at: 0)
        budget.pause(at: 10 * Self.millisecond)
        budget.pause(at: 40 * Self.millisecond)
        budget.resume(at: 110 * Self.millisecond)
        budget.resume(at: 115 * Self.millisecond)
        budget.didEnd(rate: nil, at: 120 * Self.millisecond)
        #expect(budget.startsAt == 140 * Self.millisecond)
        // The next frame is not paused.
        budget.pause(at: 130 * Self.millisecond)
        budget.didBegin(bytes: 1000, at: 140 * Self.millisecond)
        budget.didEnd(rate: nil, at: 170 * Self.millisecond)
        #expect(budget.startsAt == 200 * Self.millisecond)
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
        budget.show([frame(9)], at: 0)
        budget.show([frame(9, role: .still)], at: 0)
        budget.show([frame(1, subject: "b"), frame(10)], at: 0)
        #expect(!budget.allowsFrames)
        budget.show([frame(1, subject: "b", role: .still)], at: 0)
        #expect(budget.allowsFrames)
        var other = self.budget(frames: 9, sending: 100)
        other.show([frame(1, subject: "b")], at: 0)
        #expect(other.allowsFrames)
    }

    @Test("The frames of a slow animation may take as long as they are shown")
    func slowAnimation() {
        #expect(budget(frames: 20, shown: 500, sending: 200).reduction == 1)
    }

    @Test("Frames have no more pixels than an enlarged picture, and as many as soon as they are quick enough")
    func enlarged() {
        #expect(budget(frames: 1, sending: 1, enlargement: 3).reduction == 2)
        #expect(budget(frames: 50, sending: 1, enlargement: 9).reduction == 4)
        var quick = budget(frames: 1, sending: 1)
        quick.didPrepare(reduction: 4, taking: 0)
        for _ in 0..<50 {
            quick.didBegin(bytes: 1, at: 0)
            quick.didEnd(rate: nil, at: Self.millisecond)
        }
        #expect(quick.reduction == 1)
        // They don't become too slow again and again.
        var slow = budget(frames: 3, sending: 100)
        for _ in 0..<50 {
            slow.didBegin(bytes: 1, at: 0)
            slow.didEnd(rate: nil, at: Self.millisecond)
        }
        #expect(slow.reduction == 2)
    }

    @Test("Frames that were refused are tried again on a connection that is twice as fast")
    func reconsidered() {
        var budget = budget(frames: 1, sending: 1)
        budget.refuse(rate: 1e6)
        budget.reconsider(rate: 1.5e6)
        #expect(!budget.allowsFrames)
        budget.reconsider(rate: 2.5e6)
        #expect(budget.allowsFrames)
    }
}
