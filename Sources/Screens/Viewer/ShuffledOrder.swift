/// A way through a list that may still grow: every index once, in any order, before one comes again.
struct ShuffledOrder {
    /// Where the way has led, and where it will lead.
    private var way: [Int]
    private var place = 0
    /// How long the list was.
    private var count: Int

    init(from index: Int, count: Int) {
        way = [index] + (0..<count).filter { $0 != index }.shuffled()
        self.count = count
    }

    /// The index that comes next in a list of `count`; the same one where there is no other.
    mutating func next(among count: Int) -> Int {
        if count != self.count {
            let new = min(self.count, count)..<count
            self.count = count
            goOn(through: way[(place + 1)...].filter { $0 < count } + new)
        }
        if place + 1 == way.count, count > 1 { goOn(through: Array(0..<count)) }
        return way[min(place + 1, way.count - 1)]
    }

    /// Goes on to what comes next.
    mutating func advance() {
        place = min(place + 1, way.count - 1)
    }

    /// Goes back to the index before, if there is one.
    mutating func goBack() -> Int? {
        guard place > 0 else { return nil }
        place -= 1
        return way[place]
    }

    /// These come next, in any order, but not the one that is shown at once.
    private mutating func goOn(through indices: [Int]) {
        var ahead = indices.shuffled()
        if ahead.count > 1, ahead[0] == way[place] { ahead.swapAt(0, Int.random(in: 1..<ahead.count)) }
        way.replaceSubrange((place + 1)..., with: ahead)
    }
}
