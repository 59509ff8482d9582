import Albums
import TerminalUI
import TestFixtures
import Testing

@testable import Screens

@MainActor
@Suite("Quitting", .timeLimit(.minutes(60)))
struct QuittingTests {
    private let copyPort = StubCopyPort()
    private let isRecoveryCanceled = WaitableValue(false)

    /// Returns a stage that shows the feed while one of its photos is being saved.
    private func saving() async -> TestStage {
        let stage = TestStage(library: InMemoryLibrary(albums: 1), copies: copyPort)
        await stage.open("Album 1")
        stage.press(.feedTab)
        await stage.see("1/48")
        copyPort.set(isHeld: true)
        stage.press(Key("S"), Key(.enter))
        await stage.until("a save request") { !copyPort.orders.isEmpty }
        return stage
    }

    @Test("Quitting waits until a favorite is added")
    func favorites() async {
        let favorites = InMemoryFavorites()
        let stage = TestStage(library: InMemoryLibrary(albums: 1), favorites: favorites)
        await stage.open("Album 1")
        stage.press(.feedTab)
        await stage.see("1/48")
        favorites.set(isHeld: true)
        stage.press(Key("f"), Key("q"))
        await stage.seeSlowly("updating favorites")
        #expect(!stage.hasQuit)
        favorites.set(isHeld: false)
        await stage.until("quitting") { stage.hasQuit }
        #expect(favorites.titles == ["Photo 1"])
    }

    @Test("A favorite that cannot be added stops quitting and shows the reason")
    func failingFavorites() async {
        let favorites = InMemoryFavorites()
        let stage = TestStage(library: InMemoryLibrary(albums: 1), favorites: favorites)
        await stage.open("Album 1")
        stage.press(.feedTab)
        await stage.see("1/48")
        favorites.set(failure: .diskFull)
        stage.press(Key("f"), Key("q"))
        await stage.see("Couldn't update favorites: the disk is full")
        #expect(!stage.hasQuit)
        await stage.until("quitting") {
            // The cancelled attempt to quit may still be ending.
            stage.press(Key("q"))
            return stage.hasQuit
        }
    }

    @Test("While a copy is being saved q asks, and the program quits once it is saved")
    func waits() async {
        let stage = await saving()
        stage.press(Key("q"))
        await stage.shows(
            """
             Ada Lovelace                                                1 album, 48 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ─────────────────────────────────────────────── 1/48 ─
                     ^^^^^^

             ┏━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
             ┃########################┃ ########################  ########################
             ┃########################┃ ########################  ########################
             ┃########################┃ ########################  ########################
             ┃########################┃ ########################  ########################
             ┃########┌ Still working ───────────────────────────────────────────┐########
             ┃########│ Photo 1: saving  45%                                     │########
             ┃########│ Tintype will quit when this is done.                     │########
             ┗━━━━━━━ └──────────────────────────────────────────────────────────┘
                     ^

              ########################  ########################  ########################
              ########################  ########################  ########################
              ########################  ########################  ########################
              ########################  ########################  ########################
              ########################  ########################  ########################
              ########################  ########################  ########################
              ########################  ########################  ########################
                      Photo 4                   Photo 5                   Photo 6
             Photo 1
             q stop and quit  Esc stay
            """)
        #expect(!stage.hasQuit)
        copyPort.set(isHeld: false)
        await stage.until("quitting") { stage.hasQuit }
    }

    /// Returns a stage that shows the albums while an interrupted move is being finished.
    private func recovering(_ notices: [Notice] = []) async -> (TestStage, Gate) {
        let stage = TestStage(library: InMemoryLibrary(albums: 1))
        await stage.open("Album 1")
        let gate = Gate()
        stage.coordinator.recoverFiles { [isRecoveryCanceled] in
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                isRecoveryCanceled.set(true)
            }
            return Task.isCancelled ? [] : notices
        }
        await stage.seeSlowly("finishing an interrupted move")
        return (stage, gate)
    }

    @Test("While an interrupted move is being finished q asks, and the program quits once that is done")
    func waitsForRecovery() async {
        let (stage, gate) = await recovering([.info("Finished")])
        stage.press(Key("q"))
        await stage.see("Still working")
        await stage.see("finishing an interrupted move")
        #expect(!stage.hasQuit)
        gate.open()
        await stage.until("quitting") { stage.hasQuit }
    }

    @Test("If an interrupted move can't be finished, the reason is shown before the program quits")
    func failedRecovery() async {
        let (stage, gate) = await recovering([.failure("a.jpg: permission denied")])
        stage.press(Key("q"))
        await stage.see("Still working")
        gate.open()
        await stage.see("a.jpg: permission denied")
        #expect(!stage.hasQuit)
    }

    @Test("A second q leaves an interrupted move to the next start, once no file is being moved")
    func stopsRecovery() async {
        let (stage, gate) = await recovering([.info("Finished")])
        stage.press(Key("q"), Key("q"))
        await stage.until("a canceled recovery") { isRecoveryCanceled.value }
        #expect(!stage.hasQuit)
        gate.open()
        await stage.until("quitting") { stage.hasQuit }
        #expect(stage.notices.current == nil)
    }

    @Test("A second q stops saving, and quits after the unfinished file is removed")
    func stops() async {
        let stage = await saving()
        stage.press(Key("q"), Key("q"))
        await stage.until("quitting") { stage.hasQuit }
        #expect(copyPort.canceled == 1)
    }

    @Test("Esc stays, and saving continues")
    func stays() async {
        let stage = await saving()
        stage.press(Key("q"), Key(.escape))
        await stage.see("1/48")
        copyPort.set(isHeld: false)
        await stage.see("Saved as")
        #expect(!stage.hasQuit)
    }

    @Test(
        "A failed save is reported before the program quits",
        arguments: [Named("short", false), Named("long enough to show its progress", true)])
    func failure(isShown: Named<Bool>) async {
        let stage = await saving()
        if isShown.value { await stage.seeSlowly("saving  45%") }
        copyPort.fail("Photo 1", CopyFailure(reason: "No space left on device"))
        stage.press(Key("q"))
        copyPort.set(isHeld: false)
        await stage.see("Couldn't save: No space left on device")
        await stage.see("1/48")
        await settle()
        #expect(!stage.hasQuit)
    }

    @Test("If the user cannot be asked, quitting stops saving but waits for favorites")
    func finish() async {
        let stage = await saving()
        stage.press(Key("f"))
        #expect(await stage.coordinator.finish())
        #expect(copyPort.canceled == 1)
        await stage.see("\u{2665}")
    }
}
