import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Coordinator")
struct CoordinatorTests {
    @Test("Help lists the keys of the screen below and goes back to it")
    func help() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.press(Key("?"))
        await stage.shows(
            """
             Keys
            ────────────────────────────────────────────────────────────────────────────────
             Move                                        Collect
               Enter          Open the album or the        z         Undo the last change
                              profile                      Z Ctrl-y  Redo the last change
               Tab Shift-Tab  Next or previous tab
               Alt-1 Alt-2    Albums, feed, favorites    Program
               Alt-3                                       q         Quit
               ← ↓ ↑ →        Move                         r         Retry or reload
               h j k l                                     ? F1      Show all keys
               PgUp PgDn      Page up or down              :         Run a command by name
               Ctrl-b Ctrl-f                               D         Show diagnostics
               Home End g G   Go to the first or last      Ctrl-z    Suspend Tintype
                              item                         Ctrl-l    Redraw the screen

             Look
               /              Search albums
               o              Choose an owner
               O              Sort albums
               u              Show the owner's profile
               '              Show the marked photos
               + - =          Thumbnail size
               Esc            Clear the search
             Esc back  / filter
            """)
        stage.press(Key(.escape), Key(.enter))
        await stage.see("1/7")
        stage.press(Key("?"))
        await stage.shows(
            """
             Keys
            ────────────────────────────────────────────────────────────────────────────────
             Move                                        Collect
               Enter          Open the photo               f         Add to or remove from
               Esc            Clear search/marks or go               favorites
                              back                         m         Mark or unmark
               q              Go back or quit              Space     Mark and go on
               ← ↓ ↑ →        Move                         M         Mark or unmark all
               h j k l                                     '         Show the marked photos
               PgUp PgDn      Page up or down              z         Undo the last change
               Ctrl-b Ctrl-f                               Z Ctrl-y  Redo the last change
               Home End g G   Go to the first or last
                              item                       Share
               t              Go to a year or month        s         Copy, save or share
               J              Find the photo in the        S         Save copies of the
                              album                                  originals
                                                           !         Run a command on the
             Look                                                    photos
               F5 W           Start a slideshow
               /              Search photos              Program
               F              Filter by rating             r         Retry or reload
               O              Sort photos                  ? F1      Show all keys
               w              Switch between grid and      :         Run a command by name
             Esc back  / filter  ↓ scroll
            """)
        stage.press(Key(.escape), Key(.enter))
        await stage.see("fit  1/7")
        stage.press(Key("?"))
        await stage.shows(
            """
             Keys
            ────────────────────────────────────────────────────────────────────────────────
             Move                                         Collect
               Esc           Go back                        f         Add to or remove from
               ← ↓ ↑ →       Pan, or previous and next                favorites
               h j k l       photo                          m         Mark or unmark
               n PgDn        Next photo                     z         Undo the last change
               p PgUp        Previous photo                 Z Ctrl-y  Redo the last change
               Backspace
               Home End g G  First or last photo          Share
               J             Find the photo in the          s         Copy, save or share
                             album                          S         Save copies of the
                                                                      originals
             Look                                           !         Run a command on the
               + - =         Zoom in or out                           photos
               Enter o       Actual size (1:1) at the
                             focus point, or fit          Program
               w             Fit the width or height,       q         Go back or quit
                             or the whole photo             r         Retry or reload
               R L           Rotate (view only)             ? F1      Show all keys
               H             Keep zoom, position and        :         Run a command by name
                             rotation for the next          D         Show diagnostics
                             photos                         Ctrl-z    Suspend Tintype
             Esc back  / filter  ↓ scroll
            """)
    }

    @Test("The doctor shows the current terminal size, even after a resize")
    func doctorAfterResize() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        stage.press(Key("D"))
        await stage.see("Columns  80")
        stage.resize(columns: 100, rows: 30)
        await stage.see("Columns  100")
    }

    @Test("The doctor shows facts that need no disk at once, and the others once they have loaded")
    func doctorInBackground() async {
        let isHeld = WaitableValue(true)
        var loads = 0
        let stage = TestStage(library: InMemoryLibrary()) {
            loads += 1
            try? await isHeld.pass()
            return [Detail("Index", "3 photos")]
        }
        await stage.open("Album 1")
        stage.press(Key("D"))
        await stage.see("Columns  80")
        await stage.until("the facts on disk load") { isHeld.waiting > 0 }
        #expect(!stage.text.contains("3 photos"))
        stage.resize(columns: 100, rows: 30)
        isHeld.set(false)
        await stage.see("Index    3 photos")
        await stage.see("Columns  100")
        stage.resize(columns: 90, rows: 30)
        await stage.see("Columns  90")
        #expect(loads == 1, "each page loads once, whatever the size of the terminal")
        stage.press(Key(.escape))
        await stage.see("Album 1")
        stage.press(Key("D"))
        await stage.see("Index    3 photos")
        #expect(loads == 2)
    }

    @Test("The doctor, the profile and the owner list open from home and go back to it")
    func pages() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        stage.press(Key("D"))
        await stage.shows(
            """
             Doctor
            ────────────────────────────────────────────────────────────────────────────────
             Colors   many
             Columns  80



















             Esc back
            """)
        stage.press(Key(.escape), Key("u"))
        await stage.shows(
            """
             Ada Lovelace
             ada@engine:~/p
            ────────────────────────────────────────────────────────────────────────────────
             Account  ada
             Host     engine
             Folder   ~/p
             Albums   3
             Photos   144















             Esc back
            """)
        stage.press(Key(.escape), Key(.up), Key(.enter))
        await stage.see("Account")
        stage.press(Key(.escape))
        await stage.see("Album 1")
    }

    @Test("The profile of a user shows all details")
    func profile() async {
        let library = InMemoryLibrary.demo
        let address = Address.PostalAddress(
            street: "Kelp Lane", suite: "Apt. 2", city: "Northport", zipcode: "92998-3874",
            coordinate: Address.Coordinate(latitude: -37.3159, longitude: 81.1496))
        library.set(owners: [
            Owner(
                id: Owner.ID("ada"), name: "Ada Quill", username: "quill", email: "ada@quill.example",
                phone: "1-212-555-0102 x56", website: "quill.example", address: .postal(address),
                company: Company(name: "Holt and Sons", catchPhrase: "Slow but sure"), biography: "Sails.\nDraws.")
        ])
        let stage = TestStage.demo(library)
        await stage.see("Ada Quill")
        stage.type("u")
        await stage.shows(
            """
             Ada Quill
             Kelp Lane, Apt. 2, 92998-3874 Northport
            ────────────────────────────────────────────────────────────────────────────────
             Street       Kelp Lane, Apt. 2
             City         92998-3874 Northport
             Coordinates  -37.3159, 81.1496
             Username     quill
             Email        ada@quill.example
             Phone        1-212-555-0102 x56
             Website      quill.example
             Company      Holt and Sons
             Motto        Slow but sure
             About        Sails. Draws.










             Esc back
            """)
    }

    @Test("Only the tabs of home have tab keys")
    func tabKey() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        stage.press(Key(.tab))
        await stage.see("Tab favorites")
        stage.press(.albumsTab, Key(.enter))
        await stage.see("1/48")
        stage.press(Key(.tab), .feedTab, Key("?"))
        await stage.see("Search photos")
        #expect(!stage.text.contains("Next tab"))
    }

    @Test("The offline indicator is at the end of the bottom line, beside hints and notices")
    func offline() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        stage.notices.isOffline = true
        #expect(stage.row(23).hasSuffix("offline"))
        stage.notices.post(.failure("Something happened"))
        #expect(stage.row(23).hasPrefix(" × Something happened") && stage.row(23).hasSuffix("offline"))
        stage.notices.isOffline = false
        #expect(!stage.text.contains("offline"))
    }

    @Test("The feed is a tab of home")
    func feed() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        stage.press(Key(.tab))
        await stage.miss("Album 1")
        await stage.see("Ada Lovelace")
        stage.press(.albumsTab)
        await stage.see("Album 1")
        stage.press(Key(.tab), Key("q"))
        await stage.until("quitting") { stage.hasQuit }
    }

    @Test("u shows the owner from the feed too")
    func profileFromFeed() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        stage.press(Key(.tab))
        await stage.see("Photo 1")
        let header = stage.row(0)
        stage.press(Key("u"))
        await stage.see("Esc back")
        stage.press(Key(.escape))
        await stage.see("Photo 1")
        #expect(stage.row(0) == header)
    }

    @Test("The feed is restored with its position, filter and layout")
    func feedIsKept() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 1))
        await stage.open("Album 1")
        stage.press(Key(.tab))
        await stage.see("1/48")
        stage.type("/even")
        stage.press(Key(.enter), Key("w"))
        await stage.see("24 of 48")
        stage.press(Key(.right), .albumsTab)
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.see("24 of 48")
        stage.press(Key(.enter))
        await stage.see("2/24")
        stage.press(Key(.escape), Key(.escape))
        await stage.see("4/48")
    }

    @Test("Leaving a screen cancels its requests")
    func endsRequests() async {
        let library = InMemoryLibrary()
        let pictures = FakePictures()
        let stage = TestStage(library: library, pictures: pictures)
        library.set(isHeld: true)
        stage.coordinator.start()
        await stage.until("a request") { library.waiting > 0 }
        stage.press(Key("D"))
        await stage.until("no requests") { library.waiting == 0 }
        library.set(isHeld: false)
        stage.press(Key(.escape))
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        pictures.set(isHeld: true)
        stage.press(Key("i"))
        await stage.until("a request") { pictures.waiting > 0 }
        stage.press(Key(.escape))
        await stage.until("no requests") { pictures.waiting == 0 }
    }

    @Test("A resize applies to covered screens too")
    func resize() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.resize(columns: 120, rows: 40)
        stage.press(Key("q"))
        await stage.see("Ada Lovelace")
        #expect(stage.row(39).contains("quit"))
    }
}
