import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Rating, flags and labels on the screen", .timeLimit(.minutes(60)))
struct AssessmentTests {
    private let library: InMemoryLibrary
    private let pictures = FakePictures()

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
    }

    private func album() async -> TestStage {
        await TestStage(library: library, pictures: pictures).open("Album 1", "1/20")
    }

    private func viewer() async -> TestStage {
        let stage = await TestStage(library: library, pictures: pictures).open("Album 1", "1/20", "@@@")
        stage.waitsForPictures = true
        stage.redraw()
        await see(photo: "Photo 1", on: stage)
        return stage
    }

    /// Waits until the terminal shows a photo.
    private func see(photo title: String, on stage: TestStage) async {
        await stage.until {
            _ = stage.text
            guard let photo = try? (stage.stack.top as? any PhotoChoosing)?.currentPhoto() else { return false }
            return photo.title == title && stage.stack.delivered.contains(photo.item)
        }
    }

    /// The assessments of the first photos.
    private func assessments(_ count: Int = 3) -> [Assessment] { library.assessments(count) }

    @Test("Stars, a rejection and a label are on the tile in the frame after the key, before they are on disk")
    func immediately() async {
        let stage = await album()
        library.set(isWriteHeld: true)
        stage.type("4")
        #expect(stage.text.contains("\u{2605}\u{2605}\u{2605}\u{2605}"))
        stage.type("8")
        #expect(stage.text.contains("\u{2605}\u{2605}\u{2605}\u{2605} G"))
        stage.type("x")
        #expect(stage.text.contains("\u{2717} G"))
        #expect(assessments()[0] == Assessment())
        library.set(isWriteHeld: false)
        await stage.until { assessments()[0] == Assessment(stars: 4, flag: .rejected, label: "Green") }
    }

    @Test("F shows the unrated, rejected, best, picked and labeled photos in turn, and then all, at the same photo")
    func filters() async {
        library.allowEditing(isSearchable: true)
        for (index, assessment) in [
            Assessment(stars: 5), Assessment(flag: .rejected), Assessment(flag: .picked), Assessment(label: "Red"),
        ].enumerated() { library.set(assessment, ofPhotoAt: index) }
        let stage = await album()
        stage.press(Key(.right), Key(.right))
        await stage.see("3/20")
        for (filter, count) in [
            ("is:unrated", 16), ("is:rejected", 1), ("rating:>=4", 1), ("is:picked", 1), ("is:labeled", 1),
        ] {
            stage.type("F")
            await stage.see(filter)
            await stage.see("\(count) of 20")
        }
        stage.type("F")
        await stage.see("3/20")
    }

    @Test("Photos rated in a filter leave it, and clearing the filter stays where the user is")
    func filteredPlace() async {
        library.allowEditing(isSearchable: true)
        let stage = await album()
        stage.type("F")
        await stage.see("20 of 20")
        for count in [19, 18, 17] {
            stage.type("4")
            await stage.see("\(count) of 20")
        }
        stage.press(Key(.escape))
        await stage.see("4/20")
    }

    @Test("The demo says that its changes end with the run")
    func temporary() async {
        let stage = await album()
        library.send(.changesAreTemporary)
        await stage.see("Changes of the demo's photos last until you quit")
    }

    @Test("At 80 columns the heading keeps the numbers of rated and rejected photos")
    func narrowCounts() async {
        library.allowEditing(isSearchable: true)
        let stage = await album()
        stage.type("4")
        await stage.see("1 of 20 rated, 0 rejected  1/20")
        stage.type("l")
        await stage.see("2/20")
        stage.type("x")
        await stage.see("1 of 20 rated, 1 rejected  2/20")
        stage.type("M")
        await stage.see("\u{2605} 1  \u{2717} 1  20 marked  2/20")
    }

    @Test("A photo rated in the viewer is counted when the grid is shown again")
    func countsAfterViewer() async {
        library.allowEditing(isSearchable: true)
        let stage = await album()
        // The grid pauses after its first count.
        await settle()
        stage.press(Key(.enter))
        await stage.see("fit  1/20")
        stage.type("4")
        await stage.until { assessments(1)[0].stars == 4 }
        await settle()
        stage.press(Key(.escape))
        await stage.see("1 of 20 rated, 0 rejected  1/20")
    }

    @Test("A service needn't send a long list for the number of rated photos", arguments: [200, 201])
    func countsOfService(count: Int) async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: count)
        library.allowEditing(isSearchable: true)
        library.searchOnline()
        let stage = await TestStage(library: library, columns: 120).open("Album 1", "1/\(count)")
        stage.type("4")
        await stage.until { library.assessments(1) == [Assessment(stars: 4)] }
        if count == 200 { await stage.see("1 of 200 rated, 0 rejected") } else { await settle() }
        #expect((library.largestRange > 1000) == (count == 200))
        #expect(stage.text.contains("0 rejected") == (count == 200))
    }

    @Test("x again takes a rejection back, and the stars return; the same label again removes it")
    func toggles() async {
        let stage = await album()
        stage.type("3x")
        await stage.see("Rejected")
        #expect(stage.text.contains("\u{2717}") && !stage.text.contains("\u{2605}"))
        stage.type("x6")
        #expect(stage.text.contains("\u{2605}\u{2605}\u{2605} R"))
        stage.type("6P")
        #expect(stage.text.contains("\u{2605}\u{2605}\u{2605} \u{2691}"))
        stage.type("0P")
        await stage.until { assessments()[0] == Assessment() }
    }

    @Test("Marked photos are rated together, and z gives each its stars back")
    func marked() async {
        let stage = await album()
        stage.type("2")
        await stage.see("Rated \u{201C}Photo 1\u{201D}")
        stage.type("  ")
        await stage.see("2 marked  3/20")
        stage.type("5")
        await stage.see("Rated 2 photos")
        await stage.until { assessments().map(\.stars) == [5, 5, nil] }
        #expect(library.writes.last?.count == 2)
        stage.type("z")
        await stage.see("Restored the stars of 2 photos")
        #expect(assessments().map(\.stars) == [2, nil, nil])
        stage.type("Z")
        await stage.see("Rated 2 photos")
        #expect(assessments().map(\.stars) == [5, 5, nil])
    }

    @Test("z says which flag it has taken back")
    func undoneFlags() async {
        let stage = await album()
        for (keys, notice) in [
            ("x", "Undid rejecting \u{201C}Photo 1\u{201D}"), ("P", "Undid picking \u{201C}Photo 1\u{201D}"),
        ] {
            stage.type(keys)
            await stage.until { assessments()[0].flag != nil }
            stage.type("z")
            await stage.see(notice)
            #expect(assessments()[0] == Assessment())
        }
        stage.type("PP")
        await stage.see("Removed the flag")
        stage.type("z")
        await stage.see("Restored the flag of \u{201C}Photo 1\u{201D}")
        #expect(assessments()[0].flag == .picked)
    }

    @Test("A refused change is taken back on the screen, and the reason is shown")
    func refused() async {
        let stage = await album()
        let photo = try? await library.photos(in: .feed, matching: .everything, in: 0..<1).items[0].id
        if let photo { library.refuse(photo, .sidecar(name: "1.jpg.xmp", .foreignOwner)) }
        stage.type("4")
        await stage.see("Couldn\u{2019}t change".replacing("\u{2019}", with: "'"))
        await stage.see("1.jpg.xmp: the file belongs to another user")
        #expect(!stage.text.contains("\u{2605}"))
        stage.type("z")
        await stage.see("Nothing to undo")
    }

    @Test("However quickly keys are typed, none is lost, and the changes are written together")
    func quickly() async {
        let stage = await album()
        library.set(isWriteHeld: true)
        for key in ["1", "2", "3", "4", "5"] as [Character] { stage.press(Key(key), Key(.right)) }
        await settle()
        library.set(isWriteHeld: false)
        await stage.until { assessments(6).map(\.stars) == [1, 2, 3, 4, 5, nil] }
        #expect(library.writes.count < 5)
        for _ in 0..<5 { stage.type("z") }
        await stage.until { assessments(6).allSatisfy { $0 == Assessment() } }
    }

    @Test("In the viewer the caption shows the assessment, and no notice hides it")
    func caption() async {
        let stage = await viewer()
        stage.type("47")
        await stage.until { assessments()[0] == Assessment(stars: 4, label: "Yellow") }
        await stage.see("\u{2605}\u{2605}\u{2605}\u{2605} Y Photo 1")
        stage.press(Key(.escape))
        await stage.see("\u{2605}\u{2605}\u{2605}\u{2605} Y")
    }

    @Test("A goes to the next photo after rating, which the caption says")
    func advancing() async {
        let stage = await viewer()
        stage.type("A")
        await stage.see("Rating goes to the next photo")
        stage.type("4")
        await stage.see("auto-advance  fit  2/20")
        await see(photo: "Photo 2", on: stage)
        stage.type("x")
        await stage.see("auto-advance  fit  3/20")
        await stage.until { assessments() == [.init(stars: 4), .init(flag: .rejected), .init()] }
        stage.type("zz")
        await stage.seeSlowly("fit  1/20")
        #expect(assessments().allSatisfy { $0 == Assessment() })
    }

    @Test("Undo and redo keep what another program has changed since, and say what; older changes can be undone")
    func otherValues() async {
        let stage = await album()
        stage.type("4")
        await stage.until { assessments(2)[0].stars == 4 }
        stage.press(Key(.right))
        stage.type("3")
        await stage.until { assessments(2)[1].stars == 3 }
        library.set(Assessment(stars: 2), ofPhotoAt: 1)
        stage.type("z")
        await stage.see("photo.xmp: another program has rated it \u{2605}\u{2605}")
        #expect(assessments(2).map(\.stars) == [4, 2])
        stage.type("z")
        await stage.see("Restored the stars of \u{201C}Photo 1\u{201D}")
        library.set(Assessment(stars: 1), ofPhotoAt: 0)
        stage.type("Z")
        await stage.see("another program has rated it \u{2605}")
        #expect(assessments(2).map(\.stars) == [1, 2])
        stage.type("z")
        await stage.see("Nothing to undo")
    }

    @Test("A key that is typed while the next photo decodes changes neither photo")
    func slowDecoding() async {
        let stage = await viewer()
        await see(photo: "Photo 1", on: stage)
        pictures.set(isHeld: true)
        stage.type("n")
        await stage.see("2/20")
        stage.type("5")
        await stage.see("1 key ignored: not on the screen yet")
        pictures.set(isHeld: false)
        await see(photo: "Photo 2", on: stage)
        stage.type("3")
        await stage.until { assessments().map(\.stars) == [nil, 3, nil] }
    }

    @Test("A key that may be meant for the next photo, which a rating has called, changes neither and says so")
    func typedAhead() async {
        let stage = await viewer()
        stage.type("A")
        await stage.see("Rating goes to the next photo")
        await see(photo: "Photo 1", on: stage)
        pictures.set(isHeld: true)
        stage.type("4")
        await stage.see("2/20")
        stage.type("5")
        await stage.see("1 key ignored: not on the screen yet")
        stage.press(Key(.delete))
        pictures.set(isHeld: false)
        await see(photo: "Photo 2", on: stage)
        stage.type("3")
        await stage.until { assessments().map(\.stars) == [4, 3, nil] }
        #expect(library.writes.count == 2)
    }

    @Test("While the frame of the next photo is sent, a key changes neither photo and says so")
    func partlyDrawn() async {
        let stage = await viewer()
        await see(photo: "Photo 1", on: stage)
        stage.type("n")
        await stage.until {
            // Drawn but not on the terminal yet.
            var surface = Surface(size: Size(columns: 120, rows: 40))
            stage.stack.draw(on: &surface)
            return !surface.items.isSubset(of: stage.stack.delivered)
        }
        stage.type("xx")
        await stage.see("2 keys ignored: not on the screen yet")
        #expect(stage.text.contains("Photo 2"), "the notice hides the title")
        await see(photo: "Photo 2", on: stage)
        stage.type("3")
        await stage.until { assessments().map(\.stars) == [nil, 3, nil] }
        #expect(library.writes.count == 1)
    }

    @Test("For screen readers the line and the page say the assessment")
    func reader() async {
        let stage = TestStage(library: library, themes: ThemeSettings(isForReaders: true))
        await stage.open("Album 1", "Photo 1")
        stage.type("4")
        await stage.see("Photo 1, 4 stars")
        stage.type("x6")
        await stage.see("Photo 1, rejected, label \u{201C}Red\u{201D}")
        stage.press(Key(.enter))
        await stage.see("1/20, rejected")
    }
}
