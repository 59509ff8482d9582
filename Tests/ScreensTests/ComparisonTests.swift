import Albums
import Basics
import CellArt
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Comparing photos", .timeLimit(.minutes(60)))
struct ComparisonTests {
    private let library: InMemoryLibrary
    private let pictures: FakePictures

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
        pictures = FakePictures(sizes: ["Photo 19": PixelSize(width: 300, height: 1000)])
    }

    private func album(columns: Int = 120, rows: Int = 40) async -> TestStage {
        await TestStage(library: library, pictures: pictures, columns: columns, rows: rows).open("Album 1", "1/20")
    }

    /// Compares the first photos.
    private func comparison(_ count: Int = 2, columns: Int = 120, rows: Int = 40) async -> TestStage {
        let stage = await album(columns: columns, rows: rows)
        if count > 2 { for _ in 0..<count { stage.type(" ") } }
        stage.type("c")
        await shows(Array(1...count), on: stage)
        return stage
    }

    /// The state of the viewer; nil unless it compares photos.
    private func state(of stage: TestStage) -> ViewerState? {
        guard let state = (stage.stack.top as? ViewerScreen)?.state, state.comparison != nil else { return nil }
        return state
    }

    /// The numbers of the compared photos; empty on another screen.
    private func numbers(on stage: TestStage) -> [Int] {
        state(of: stage)?.panes.compactMap { Int(($0.photo?.title ?? "").dropFirst("Photo ".count)) } ?? []
    }

    /// Waits until photos are compared and on the screen.
    private func shows(
        _ expected: [Int], active: Int? = nil, on stage: TestStage, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await stage.until(sourceLocation: sourceLocation, "\(expected), not \(numbers(on: stage)) on:\n\(stage.text)") {
            _ = stage.text
            guard let state = state(of: stage) else { return false }
            return numbers(on: stage) == expected && (active ?? state.active) == state.active
                && state.panes.allSatisfy { $0.shown.drawnPhoto == $0.photo?.id }
        }
    }

    // MARK: Choosing the photos

    @Test("c compares the current photo and the next; after the last one, the previous one")
    func currentAndNext() async {
        let stage = await comparison()
        #expect(stage.text.contains("Photo 1") && stage.text.contains("Photo 2") && !stage.text.contains("Photo 3"))
        stage.press(Key(.escape))
        await stage.see("1/20")
        stage.press(Key(.end))
        await stage.see("20/20")
        stage.type("c")
        await shows([19, 20], on: stage)
    }

    @Test("c compares two to four marked photos, in the viewer too; of more, the others follow the first two")
    func marked() async {
        let stage = await comparison(3)
        stage.press(Key(.escape))
        await stage.see("3 marked")
        stage.press(Key(.enter))
        await stage.see("fit")
        stage.type("c")
        await shows([1, 2, 3], on: stage)
        stage.press(Key(.escape))
        await stage.see("fit")
        stage.press(Key(.escape))
        await stage.see("3 marked")
        stage.press(Key(.end))
        await stage.see("20/20")
        stage.type("m")
        await stage.see("4 marked")
        stage.press(Key(.home))
        await stage.see("  1/20")
        for _ in 0..<3 { stage.press(Key(.right)) }
        stage.type(" c")
        await shows([1, 2], on: stage)
        await stage.see("3 more")
        for (expected, following) in [([1, 3], "2 more"), ([1, 20], "1 more"), ([1, 4], "no more")] {
            stage.press(Key(.enter))
            await shows(expected, active: 0, on: stage)
            await stage.see(following)
        }
        stage.press(Key(.enter))
        await stage.see("Picked \u{201C}Photo 1\u{201D} (press z to undo)")
        stage.press(Key(.enter))
        await stage.see("There are no more photos to compare")
    }

    @Test("For screen readers, c lists the differences of four photos if more are marked")
    func markedForReaders() async {
        let stage = await TestStage(library: library, pictures: pictures, themes: ThemeSettings(isForReaders: true))
            .open("Album 1", "Photo 20")
        stage.type("M")
        await stage.see("20 marked")
        stage.type("c")
        await stage.see("4 photos compared")
    }

    @Test("Without another photo, c says so")
    func onlyPhoto() async {
        let stage = await TestStage(library: InMemoryLibrary(albums: 1, photosPerAlbum: 1), pictures: pictures)
            .open("Album 1", "1/1")
        stage.type("c")
        await stage.see("There is no other photo to compare this one with")
    }

    @Test("Esc returns to the grid at the active photo")
    func goingBack() async {
        let stage = await comparison()
        stage.press(Key(.tab), Key("n"))
        await shows([1, 3], active: 1, on: stage)
        stage.press(Key(.escape))
        await stage.see("  3/20")
    }

    // MARK: Panes

    @Test("Tab, arrows and a click choose the active photo, and ratings are for it")
    func active() async {
        let stage = await comparison()
        #expect(stage.isReversed(" Photo 1"))
        stage.type("3")
        stage.press(Key(.tab))
        stage.type("5")
        stage.press(Key(.left))
        stage.type("8")
        stage.press(Key(.right))
        #expect(stage.isReversed(" Photo 2"))
        await stage.until { library.assessments(2) == [Assessment(stars: 3, label: "Green"), Assessment(stars: 5)] }
        stage.click(on: "Photo 1")
        #expect(state(of: stage)?.active == 0)
        #expect(stage.text.contains("Photo 1  \u{2605}\u{2605}\u{2605} G"))
        stage.press(Key(.left))
        await stage.see("Nothing more in this direction")
    }

    @Test("Zoom, pan and rotation act on all photos; with the link off, only on the active one")
    func linked() async {
        let stage = await comparison()
        func parts() -> [PixelRect] { state(of: stage)?.panes.compactMap(\.shown.viewport?.part) ?? [] }
        let before = parts()
        stage.type("+++")
        stage.press(Key(.down))
        #expect(parts().count == 2 && parts()[0] == parts()[1] && parts()[0].height < before[0].height)
        stage.type("a")
        stage.press(Key(.down))
        // Smaller steps, to align the photos.
        let step = parts()[0].y - parts()[1].y
        #expect(step > 0 && step < parts()[0].height / 4)
        let difference = parts()[0].y - parts()[1].y
        stage.type("a")
        stage.press(Key(.up))
        #expect(abs(parts()[0].y - parts()[1].y - difference) < 0.001)
        stage.type("w")
        stage.type("w")
        stage.type("R")
        #expect(state(of: stage)?.panes.map(\.shown.viewport?.rotation) == [.quarter, .quarter])
    }

    @Test("Panoramas are stacked once their size is known, and a photo that takes a pane there is arranged anew")
    func rearranged() async {
        pictures.set(size: PixelSize(width: 4000, height: 1000))
        let stage = await comparison()
        let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().filter { $0.element.contains("Photo ") }.map(\.offset)
        #expect(rows == [18, 37])
    }

    // MARK: Other photos

    @Test("n and p replace the active photo by one that isn't shown, and stop at the ends of the list")
    func replaced() async {
        let stage = await comparison()
        stage.type("n")
        await shows([3, 2], on: stage)
        stage.type("p")
        await shows([1, 2], on: stage)
        stage.type("p")
        await stage.see("The list has no other photo in this direction")
        #expect(numbers(on: stage) == [1, 2])
        stage.press(Key(.tab))
        for _ in 0..<30 { stage.type("n") }
        await shows([1, 20], active: 1, on: stage)
    }

    @Test("Enter keeps the active photo and compares it with the next, from winner to winner")
    func champion() async {
        let stage = await comparison()
        stage.press(Key(.enter))
        await shows([1, 3], active: 0, on: stage)
        stage.press(Key(.tab), Key(.enter))
        await shows([4, 3], active: 1, on: stage)
    }

    @Test("With three photos, Enter replaces two; at the end of the list, fewer are compared")
    func championOfThree() async {
        let stage = await comparison(3)
        stage.press(Key(.tab), Key(.enter))
        await shows([4, 2, 5], active: 1, on: stage)
        for expected in [[6, 2, 7], [8, 2, 9], [10, 2, 11], [12, 2, 13], [14, 2, 15], [16, 2, 17], [18, 2, 19]] {
            stage.press(Key(.enter))
            await shows(expected, active: 1, on: stage)
        }
        stage.press(Key(.enter))
        await shows([20, 2], active: 1, on: stage)
        stage.press(Key(.enter))
        await stage.see("Picked \u{201C}Photo 2\u{201D}")
        #expect(numbers(on: stage) == [20, 2])
    }

    @Test("A rejected photo is replaced by the next, and undo brings it back into its pane")
    func rejected() async {
        let stage = await comparison()
        stage.press(Key(.tab), Key("x"))
        await shows([1, 3], active: 1, on: stage)
        await stage.see("Rejected \u{201C}Photo 2\u{201D}")
        stage.type("x")
        await shows([1, 4], active: 1, on: stage)
        stage.type("z")
        await shows([1, 3], active: 1, on: stage)
        await stage.until { library.assessments(3).map(\.flag) == [nil, .rejected, nil] }
        stage.type("x")
        await stage.until { library.assessments(3)[2].flag == .rejected }
        await shows([1, 4], active: 1, on: stage)
        stage.press(Key(.enter))
        await stage.see("Photo 5")
        await shows([5, 4], active: 1, on: stage)
    }

    @Test("Undo brings a photo back into its pane although another one is active")
    func undoneInAnotherPane() async {
        let stage = await comparison()
        stage.type("x")
        await shows([3, 2], active: 0, on: stage)
        stage.press(Key(.tab))
        await shows([3, 2], active: 1, on: stage)
        stage.type("z")
        await shows([1, 2], active: 0, on: stage)
    }

    @Test("While a rating goes to the next photo, the caption says so")
    func autoAdvance() async {
        let stage = await comparison()
        stage.type("A")
        await stage.see("auto-advance")
        stage.type("3")
        await shows([1, 2], active: 1, on: stage)
        stage.type("A")
        await stage.until { !stage.text.contains("auto-advance") }
    }

    @Test("Without another photo, a rejected one stays, and the next key is for one that is left")
    func lastRejected() async {
        let stage = await album()
        for _ in 0..<5 { stage.type(" ") }
        stage.type("c")
        await shows([1, 2], on: stage)
        await stage.see("3 more")
        for expected in [[3, 2], [4, 2], [5, 2]] {
            stage.type("x")
            await shows(expected, active: 0, on: stage)
        }
        await stage.see("no more")
        stage.type("x")
        await shows([5, 2], active: 1, on: stage)
        stage.type("5")
        await stage.until { library.assessments(5)[1] == Assessment(stars: 5) }
        #expect(library.assessments(5)[4].flag == .rejected)
        stage.type("z")
        await stage.until { library.assessments(5)[1] == Assessment() }
        stage.type("z")
        await stage.until { library.assessments(5)[4].flag == nil }
        await shows([5, 2], active: 0, on: stage)
        stage.type("Z")
        await shows([5, 2], active: 1, on: stage)
        #expect(library.assessments(5)[4].flag == .rejected)
    }

    @Test("Rejected photos of a burst or among many marked ones are neither compared nor counted")
    func rejectedAmongMarked() async {
        let stage = await album()
        stage.press(Key(.right), Key("x"))
        await stage.see("Rejected")
        for _ in 0..<3 { stage.press(Key(.right)) }
        await stage.see("5/20")
        stage.type("x")
        await stage.until { library.assessments(5)[4].flag == .rejected }
        stage.press(Key(.home))
        for _ in 0..<8 { stage.type(" ") }
        stage.type("c")
        await shows([1, 3], on: stage)
        await stage.see("4 more")
    }

    @Test("Below one photo at a time, Esc goes back to the list, and a notice stands above its caption")
    func backOnSmallTerminal() async {
        let stage = await comparison(columns: 80, rows: 24)
        stage.type("vb")
        await stage.see("blinking")
        stage.press(Key(.escape))
        await stage.miss("blinking")
        stage.type("f")
        await stage.until { stage.row(22).contains("favorites") && stage.row(23).contains("Photo") }
        stage.press(Key(.escape))
        await stage.see("1/20")
    }

    @Test("Photos that are rejected already are no challengers, but n shows them")
    func rejectedBefore() async {
        let stage = await album()
        stage.press(Key(.right), Key(.right))
        await stage.see("  3/20")
        stage.type("x")
        await stage.see("Rejected")
        stage.press(Key(.home))
        await stage.see("  1/20")
        stage.type("c")
        await shows([1, 2], on: stage)
        stage.press(Key(.enter))
        await shows([1, 4], on: stage)
        stage.press(Key(.tab), Key("p"))
        await shows([1, 3], active: 1, on: stage)
    }

    @Test("A photo in the trash is replaced by the next, and undo brings it back")
    func trashed() async {
        let stage = await comparison()
        stage.press(Key(.delete))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to the trash")
        await shows([3, 2], on: stage)
        stage.type("z")
        await stage.see("Restored")
        await shows([1, 2], on: stage)
    }

    @Test("Without a next photo, the trashed one leaves its pane, and the last one the screen")
    func trashedAtTheEnd() async {
        let stage = await album()
        stage.press(Key(.end))
        await stage.see("20/20")
        stage.type("c")
        await shows([19, 20], on: stage)
        stage.press(Key(.delete))
        await shows([20], on: stage)
        stage.press(Key(.tab))
        await stage.see("This is the only photo left")
        stage.press(Key(.delete))
        await stage.see("18/18")
        #expect(state(of: stage) == nil)
    }

    @Test("A key that is typed before another photo is in its pane changes neither photo; its name is quiet until then")
    func typedAhead() async {
        let stage = await comparison()
        stage.waitsForPictures = true
        pictures.set(isHeld: true)
        stage.type("n")
        await stage.until { numbers(on: stage) == [3, 2] && pictures.waiting > 0 }
        stage.redraw()
        _ = stage.text
        stage.type("4")
        await stage.see("1 key ignored: not on the screen yet")
        #expect(!stage.isReversed(" Photo 3") && !stage.isReversed("Photo 3"))
        pictures.set(isHeld: false)
        await shows([3, 2], on: stage)
        await stage.until { stage.isReversed(" Photo 3") }
        stage.type("2")
        await stage.until { library.assessments(3).map(\.stars) == [nil, nil, 2] }
    }

    @Test("o zooms all photos to where the camera has focused in the active one, with their offsets")
    func focusPoint() async throws {
        var details = PhotoDetails()
        details.focus = FocusPoint(x: 0.25, y: 0.75)
        pictures.set(details: details)
        let stage = await comparison()
        func centers() -> [PicturePoint?] { state(of: stage)?.panes.map { $0.shown.viewport?.center } ?? [] }
        func areCenters(_ expected: [(Double, Double)]) -> Bool {
            zip(centers(), expected).allSatisfy { center, expected in
                center.map { abs($0.x - expected.0) < 1e-9 && abs($0.y - expected.1) < 1e-9 } == true
            }
        }
        await stage.until { state(of: stage)?.panes.allSatisfy { $0.details != nil } == true }
        stage.type("o")
        await stage.see("100%")
        #expect(areCenters([(0.25, 0.75), (0.25, 0.75)]))
        stage.press(Key(.tab), Key("a"), Key(.right), Key("a"))
        let offset = try #require(centers()[1]).x - 0.25
        #expect(offset > 0)
        stage.press(Key(.tab), Key("o"))
        await stage.see("fit")
        stage.type("o")
        #expect(areCenters([(0.25, 0.75), (0.25 + offset, 0.75)]))
    }

    // MARK: Leaving before the library has answered

    /// Returns a stage that compares the only two photos of an album, with all later requests held back.
    private func comparisonOfAll() async -> (TestStage, InMemoryLibrary) {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 2)
        library.allowEditing()
        let stage = await TestStage(library: library, pictures: pictures, columns: 120, rows: 40)
            .open("Album 1", "1/2")
        stage.type("c")
        await shows([1, 2], on: stage)
        await settle()
        library.set(isHeld: true)
        return (stage, library)
    }

    /// Returns whether the comparison on the screen has gone: after the user has left, once its queued work has ended.
    private func end(on stage: TestStage) -> () -> Bool {
        let comparison = (stage.stack.top as? ViewerScreen)?.viewModel.comparison
        return { [weak comparison] in comparison == nil }
    }

    @Test("Enter at the end of the list picks nothing once the user has left")
    func leftBeforePick() async {
        let (stage, library) = await comparisonOfAll()
        let hasEnded = end(on: stage)
        stage.press(Key(.enter))
        await stage.until { library.waiting > 0 }
        stage.press(Key(.escape))
        _ = stage.text
        library.set(isHeld: false)
        await stage.until { hasEnded() }
        await settle()
        #expect(stage.stack.top is PhotoGridScreen)
        #expect(library.writes.isEmpty && stage.notices.current == nil)
    }

    @Test("A list that loses the photos closes no other screen once the user has left")
    func leftBeforeLoss() async {
        let (stage, library) = await comparisonOfAll()
        let hasEnded = end(on: stage)
        library.set(photos: [])
        library.send(.changed)
        await stage.until { library.waiting > 0 }
        stage.press(Key(.escape))
        _ = stage.text
        library.set(isHeld: false)
        await stage.until { hasEnded() }
        #expect(stage.stack.top is PhotoGridScreen)
    }

    @Test("A list that loses the photos closes the comparison once nothing covers it")
    func lossBelowPalette() async {
        let (stage, library) = await comparisonOfAll()
        library.set(photos: [])
        library.send(.changed)
        await stage.until { library.waiting > 0 }
        stage.press(Key(":"))
        await stage.see("Enter run")
        let palette = stage.stack.top
        library.set(isHeld: false)
        await stage.until { stage.notices.current?.text.contains("Photo 2") == true }
        #expect(stage.stack.top === palette)
        stage.press(Key(.escape))
        await stage.until { stage.stack.top is PhotoGridScreen }
    }

    @Test("An alignment that ends after the user has left says nothing")
    func leftBeforeAlignment() async {
        let stage = await comparison()
        await settle()
        let hasEnded = end(on: stage)
        pictures.set(isHeld: true)
        stage.type("e")
        await stage.until { pictures.waiting > 0 }
        stage.press(Key(.escape))
        await stage.see("1/20")
        pictures.set(isHeld: false)
        await stage.until { hasEnded() }
        #expect(stage.notices.current == nil)
    }

    // MARK: One at a time

    @Test("Space shows one photo at a time at the same view, already loaded; Esc shows the panes again")
    func blinking() async {
        let stage = await comparison()
        stage.type("+ ")
        await stage.see("1/2")
        #expect(!stage.text.contains("Photo 2"))
        await stage.until {
            _ = stage.text
            return state(of: stage)?.panes.allSatisfy { $0.shown.picture?.columns == 120 } == true
        }
        let views = pictures.recorded.withLock { $0.views.count }
        stage.type(" ")
        #expect(stage.text.contains("Photo 2") && stage.text.contains("2/2") && !stage.text.contains("Photo 1"))
        stage.type(" ")
        #expect(stage.text.contains("Photo 1"))
        #expect(pictures.recorded.withLock { $0.views.count } == views)
        let parts = state(of: stage)?.panes.map(\.shown.viewport?.part)
        #expect(parts?[0] == parts?[1])
        stage.press(Key(.escape))
        #expect(stage.text.contains("Photo 1") && stage.text.contains("Photo 2"))
    }

    @Test("b lets the photos take turns until another b, and ratings are for the one on the screen")
    func automatic() async {
        let stage = await comparison(3)
        stage.type("b")
        await stage.see("blinking")
        #expect(stage.text.contains("1/3"))
        for expected in ["2/3", "3/3", "1/3", "2/3"] { await stage.seeSlowly(expected) }
        stage.type("4")
        await stage.see("Rated \u{201C}Photo 2\u{201D}")
        await stage.until { library.assessments(3).map(\.stars) == [nil, 4, nil] }
        stage.type("b")
        await stage.until { state(of: stage)?.comparison?.isBlinking == false }
        let active = state(of: stage)?.active
        stage.clock.advance(by: .seconds(3))
        await settle()
        #expect(state(of: stage)?.active == active)
    }

    @Test("On a small terminal it opens with one photo at a time; v shows panes if there is room", arguments: [80, 40])
    func small(columns: Int) async {
        let stage = await comparison(columns: columns, rows: columns == 80 ? 24 : 12)
        #expect(stage.text.contains("1/2") && !stage.text.contains("Photo 2"))
        stage.type("v")
        if columns == 80 {
            await stage.see("Photo 2")
        } else {
            await shows([1, 2], on: stage)
            stage.resize(columns: 30, rows: 10)
            stage.type("v")
            await stage.see("The terminal has")
        }
        stage.press(Key(.escape))
        await stage.see("1/20")
    }

    @Test("A photo that can't be shown says why in its pane, beside the other one")
    func failure() async {
        let stage = TestStage(
            library: library, pictures: FakePictures(broken: ["Photo 2"]), columns: 120, rows: 40)
        await stage.open("Album 1", "1/20")
        stage.type("c")
        await stage.see("JPEG")
        await stage.see("@@@@")
        #expect(stage.text.contains("Photo 2"))
    }

    @Test("Leaving cancels the loads of all panes and of the next photo")
    func leaving() async {
        let stage = await comparison(4)
        await stage.until { views(of: Pane(4)) == 1 }
        stage.type("q")
        await stage.see("4 marked")
        let cancelled = pictures.recorded.withLock { $0.cancelledPanes }
        #expect(Set(cancelled).isSuperset(of: (0...4).map { Pane($0) }))
        await settle()
        #expect(views(of: Pane(4)) == 1)
    }

    /// The number of views requested for a pane.
    private func views(of pane: Pane) -> Int {
        pictures.recorded.withLock { $0.views.count { $0.request.pane == pane } }
    }

    @Test("i shows the details of the active photo, and going back the comparison")
    func details() async {
        let stage = await comparison()
        stage.press(Key(.tab), Key("i"))
        await stage.see("Dimensions")
        #expect(stage.text.contains("Photo 2"))
        stage.press(Key(.escape))
        await shows([1, 2], active: 1, on: stage)
    }

    @Test("For screen readers, c lists what differs between the photos as text")
    func readers() async {
        let photos = [("Dawn", "Ada"), ("Dusk", "Grace")].map { title, author in
            Photo(id: Photo.ID(title), albumID: Album.ID("1"), title: title, author: author)
        }
        let stage = TestStage(
            library: InMemoryLibrary(photos: photos), pictures: pictures, themes: ThemeSettings(isForReaders: true))
        await stage.open("All", "Dusk")
        stage.type("c")
        await stage.see("2 photos compared")
        await stage.see("Dawn: Ada; Dusk: Grace")
        #expect(!stage.text.contains("Dimensions"))
        stage.press(Key(.escape))
        await stage.see("Dusk")
    }

    // MARK: Pixels

    /// Stripes with edges of some width, and perhaps a white square.
    ///
    /// - Parameters:
    ///   - blur: the width of an edge.
    ///   - square: the left edge of the square.
    private func bitmap(blur: Int, square: Int? = nil) -> Bitmap {
        var pixels: [UInt8] = []
        for y in 0..<60 {
            for x in 0..<120 {
                let phase = x % 40
                let edge = min(
                    1, max(0, Double(phase < 20 ? phase : 40 - phase) - 10 + Double(blur) / 2) / Double(blur))
                let isSquare = square.map { ($0..<$0 + 12).contains(x) && (20..<32).contains(y) } == true
                let gray = isSquare ? 255 : UInt8(40 + 120 * max(0, min(1, edge)))
                pixels += [gray, gray, gray, 255]
            }
        }
        return Bitmap(width: 120, height: 60, pixels: pixels, isOpaque: true)
    }

    /// Compares photos with such pixels, of which the third one is blurred.
    private func inspection(_ count: Int = 2, columns: Int = 120, rows: Int = 40) async -> TestStage {
        let pictures = FakePictures(bitmaps: [
            "Photo 1": bitmap(blur: 1), "Photo 2": bitmap(blur: 1, square: 40), "Photo 3": bitmap(blur: 12),
            "Photo 4": bitmap(blur: 1),
        ])
        let stage = await TestStage(library: library, pictures: pictures, columns: columns, rows: rows)
            .open("Album 1", "1/20")
        if count > 2 {
            for _ in 0..<count {
                stage.type(" ")
                // On a small terminal, the next photo scrolls into view.
                _ = stage.text
            }
        }
        stage.type("c")
        await shows(Array(1...count), on: stage)
        return stage
    }

    /// The sharpness of the photos, in hundredths.
    private func sharpness(on stage: TestStage) -> [Int?] {
        state(of: stage)?.panes.map { photo in
            if case .measured(let value)? = photo.sharpness { Int((value * 100).rounded()) } else { nil }
        } ?? []
    }

    @Test("d tints the active photo where it differs from the other one, and d again removes the tint")
    func differences() async {
        let stage = await inspection()
        stage.press(Key(.tab), Key("d"))
        await stage.see("differs in 2%")
        #expect(state(of: stage)?.panes.map { $0.difference == nil } == [true, false])
        stage.press(Key(.tab))
        await stage.until { state(of: stage)?.panes.map { $0.difference == nil } == [false, true] }
        stage.type("d")
        await stage.miss("differs")
        #expect(state(of: stage)?.panes.allSatisfy { $0.difference == nil } == true)
    }

    @Test(
        "Of several photos, each is compared with the first one, which the caption names, and the first one with the second"
    )
    func reference() async {
        let stage = await inspection(4)
        stage.type("d")
        await stage.see("differs from Photo 2 in 2%")
        stage.press(Key(.tab))
        await stage.see("differs from Photo 1 in 2%")
        stage.press(Key(.tab), Key(.tab))
        await stage.see("no differences from Photo 1")
    }

    @Test("On a small terminal, differences are shown in the one photo that is visible", arguments: [80, 40])
    func differencesOfOne(columns: Int) async {
        let stage = await inspection(3, columns: columns, rows: columns == 80 ? 24 : 12)
        stage.type("d")
        await stage.see(columns == 80 ? "differs from Photo 2 in 2%" : "differs in 2%")
        await stage.see("1/3")
        stage.type(" ")
        await stage.see(columns == 80 ? "differs from Photo 1 in 2%" : "differs in 2%")
        await stage.see("2/3")
    }

    @Test("With a single photo left, d says so")
    func differencesOfNone() async {
        let stage = await album()
        stage.press(Key(.end))
        await stage.see("20/20")
        stage.type("c")
        await shows([19, 20], on: stage)
        stage.press(Key(.delete))
        await shows([20], on: stage)
        stage.type("d")
        await stage.see("This is the only photo left")
    }

    @Test("Each caption has the sharpness, which compares the same part of all photos")
    func sharpness() async {
        let stage = await inspection(3)
        await stage.until { sharpness(on: stage).allSatisfy { $0 != nil } }
        let values = sharpness(on: stage).compactMap { $0 }
        #expect(values.count == 3 && values[0] > 40 && values[2] < values[0] - 15, "\(values)")
        for value in values { await stage.see("sharpness \(value)") }
    }

    @Test("Where the photos have hardly any detail, the caption says so")
    func littleDetail() async {
        /// A sky with a faint gradient, and hardly visible waves.
        func sky(_ length: Int) -> Bitmap {
            let pixels = (0..<120 * 60).flatMap { index -> [UInt8] in
                let tone = UInt8(120 + index % 120 / 6 + (index % 120 / length % 2))
                return [tone, tone, 220, 255]
            }
            return Bitmap(width: 120, height: 60, pixels: pixels, isOpaque: true)
        }
        let pictures = FakePictures(bitmaps: [
            "Photo 1": sky(3), "Photo 2": sky(5), "Photo 3": bitmap(blur: 1), "Photo 4": bitmap(blur: 12),
        ])
        let stage = await TestStage(library: library, pictures: pictures, columns: 120, rows: 40)
            .open("Album 1", "1/20")
        stage.type("c")
        await shows([1, 2], on: stage)
        await stage.see("little detail")
        stage.press(Key(.enter), Key(.tab), Key(.enter))
        await shows([4, 3], active: 1, on: stage)
        await stage.see("sharpness")
        await stage.miss("little detail")
    }

    @Test("Without the pixels of one photo, its sharpness is unknown; that of a single one compares with nothing")
    func missingSharpness() async {
        let stage = await inspection(3)
        await stage.until { sharpness(on: stage).allSatisfy { $0 != nil } }
        stage.press(Key(.tab), Key(.tab), Key("n"), Key("n"))
        await shows([1, 2, 5], on: stage)
        await stage.see("sharpness unknown")
        #expect(sharpness(on: stage).map { $0 != nil } == [true, true, false])
        stage.press(Key(.tab), Key(.tab), Key("n"), Key("n"), Key("n"))
        await shows([1, 6, 5], on: stage)
        await stage.until { sharpness(on: stage) == [nil, nil, nil] }
        await stage.miss("sharpness")
    }

    /// A part of a scene, of which the left edge is at a column.
    private func part(from left: Int) -> Bitmap {
        var pixels: [UInt8] = []
        for y in 0..<120 {
            for x in left..<left + 160 {
                var hash = UInt64(bitPattern: Int64(x / 8)) &* 0x9E37_79B9_7F4A_7C15
                hash ^= UInt64(bitPattern: Int64(y / 6)) &* 0xC2B2_AE3D_27D4_EB4F
                hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
                let tone = UInt8(hash >> 56)
                pixels += [tone, tone, tone, 255]
            }
        }
        return Bitmap(width: 160, height: 120, pixels: pixels, isOpaque: true)
    }

    @Test("e shows the same part of the scene in all photos, also in those that follow")
    func align() async {
        let pictures = FakePictures(bitmaps: [
            "Photo 1": part(from: 40), "Photo 2": part(from: 20), "Photo 3": part(from: 60),
            "Photo 4": part(from: 9000),
        ])
        let stage = await TestStage(library: library, pictures: pictures, columns: 120, rows: 40)
            .open("Album 1", "1/20")
        stage.type("c")
        await shows([1, 2], on: stage)
        stage.type("++++")
        /// How much further to the right a pane shows its photo than the first one, in pixels of 4000.
        func distance(_ index: Int) -> Int? {
            guard let photos = state(of: stage)?.panes, let first = photos[0].shown.viewport?.part,
                let other = photos[index].shown.viewport?.part
            else { return nil }
            return Int((other.x + other.width / 2 - first.x - first.width / 2).rounded())
        }
        #expect(distance(1) == 0)
        stage.type("e")
        await stage.see("Photos aligned")
        #expect(distance(1) == 20)
        stage.press(Key(.tab), Key("n"))
        await shows([1, 3], active: 1, on: stage)
        stage.press(Key(.tab))
        await stage.until("a distance of -20, not \(distance(1) ?? 0)") { distance(1) == -20 }
        stage.type("-")
        #expect(distance(1) == -20)
        stage.press(Key(.tab), Key("n"))
        await shows([1, 4], active: 1, on: stage)
        await stage.see("Not all photos show the same here")
    }

    @Test("The palette switches focus peaking for all photos")
    func peaking() async {
        let stage = await comparison()
        stage.type(":peaking")
        await stage.see("Show or hide focus peaking")
        stage.press(Key(.enter))
        await stage.until {
            let requests = pictures.recorded.withLock { $0.views.map(\.request) }
            // Also of the next challenger.
            return [Pane(0), Pane(1), Pane(4)].allSatisfy { pane in
                requests.last { $0.pane == pane }?.showsPeaking == true
            }
        }
        await stage.see("focus peaking\u{251B}")
    }

    @Test("For screen readers, sharpness and the difference of the pictures are in the text")
    func pixelsForReaders() async {
        let photos = ["Dawn", "Dusk", "Noon"].map { title in
            Photo(id: Photo.ID(title), albumID: Album.ID("1"), title: title)
        }
        let pictures = FakePictures(bitmaps: [
            "Dawn": bitmap(blur: 1), "Dusk": bitmap(blur: 12), "Noon": bitmap(blur: 1),
        ])
        let stage = TestStage(
            library: InMemoryLibrary(photos: photos), pictures: pictures, themes: ThemeSettings(isForReaders: true))
        await stage.open("All", "Noon")
        for _ in 0..<3 { stage.type(" ") }
        stage.type("c")
        await stage.see("3 photos compared")
        await stage.see("of 100; Dusk: ")
        await stage.see("Noon: no differences from Dawn")
    }

    // MARK: Golden screens

    private func demo(columns: Int, rows: Int) async -> TestStage {
        let stage = TestStage(
            library: InMemoryLibrary.demo, pictures: FakePictures(drawsInitials: true), columns: columns, rows: rows)
        await stage.open("Coast", "Lighthouse")
        stage.type("c")
        await stage.until {
            _ = stage.text
            return state(of: stage)?.panes.allSatisfy { $0.shown.drawnPhoto == $0.photo?.id && $0.details != nil }
                == true
        }
        return stage
    }

    @Test("On 120 columns, two panes fill the terminal, the active one in a frame")
    func golden120() async {
        await demo(columns: 120, rows: 40).shows(
            """
            ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┃dddddddddddddddddddddddddddddddddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllllllllllllllllllllllllllllllllll
            ┗ Dune   2024-05-12 07:46 · Ada Lovelace                fit┛ Lighthouse  2024-05-12 07:46 · Ada Lovelace            fit
             ^^^^^^
             ? help  Esc back  Enter keep  Space blink  n p replace  Tab choose  1–5 rate  x reject  K keep one  e align
            """)
    }

    @Test("On 80 columns, one photo fills the terminal, with hints over its last line")
    func golden80() async {
        await demo(columns: 80, rows: 24).shows(
            """
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
             ? help  Esc back  Space blink  Enter keep  n p replace  1–5 rate  x reject
             Dune  2024-05-12 07:46 · Ada Lovelace                                 fit  1/2
            """)
    }

    @Test("On 40 columns, one photo fills the terminal")
    func golden40() async {
        await demo(columns: 40, rows: 12).shows(
            """
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddd
             ? help  Esc back  Space blink
             Dune  2024-05-12 07:46        fit  1/2
            """)
    }
}
