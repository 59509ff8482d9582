import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Album owner on home", .timeLimit(.minutes(60)))
struct HomeOwnerTests {
    @Test("o lists everyone and the owners, with the current choice selected")
    func choice() async {
        let library = InMemoryLibrary.demo
        library.set(owners: [.named("ada"), .named("alan"), .named("grace")])
        let stage = TestStage.demo(library)
        await stage.see("Coast")
        stage.type("o")
        await stage.see("Show albums by")
        stage.press(Key(.down))
        await stage.shows(
            """
             Everyone · 3 owners · o                                    3 albums, 10 photos
             Ada
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────── 1/3 ─
             ^^^^^^^^


             ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddd┌ Show albums by ──────────────────────┐cccccccccccccccccc
             ┃dddddddddddddddddd│   Everyone       3 albums, 10 photos │cccccccccccccccccc
             ┃dddddddddddddddddd│ ▸ Ada            3 albums, 10 photos │cccccccccccccccccc
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ┃dddddddddddddddddd│   Alan                      0 albums │cccccccccccccccccc
             ┃dddddddddddddddddd│   Grace                     0 albums │cccccccccccccccccc
             ┃dddddddddddddddddd└──────────────────────────────────────┘cccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┗━━━━━━━━ Coast ━━━━━━━━━┛     Harbor at night                Zennor
                      ^^^^^^^
                      7 photos                  2 photos                  1 photo


             Coast · 7 photos
             Esc back  Enter choose  / search  ? help
            """)
    }

    @Test("The list of owners counts the albums and photos that the library knows")
    func counts() async {
        let library = InMemoryLibrary.demo
        library.set(owners: [.named("ada"), .named("alan")])
        let stage = TestStage.demo(library)
        await stage.see("Coast")
        library.set(isHeld: true)
        stage.type("o")
        await stage.see("Show albums by")
        #expect(!stage.choices.contains("3 albums"))
        library.set(isHeld: false)
        await stage.until("counts") { stage.choices.contains("3 albums, 10 photos") }
        await stage.until("counts") { stage.choices.contains("0 albums") }
        stage.press(Key(.escape))
        await stage.see("Coast")
        library.set(isComplete: false)
        stage.type("o")
        await stage.until("an incomplete count") { stage.choices.contains("3 albums \u{2026}") }
        #expect(!stage.choices.contains("photos"))
    }

    @Test("Typing in the list of owners leaves those that match, and Esc shows all of them again")
    func search() async {
        let library = InMemoryLibrary.demo
        library.set(owners: [.named("ada"), .named("alan"), .named("grace")])
        let stage = TestStage.demo(library)
        await stage.see("Coast")
        stage.type("o")
        await stage.see("Show albums by")
        stage.type("/gr")
        await stage.miss("Alan")
        #expect(stage.choices.contains("Grace") && !stage.choices.contains("Everyone"))
        stage.type("x")
        await stage.see("No owners match \u{201C}grx\u{201D}")
        stage.press(Key(.enter), Key(.enter))
        #expect(stage.text.contains("Nothing is selected"))
        stage.press(Key(.escape))
        await stage.until("all owners") { stage.choices.contains("Everyone") }
        stage.type("?")
        await stage.see("Search owners")
        stage.press(Key(.escape), Key(.escape))
        await stage.see("Coast")
    }

    @Test("The search line never covers the selected owner")
    func searchAboveOwners() async {
        let library = InMemoryLibrary.demo
        library.set(owners: (10..<60).map { .named("ada\($0)") })
        let stage = TestStage(library: library, columns: 60, rows: 12)
        await stage.open("Coast")
        stage.type("o")
        await stage.see("Show albums by")
        stage.type("/ada")
        for _ in 0..<3 {
            stage.press(Key(.pageDown))
            #expect(stage.text.contains("\u{25B8}"))
        }
    }

