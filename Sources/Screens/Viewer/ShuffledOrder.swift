/// A shuffled order through a list that may still grow: visits every index once before repeating any.
struct ShuffledOrder {
    /// The visited indices, then the upcoming ones.
    private var way: [Int]
    private var position = 0
    /// The last known length of the list.
    private var count: Int

    init(from index: Int, count: Int) {
        way = [index] + (0..<count).filter { $0 != index }.shuffled()
        self.count = count
    }

    /// Returns the next index in a list of `count` elements; the current index if there is no other.
    mutating func next(among count: Int) -> Int {
        if count != self.count {
            let new = min(self.count, count)..<count
            self.count = count
            goOn(through: way[(position + 1)...].filter { $0 < count } + new)
        }
        if position + 1 == way.count, count > 1 { goOn(through: Array(0..<count)) }
        return way[min(position + 1, way.count - 1)]
    }

    /// Moves to the next index.
    mutating func advance() {
        position = min(position + 1, way.count - 1)
    }

    /// Moves back to the previous index and returns it; nil at the beginning.
    mutating func goBack() -> Int? {
        guard position > 0 else { return nil }
        position -= 1
        return way[position]
    }

    /// Shuffles the given indices and puts them next, starting with another one than the current if possible.
    private mutating func goOn(through indices: [Int]) {
        var upcoming = indices.shuffled()
        if upcoming.count > 1, upcoming[0] == way[position] { upcoming.swapAt(0, Int.random(in: 1..<upcoming.count)) }
        way.replaceSubrange((position + 1)..., with: upcoming)
    }
}
