import Albums
import FoundationEssentials
import Testing

@Suite("List order")
struct ListOrderTests {
    private func album(_ title: String, of owner: String = "1", photos: Int? = nil, date: Double? = nil) -> Album {
        Album(
            id: Album.ID(title), ownerID: Owner.ID(owner), title: title, photoCount: photos,
            date: date.map(Date.init(timeIntervalSince1970:)), cover: nil)
    }

    private func titles(_ albums: [Album], by order: ListOrder) -> [String] {
        let indices = order.indices(of: albums, by: SortKeys(album: \.self)) ?? Array(albums.indices)
        return indices.map { albums[$0].title }
    }

    @Test("Titles are in natural order")
    func naturalOrder() {
        #expect(titles(["b 10", "B 2", "a"].map { album($0) }, by: .title) == ["a", "B 2", "b 10"])
    }

    @Test(
        "Albums are sorted within their owner, and owners keep their order",
        arguments: ListOrder.allCases.filter { $0 != .titleReversed })
    func owners(order: ListOrder) {
        let albums = [
            album("A", of: "2", photos: 2, date: 3), album("B", of: "2", photos: 1, date: 3),
            album("9", of: "1", photos: 4, date: 4), album("10", of: "1", photos: 3, date: 4),
        ]
        #expect(titles(albums, by: order) == ["A", "B", "9", "10"])
    }

    @Test("The reversed order is reversed within the owner")
    func reversed() {
        let albums = [album("A", of: "2"), album("B", of: "2"), album("9", of: "1"), album("10", of: "1")]
        #expect(titles(albums, by: .titleReversed) == ["B", "A", "10", "9"])
    }

    @Test("Most photos come first, unknown counts last, and equal counts keep their order")
    func counts() {
        let albums = [album("a"), album("b", photos: 2), album("c", photos: 7), album("d", photos: 2), album("e")]
        #expect(titles(albums, by: .photoCount) == ["c", "b", "d", "a", "e"])
    }

    @Test("Unknown dates come last in either direction, and equal dates keep their order")
    func dates() {
        let albums = [
            album("a"), album("b", date: 2), album("c", date: -7), album("d", date: 2), album("e", date: 1e300),
        ]
        #expect(titles(albums, by: .newestFirst) == ["b", "d", "c", "a", "e"])
        #expect(titles(albums, by: .oldestFirst) == ["c", "b", "d", "a", "e"])
    }

    @Test("Labels are in the order of their colors, and photos without a label last")
    func labels() {
        let ranks: [Int?] = [5, nil, 4, 0, nil, 0]
        let keys = SortKeys<Int?>(title: { _ in NaturalOrderKey("") }, value: { rank, _ in rank.map(SortValue.number) })
        #expect(ListOrder.label.indices(of: ranks, by: keys) == [3, 5, 2, 0, 1, 4])
    }

    @Test("The highest rating comes first, and rejected photos last, after those without a rating")
    func ratings() {
        let ratings: [Int?] = [-1, nil, 3, 5, nil]
        let keys = SortKeys<Int?>(
            title: { _ in NaturalOrderKey("") }, value: { rating, _ in rating.map(SortValue.number) })
        #expect(ListOrder.highestRated.indices(of: ratings, by: keys)?.map { ratings[$0] } == [5, 3, nil, nil, -1])
        #expect(ListOrder.lowestRated.indices(of: ratings, by: keys)?.map { ratings[$0] } == [-1, 3, 5, nil, nil])
    }

    @Test("The original order and unsupported orders do not change the list")
    func original() {
        let albums = [album("b"), album("a")]
        #expect(titles(albums, by: .original) == ["b", "a"])
        #expect(ListQuery("x", order: .title).limited(to: [.original]) == ListQuery("x"))
        #expect(ListQuery("x", order: .title).limited(to: [.title]) == ListQuery("x", order: .title))
    }
}