    @Test("Albums are requested only after the owner is resolved")
    func asksForNoOthersAlbums() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library, ownerPreference: .named("ADA"))
        await stage.open("Album 3")
        #expect(Set(library.askedScopes) == [Owner.ID("ada")])
        #expect(stage.row(0).hasSuffix("3 albums"))
    }

    @Test("The albums of a remembered owner are requested alongside the owners")
    func asksSideBySide() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        library.set(isHeld: true)
        let stage = TestStage(library: library, ownerPreference: .owner(Owner.ID("ada")))
        stage.coordinator.start()
        await stage.until("two requests") { library.waiting == 2 }
        library.set(isHeld: false)
        await stage.see("Album 3")
        #expect(Set(library.askedScopes) == [Owner.ID("ada")])
    }

    @Test("If the remembered owner no longer exists, everyone's albums are listed")
    func missingOwner() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library, ownerPreference: .owner(Owner.ID("alan")))
        await stage.open("Album 3")
        #expect(Set(library.askedScopes) == [Owner.ID("alan"), nil])
    }

    @Test("Until the owners load, everyone's albums are listed and the preference is kept")
    func keptPreference() async {
        let library = InMemoryLibrary()
        let host = Owner(id: .unknown, name: "photos.example", address: .postal(.init()))
        library.set(owners: [host])
        let stage = TestStage(library: library, ownerPreference: .named("alan"))
        await stage.open("photos.example")
        await stage.see("Album 3")
        #expect(!stage.text.contains("no owner named"))
        library.set(owners: [.named("ada"), .named("alan"), host])
        stage.press(Key("r"))
        await stage.until("the preferred owner") { library.askedScopes.last == .some(Owner.ID("alan")) }
        #expect(Set(library.askedScopes.dropLast(2)).isSubset(of: [nil, Owner.ID("alan")]))
    }

    @Test("A random owner does not replace albums already on the screen")
    func lateChance() async {
        let library = InMemoryLibrary()
        let host = Owner(id: .unknown, name: "photos.example", address: .postal(.init()))
        library.set(owners: [host])
        let stage = TestStage(library: library, ownerPreference: .random)
        await stage.open("photos.example")
        await stage.see("Album 3")
        library.set(owners: [.named("ada"), .named("alan"), host])
        stage.press(Key("r"))
        await stage.until("the owners") {
            stage.press(Key("o"))
            return stage.text.contains("Show albums by")
        }
        #expect(Set(library.askedScopes) == [nil])
        #expect(stage.preferences.scope == nil)
    }

    @Test(
        "A preferred owner is remembered as if chosen",
        arguments: [
            (.named("ada"), [.owner(Owner.ID("ada"))]), (.everyone, [.everyone]),
            (.random, [.owner(Owner.ID("ada")), .owner(Owner.ID("grace"))]),
        ] as [(OwnerPreference, [AlbumList])])
    func rememberedPreference(_ ownerPreference: OwnerPreference, _ scopes: [AlbumList]) async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library, ownerPreference: ownerPreference)
        stage.coordinator.start()
        await stage.until("a remembered owner") { stage.preferences.scope.map(scopes.contains) ?? false }
    }

    @Test("An unknown owner is not remembered")
    func unmatchedPreference() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library, ownerPreference: .named("alan"))
        await stage.open("This library has no owner named alan")
        #expect(stage.preferences.scope == nil)
    }

    @Test("A search is dropped when the list changes to another owner")
    func searchOfOthers() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library)
        await stage.open("Album 3")
        stage.type("/album 2")
        await stage.see("1 of 3")
        stage.press(Key(.enter), Key("o"), Key(.end), Key(.enter))
        await stage.see("Album 3")
        #expect(!stage.text.contains("/album"))
    }

    @Test("Without other owners, that is reported")
    func nobodyElse() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Ada Lovelace")
        stage.press(Key("o"))
        await stage.see("This library has no other owners")
    }

    @Test("The totals of everyone are not shown as those of one owner", arguments: [true, false])
    func everyonesTotals(isOfSeveral: Bool) async {
        let library = InMemoryLibrary()
        if isOfSeveral { library.set(owners: [.named("ada"), .named("grace")]) }
        let stage = TestStage(library: library, ownerPreference: .everyone)
        await stage.open("3 albums, 144 photos")
        #expect(stage.row(0).hasPrefix(isOfSeveral ? " Everyone \u{00B7} 2 owners \u{00B7} o" : " Ada Lovelace"))
        #expect(stage.row(1).hasPrefix(isOfSeveral ? " Ada" : " ada@engine") && !stage.row(0).contains("owner 1"))
        stage.press(.feedTab)
        await stage.see("Photo 1")
        #expect(stage.row(0).hasPrefix(isOfSeveral ? " Everyone" : " Ada Lovelace"))
        #expect(stage.row(1).hasPrefix(isOfSeveral ? " 2 owners" : " ada@engine"))
    }

    @Test("Beside an owner's name stand the number of owners and the key to choose one", arguments: [80, 32, 24])
    func position(columns: Int) async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada"), .named("alan")])
        let stage = TestStage(library: library, ownerPreference: .named("ada"), columns: columns, rows: 24)
        await stage.open("Album 1")
        await stage.until("the owners") { stage.row(0).contains("3 \u{00B7} o") }
        let text = columns == 32 ? "2/3 \u{00B7} o" : "owner 2 of 3 \u{00B7} o"
        #expect(stage.row(0).hasPrefix(" Ada \u{00B7} \(text)"))
        stage.click(on: text)
        await stage.see("Show albums by")
    }

    @Test("The feed's heading names no owner, and home shows the chosen owner again")
    func feedOfEveryone() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library, ownerPreference: .named("ada"))
        stage.coordinator.start()
        await stage.see("Ada \u{00B7} owner 2 of 2")
        for tab in [Key.feedTab, .favoritesTab] {
            stage.press(tab)
            await stage.until("everyone's heading") { stage.row(0).hasPrefix(" Everyone") }
            #expect(!stage.text.contains("Ada"))
        }
        stage.press(.albumsTab)
        await stage.see("Ada \u{00B7} owner 2 of 2")
    }

    @Test("In the feed of several owners, u says where to choose one")
    func profileOfEveryone() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("grace"), .named("ada")])
        let stage = TestStage(library: library, ownerPreference: .named("ada"))
        stage.coordinator.start()
        await stage.see("Ada \u{00B7} owner 2 of 2")
        stage.press(.feedTab)
        await stage.until("everyone's heading") { stage.row(0).hasPrefix(" Everyone") }
        stage.type("u")
        await stage.see("These photos have several owners; choose one in Albums")
    }

    @Test("Up from all albums selects the owner and Enter opens the profile; a click on the name chooses another")
    func ownerOfSelectedAlbum() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("ada"), .named("grace")])
        let stage = TestStage(library: library, ownerPreference: .everyone)
        await stage.open("Album 1")
        stage.press(Key(.up))
        #expect(stage.isReversed("Ada") && !stage.isReversed("Everyone"))
        stage.press(Key(.enter))
        await stage.until("the profile") { stage.row(0) == " Ada" }
        stage.press(Key(.escape))
        await stage.see("Album 1")
        stage.click(on: "Everyone")
        await stage.see("Show albums by")
    }
}

extension TestStage {
    /// The lines of the menu.
    fileprivate var choices: String { box.joined(separator: "\n") }
}
