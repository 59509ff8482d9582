import Albums
import FoundationEssentials
import Testing

@Suite("Bursts")
struct BurstTests {
    /// A photo of a list, with its time in milliseconds.
    private struct Shot: Sendable {
        let name: String
        var camera: Int? = 1
        var time = 0
        var rating: Int?
        var isPicked = false

        init(_ name: String, _ time: Int, camera: Int? = 1, rating: Int? = nil, isPicked: Bool = false) {
            (self.name, self.time, self.camera) = (name, time, camera)
            (self.rating, self.isPicked) = (rating, isPicked)
        }
    }

    private func list(_ shots: [Shot]) -> SearchableList<Shot> {
        let keys = SortKeys<Shot>(
            title: { NaturalOrderKey($0.name) }, date: { Date(timeIntervalSince1970: Double($0.time) / 1000) },
            value: { $1.key == .rating ? $0.rating.map(SortValue.number) : nil })
        let bursts = BurstKeys<Shot>(
            moment: { shot in shot.camera.map { BurstMoment(camera: $0, milliseconds: shot.time) } },
            rank: { BurstRank(rating: $0.rating, isPicked: $0.isPicked) })
        return SearchableList(shots, keys: keys, bursts: bursts) { search in
            { search.matches([FoldedText($0.name)]) }
        }
    }

    private func query(_ typed: String = "", _ order: ListOrder = .original) -> ListQuery {
        var query = ListQuery(typed, order: order)
        query.foldsBursts = true
        return query
    }

    /// Returns each element, followed by the burst for which it stands: `b: abc`.
    private func folded(_ shots: [Shot], _ typed: String = "", _ order: ListOrder = .original) -> [String] {
        list(shots).page(
            matching: query(typed, order), in: 0..<Int.max, isComplete: true,
            foldedItem: { shot, burst in
                burst.isEmpty ? shot.name : shot.name + ": " + burst.map(\.name).joined()
            }
        ).items
    }

    @Test("Photos less than two seconds after the one before are a burst")
    func gap() {
        #expect(folded([Shot("a", 0), Shot("b", 1999), Shot("c", 3998), Shot("d", 5998)]) == ["a: abc", "d"])
        #expect(folded([Shot("a", 1000), Shot("b", 2000), Shot("c", 4000)]) == ["a: ab", "c"])
        #expect(folded([Shot("a", 1000)]) == ["a"])
        #expect(folded([]) == [])
    }

    @Test("A burst is decided once one photo is picked or has stars, or at most one isn't rejected")
    func decided() {
        func isDecided(_ ratings: Int?..., picked: Bool = false) -> [Bool] {
            let shots = ratings.enumerated().map { Shot("\($0)", $0, rating: $1, isPicked: picked && $0 == 0) }
            return list([Shot("-", -9000)] + shots).bursts(matching: query()).map(\.isDecided)
        }
        #expect(isDecided(nil, nil, nil) == [false])
        #expect(isDecided(nil, -1, nil) == [false])
        #expect(isDecided(-1, -1, nil) == [true])
        #expect(isDecided(-1, -1) == [true])
        #expect(isDecided(nil, 3, nil) == [true])
        #expect(isDecided(nil, nil, picked: true) == [true])
        #expect(isDecided(nil) == [])
        #expect(list([Shot("-", -9000), Shot("a", 0), Shot("b", 1)]).bursts(matching: query()).map(\.index) == [1])
    }

    @Test("Another camera's photos in between are not part of a burst")
    func cameras() {
        let shots = [Shot("a", 100), Shot("x", 150, camera: 2), Shot("b", 200), Shot("y", 250, camera: nil)]
        #expect(folded(shots) == ["a: ab", "x", "y"])
    }

    @Test("The order of the list doesn't decide which photos are a burst, and one stands at its own place")
    func listOrder() {
        let shots = [Shot("c", 2100), Shot("x", 60_500), Shot("a", 100), Shot("b", 1100, rating: 3)]
        #expect(folded(shots) == ["x", "b: abc"])
        #expect(folded(shots, "", .title) == ["b: abc", "x"])
        #expect(folded(shots, "", .newestFirst) == ["x", "b: abc"])
        #expect(folded(shots, "", .highestRated) == ["b: abc", "x"])
    }

