import Albums
import Testing

@testable import Screens

@MainActor
@Suite("Steps through photos", .timeLimit(.minutes(60)))
struct PhotoNavigatorTests {
    private let library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)

    /// Returns a navigator at the fifth of 20 photos.
    private func navigator() async -> PhotoNavigator {
        let list = PhotoList.album(Album.ID("Album 1"))
        let navigator = PhotoNavigator(
            from: PhotoPosition(list: list, query: .everything, index: 4), library: library)
        navigator.begin()
        await until("the fifth photo") { navigator.position.photo?.title == "Photo 5" && !navigator.isWaiting }
        return navigator
    }

    @Test(
        "A step taken just as the previous photo has loaded continues from that photo, which doesn't reappear",
        arguments: [(1, 1), (1, -1), (-1, -1), (3, 1), (3, -2), (-2, 3)])
    func stepDuringLoad(first: Int, second: Int) async {
        let navigator = await navigator()
        var arrivals: [String] = []
        navigator.onArrival = { arrivals.append($0.title) }
        library.set(isHeld: true)
        #expect(navigator.step(by: first) == nil)
        await until("the first load") { library.waiting == 1 }
        arrivals = []
        // The load ends, but the navigator gets its result only when this code suspends.
        library.set(isHeld: false)
        #expect(navigator.step(by: second) == nil)
        await until("the photo") { navigator.position.photo != nil && !navigator.isWaiting }
        await settle()
        let title = "Photo \(5 + first + second)"
        #expect(navigator.position.index == 4 + first + second && navigator.position.photo?.title == title)
        #expect(!arrivals.isEmpty && arrivals.allSatisfy { $0 == title })
    }

    @Test(
        "The photo of a step stays if the list changes before it confirms the photo",
        arguments: [(1, 20), (2, 20), (1, 6)])
    func changedDuringConfirmation(removed: Int, count: Int) async throws {
        let photos = try await library.photos(
            in: .album(Album.ID("Album 1")), matching: .everything, in: 0..<count
        ).items
        library.set(photos: photos)
        let navigator = await navigator()
        var arrivals: [String] = []
        navigator.onArrival = { arrivals.append($0.title) }
        library.set(isHeld: true)
        #expect(navigator.step(by: 1) == nil && navigator.position.photo?.title == "Photo 6")
        await until("the confirmation") { library.waiting == 1 }
        library.set(photos: Array(photos.dropFirst(removed)))
        library.set(isHeld: false)
        await until("the index") { navigator.position.index == 5 - removed }
        await settle()
        #expect(navigator.position.photo?.title == "Photo 6" && navigator.position.index == 5 - removed)
        #expect(arrivals == ["Photo 6"])
        #expect(navigator.step(by: 1) == (count == 6 ? .lastPhoto : nil))
        #expect(navigator.position.photo?.title == (count == 6 ? "Photo 6" : "Photo 7"))
    }

    @Test("A photo that the list gets while the navigator waits for an older list is shown")
    func changedDuringWait() async {
        library.set(known: 5)
        let navigator = await navigator()
        library.set(areAnswersHeld: true)
        #expect(navigator.step(by: 1) == nil)
        await until("the list of five photos") { library.waiting == 1 }
        library.set(known: nil)
        navigator.refresh()
        library.set(areAnswersHeld: false)
        await until("the sixth photo") { navigator.position.photo?.title == "Photo 6" && !navigator.isWaiting }
    }

    @Test("A step shows its photo although the photo before was requested twice")
    func stepDuringTwoLoads() async {
        let list = PhotoList.album(Album.ID("Album 1"))
        let counts = await navigator().position.counts
        let navigator = PhotoNavigator(
            from: PhotoPosition(list: list, query: .everything, index: 4, counts: counts), library: library)
        var arrivals: [String] = []
        navigator.onArrival = { arrivals.append($0.title) }
        library.set(isHeld: true)
        navigator.begin()
        navigator.begin()
        #expect(navigator.step(by: 1) == nil)
        await until("the last load") { library.waiting > 0 }
        await settle()
        library.set(isHeld: false)
        await until("the sixth photo") { navigator.position.photo?.title == "Photo 6" && !navigator.isWaiting }
        await settle()
        #expect(arrivals == ["Photo 6"])
    }

    @Test("A step while the next photo loads is for that photo's index, and both loads end in any order")
    func stepsWhileHeld() async {
        let navigator = await navigator()
        library.set(isHeld: true)
        for _ in 0..<3 { #expect(navigator.step(by: 2) == nil) }
        #expect(navigator.position.index == 10 && navigator.position.photo == nil)
        library.set(isHeld: false)
        await until("the photo") { navigator.position.photo?.title == "Photo 11" && !navigator.isWaiting }
    }
}
