import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Help", .timeLimit(.minutes(60)))
struct HelpTests {
    private func openHelp(columns: Int, rows: Int, forReaders: Bool = false) async -> TestStage {
        let stage = await TestStage.demoAlbum(forReaders: forReaders)
        stage.resize(columns: columns, rows: rows)
        stage.press(Key("?"))
        return stage
    }

    @Test("A wide terminal shows all groups side by side")
    func wide() async {
        await openHelp(columns: 120, rows: 24).shows(
            """
             Keys
            ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
             Move                                                 Collect
               Enter            Open the photo                      f         Add to or remove from favorites
               Esc              Clear search/marks or go back       m         Mark or unmark
               q                Go back or quit                     Space     Mark and go on
               ← ↓ ↑ → h j k l  Move                                M         Mark or unmark all
               PgUp PgDn        Page up or down                     '         Show the marked photos
               Ctrl-b Ctrl-f                                        z         Undo the last change
               Home End g G     Go to the first or last item        Z Ctrl-y  Redo the last change
               t                Go to a year or month
               J                Find the photo in the album       Share
                                                                    s         Copy, save or share
             Look                                                   S         Save copies of the originals
               F5 W             Start a slideshow                   !         Run a command on the photos
               /                Search photos
               F                Filter by rating                  Program
               O                Sort photos                         r         Retry or reload
               w                Switch between grid and masonry     ? F1      Show all keys
               d                Show or hide dates                  :         Run a command by name
               b                Fold or unfold bursts               D         Show diagnostics
               + - =            Thumbnail size                      Ctrl-z    Suspend Tintype
               i                Show details                        Ctrl-l    Redraw the screen
             Esc back  / filter  ↓ scroll
            """)
    }

    @Test("A small terminal shows one column, which scrolls")
    func small() async {
        let stage = await openHelp(columns: 40, rows: 12)
        await stage.shows(
            """
             Keys
            ────────────────────────────────────────
             Move
               Enter          Open the photo
               Esc            Clear search/marks or
                              go back
               q              Go back or quit
               ← ↓ ↑ →        Move
               h j k l
               PgUp PgDn      Page up or down
               Ctrl-b Ctrl-f
             Esc back  / filter  ↓ scroll
            """)
        stage.press(Key(.end))
        await stage.shows(
            """
             Keys
            ────────────────────────────────────────
                              photos

             Program
               r              Retry or reload
               ? F1           Show all keys
               :              Run a command by name
               D              Show diagnostics
               Ctrl-z         Suspend Tintype
               Ctrl-l         Redraw the screen
             Esc back  / filter  ↑ scroll
            """)
    }

    @Test("The filter finds a command by each of its keys", arguments: ["pgdn", "ctrl-f"])
    func filterByKey(key: String) async {
        let stage = await openHelp(columns: 80, rows: 24)
        stage.type("/" + key)
        await stage.until("one entry") {
            stage.text.contains("Page up or down") && !stage.text.contains("Show all keys")
        }
    }

    @Test("/ filters the keys by description and by key")
    func filter() async {
        let stage = await openHelp(columns: 80, rows: 24)
        stage.type("/mark")
        await stage.shows(
            """
             Keys  /mark
                        _
            ────────────────────────────────────────────────────────────────────────────────
             Move                                   Collect
               Esc  Clear search/marks or go back     m      Mark or unmark
                                                      Space  Mark and go on
                                                      M      Mark or unmark all
                                                      '      Show the marked photos
















             Enter keep  Esc clear
            """)
        stage.press(Key(.tab), Key(.function(1)))
        await stage.see("Keys  /mark")
        stage.press(Key(.enter))
        await stage.see("Esc clear")
        stage.press(Key(.escape))
        await stage.see("Esc back")
        stage.type("/ctrl-l")
        await stage.see("Redraw the screen")
        #expect(!stage.text.contains("Show details"))
        stage.type("zzz")
        await stage.see("No keys match \u{201C}ctrl-lzzz\u{201D}")
    }

    @Test("An unused key is explained, and the keys in the bottom line are buttons")
    func leaving() async {
        let stage = await openHelp(columns: 80, rows: 24)
        stage.click(on: "filter")
        stage.type("q")
        await stage.see("Keys  /q")
        stage.press(Key(.escape), Key("x"))
        await stage.see("x does nothing here (press Esc to go back)")
        stage.type("q")
        await stage.see("Lighthouse")
        stage.type("?")
        stage.click(on: "Esc back")
        await stage.see("Lighthouse")
    }

    @Test("Screen readers get one column without ornament")
    func readers() async {
        await openHelp(columns: 80, rows: 12, forReaders: true).shows(
            """
             Keys

             Move
            _
               Enter          Open the photo
               Esc            Clear search/marks or go back
               q              Go back or quit
               ← ↓ ↑ →        Move
               h j k l
               PgUp PgDn      Page up or down
               Ctrl-b Ctrl-f
               Home End g G   Go to the first or last item
             Esc back  / filter  ↓ scroll
            """)
    }
}
