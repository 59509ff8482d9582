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
        let ahead = way[(place + 1)...].filter { $0 < count }
        way.replaceSubrange((place + 1)..., with: ahead)
        for index in min(self.count, count)..<count {
            way.insert(index, at: Int.random(in: place + 1...way.count))
        }
        self.count = count
        if place + 1 == way.count { beginRound() }
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

    /// All once more, but not the last one at once.
    private mutating func beginRound() {
        guard count > 1 else { return }
        var round = (0..<count).shuffled()
        if round[0] == way[place] { round.swapAt(0, Int.random(in: 1..<count)) }
        way += round
    }
}
