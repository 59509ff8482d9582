import Testing

@testable import Screens

@Suite("Aspect ratios of a list")
struct AspectRatiosTests {
    @Test("Known ones stay known, and the length grows and shrinks with the list")
    func known() {
        var aspects = AspectRatios()
        aspects.set([1.5, nil, 2], from: 0, keepsKnown: true)
        aspects.set([nil, 0.5, nil, 4], from: 0, keepsKnown: true)
        #expect((0..<5).map { aspects[$0] } == [1.5, 0.5, 2, 4, nil] && aspects.count == 4)
        aspects.extend(to: 6)
        #expect(aspects.count == 6 && aspects[5] == nil)
        aspects.extend(to: 2)
        aspects.limit(to: 3)
        #expect(aspects.count == 3 && aspects[3] == nil)
    }

    @Test("In a changed list the known ones are replaced, also by unknown ones, as far as the library answers")
    func replaced() {
        var aspects = AspectRatios()
        aspects.set([1.5, 2, 0.5], from: 0, keepsKnown: true)
        aspects.set([nil, 4], from: 0, keepsKnown: false)
        #expect((0..<3).map { aspects[$0] } == [nil, 4, 0.5] && aspects.count == 3)
        aspects.set([nil, nil, 1], from: 2, keepsKnown: false)
        #expect((2..<5).map { aspects[$0] } == [nil, nil, 1])
    }

    @Test("A range after unknown ones is ignored, because the list has no gaps")
    func gap() {
        var aspects = AspectRatios()
        aspects.set([1.5], from: 1, keepsKnown: true)
        #expect(aspects.count == 0 && aspects[1] == nil && aspects[-1] == nil)
        aspects.extend(to: 1)
        aspects.set([1.5], from: 1, keepsKnown: true)
        #expect(aspects[1] == 1.5)
    }
}