    @Test("The best rated photo stands for a burst, else a pick, else the first, and a rejected one only if all are")
    func tops() {
        func top(_ shots: Shot...) -> String? { folded(shots).first.map { String($0.prefix(1)) } }
        #expect(top(Shot("a", 100), Shot("b", 200, rating: 2), Shot("c", 300, rating: 4)) == "c")
        #expect(top(Shot("a", 100), Shot("b", 200, isPicked: true)) == "b")
        #expect(top(Shot("a", 100, rating: 1), Shot("b", 200, isPicked: true)) == "a")
        #expect(top(Shot("a", 100, rating: -1), Shot("b", 200), Shot("c", 300)) == "b")
        #expect(top(Shot("a", 100, rating: -1), Shot("b", 200, rating: -1)) == "a")
        #expect(top(Shot("b", 200), Shot("a", 100)) == "a")
    }

    @Test("Photos of a minute without seconds are no burst, unless the camera writes seconds elsewhere")
    func withoutSeconds() {
        let minute = 60_000
        let coarse = [Shot("a", minute), Shot("b", minute), Shot("c", 2 * minute), Shot("d", 2 * minute)]
        #expect(folded(coarse) == ["a", "b", "c", "d"])
        let others = [Shot("e", 3 * minute + 7000), Shot("f", 4 * minute + 13_000), Shot("g", 5 * minute + 31_000)]
        #expect(folded([Shot("a", minute), Shot("b", minute)] + others) == ["a: ab", "e", "f", "g"])
        #expect(folded([Shot("a", minute), Shot("b", minute + 250)]) == ["a: ab"])
        #expect(folded([Shot("a", minute - 1000), Shot("b", minute)]) == ["a: ab"])
    }

    @Test("Of a burst, a search folds the photos that match")
    func search() {
        let shots = [Shot("sea 1", 100), Shot("hut", 1100), Shot("sea 2", 2100), Shot("sea 3", 9100)]
        #expect(folded(shots, "sea") == ["sea 1: sea 1sea 2", "sea 3"])
        #expect(folded(shots, "hut") == ["hut"])
        #expect(folded(shots, "pier") == [])
    }

    @Test("Each photo of a burst is found where it is folded")
    func rank() {
        let list = list([Shot("x", 90_000), Shot("a", 100), Shot("b", 200, rating: 5), Shot("y", 99_000)])
        #expect((0..<4).map { list.rank(of: $0, matching: query()) } == [0, 1, 1, 2])
        #expect((0..<4).map { list.rank(of: $0, matching: query("", .highestRated)) } == [1, 0, 0, 2])
        #expect(list.rank(of: 1, matching: query("b")) == nil)
        #expect(list.rank(of: 1, matching: ListQuery()) == 1)
        let page = list.page(matching: query(), in: 0..<9, isComplete: true) { $0 }
        #expect(page.matching == 3 && page.available == 4)
    }

    @Test("Months count tiles and photos")
    func months() {
        let list = list([Shot("a", 100), Shot("b", 200), Shot("c", 90_000_000)])
        let sections = list.months(matching: query("", .oldestFirst))
        #expect(sections.map(\.count) == [2] && sections.map(\.photoCount) == [3])
    }

    @Test("After a change of ratings, another photo stands for the burst")
    func forgetting() {
        final class Rating: @unchecked Sendable { var best = 0 }
        let rating = Rating()
        let bursts = BurstKeys<Int>(
            moment: { BurstMoment(camera: 1, milliseconds: 100 + $0) },
            rank: { BurstRank(rating: $0 == rating.best ? 5 : nil, isPicked: false) })
        let list = SearchableList([0, 1, 2], keys: SortKeys<Int>(title: { _ in NaturalOrderKey("") }), bursts: bursts) {
            _ in { _ in true }
        }
        let query = query()
        #expect(list.page(matching: query, in: 0..<9, isComplete: true) { $0 }.items == [0])
        rating.best = 2
        list.forgetResults()
        #expect(list.page(matching: query, in: 0..<9, isComplete: true) { $0 }.items == [2])
    }

    @Test("A hundred thousand photos of one long burst are folded")
    func many() {
        let shots = (0..<100_000).map { Shot("\($0)", 1000 * $0 + 1) }
        let list = list(shots)
        #expect(list.page(matching: query(), in: 0..<9, isComplete: true) { $0.name }.items == ["0"])
    }
}
