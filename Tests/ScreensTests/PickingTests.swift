import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Picking photos", .timeLimit(.minutes(60)))
struct PickingTests {
    private func album(keys: KeyOverrides = KeyOverrides(), max: Int? = nil) async -> TestStage {
        await TestStage(library: InMemoryLibrary(), keys: keys, picking: Picking(max: max)).open("Album 1", "1/48")
    }

    @Test("Hints and help name the key that picks")
    func labels() async {
        let stage = await album()
        #expect(stage.row(23).hasPrefix(" ? help  Esc albums  Enter pick  m mark  v view  / search"))
        stage.type("?")
        await stage.see("Esc back  / filter")
        #expect(!stage.text.contains("Open the photo"))
        #expect(stage.text.contains("Pick the marked"))
    }

    @Test("A remapped key picks instead of Enter")
    func remapped() async {
        let stage = await album(keys: KeyOverrides(["photos.open": ["e"]]))
        #expect(stage.row(23).hasPrefix(" ? help  Esc albums  e pick"))
        stage.press(Key(.enter))
        await stage.see("Enter does nothing here")
        stage.type("e")
        await stage.until { stage.picked != nil }
        #expect(stage.picked?.count == 1 && !stage.hasQuit)
    }

    @Test("While picking, v opens the photo in the viewer")
    func viewing() async {
        let stage = await album()
        stage.press(Key("v"))
        await stage.see("Esc grid  Enter pick")
        #expect(stage.picked == nil)
    }

    @Test("The palette picks the marked photos, in the order they were marked")
    func palette() async {
        let stage = await album()
        stage.press(Key(.right), Key("m"), Key(.left), Key("m"))
        await stage.see("2 marked")
        stage.type(":pick")
        await stage.see("\u{25B8} Pick the marked")
        stage.press(Key(.enter))
        await stage.until { stage.picked != nil }
        #expect(stage.picked?.map { $0.split(separator: "/").last } == ["2", "1"])
    }

    @Test("Enter in the viewer picks the marked photos, whichever is shown")
    func viewer() async {
        let stage = await album()
        stage.press(Key("m"), Key(.right), Key(.function(5)))
        await stage.see("slideshow  1 marked")
        stage.press(Key(" "), Key(.right))
        await stage.see("Photo 3")
        stage.type("m")
        await stage.see("\u{2713} Photo 3")
        await stage.see("2 marked")
        stage.press(Key(.right), Key(.enter))
        await stage.until { stage.picked != nil }
        #expect(stage.picked?.map { $0.split(separator: "/").last } == ["1", "3"])
    }

    @Test("Enter in the viewer picks the photo shown if none is marked")
    func unmarked() async {
        let stage = await album()
        stage.press(Key(.function(5)))
        await stage.see("? help  Esc grid  Enter pick  m mark")
        stage.press(Key(.right))
        await stage.see("Photo 2")
        stage.press(Key(.enter))
        await stage.until { stage.picked != nil }
        #expect(stage.picked?.map { $0.split(separator: "/").last } == ["2"])
    }

    @Test("Marks beyond the maximum are refused at once")
    func max() async {
        let stage = await album(max: 2)
        stage.type("M")
        await stage.see("Pick at most 2 photos")
        #expect(!stage.text.contains("marked"))
        stage.press(Key("m"), Key(.right), Key("m"), Key(.right), Key("m"))
        await stage.see("Pick at most 2 photos")
        #expect(stage.row(0).contains("2 marked"))
        stage.press(Key(.enter))
        await stage.until { stage.picked != nil }
        #expect(stage.picked?.count == 2)
    }

    @Test("Esc in a list of paths quits, since there is no home screen")
    func list() async {
        let stage = TestStage(library: InMemoryLibrary(), picking: Picking())
        stage.coordinator.start(with: .photos(.album(Album.ID("Album 1")), title: "Standard input"))
        await stage.see("1/48")
        #expect(stage.row(0).hasPrefix(" Standard input"))
        #expect(stage.row(23).hasPrefix(" ? help  Esc quit  Enter pick  m mark  v view  / search"))
        stage.press(Key("m"), Key(.escape))
        await stage.miss("marked")
        #expect(!stage.hasQuit)
        stage.press(Key(.escape))
        await stage.until { stage.hasQuit }
        #expect(stage.picked == nil)
    }

    @Test("A list of paths to pick from at 120 x 40")
    func list120() async {
        let stage = TestStage(
            library: InMemoryLibrary.demo, pictures: FakePictures(drawsInitials: true), columns: 120, rows: 40,
            picking: Picking())
        stage.coordinator.start(with: .photos(.album(Album.ID("Coast")), title: "Standard input"))
        await stage.see("Lighthouse")
        stage.press(Key("m"), Key(.right), Key("m"))
        await stage.shows(
            """
             Standard input                                                                                           2 marked  2/7



              ✓                           ┏ ✓ ━━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
             ^^^                           ^^^
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
             dddddddddddddddddddddddddddd ┃llllllllllllllllllllllllllll┃ pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
                         Dune             ┗━━━━━━━━ Lighthouse ━━━━━━━━┛             Pier                          Reef
                                                   ^^^^^^^^^^^^

             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
                         Surf               Tide pools af…f the winter              Wreck


             Lighthouse · 2024-05-12 07:46
             ? help  Esc unmark all  Enter pick  m mark  v view  / search  F5 slideshow  f favorite  s share  w masonry  O sort
            """)
    }

    @Test("A list of paths to pick from at 80 x 24")
    func list80() async {
        let stage = TestStage(
            library: InMemoryLibrary.demo, pictures: FakePictures(drawsInitials: true), columns: 80, rows: 24,
            picking: Picking())
        stage.coordinator.start(with: .photos(.album(Album.ID("Coast")), title: "Standard input"))
        await stage.see("Lighthouse")
        stage.press(Key("m"), Key(.right), Key("m"))
        await stage.shows(
            """
             Standard input                                                   2 marked  2/7

               ✓                       ┏ ✓ ━━━━━━━━━━━━━━━━━ ♡ ━┓
              ^^^                       ^^^
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
              dddddddddddddddddddddddd ┃llllllllllllllllllllllll┃ pppppppppppppppppppppppp
                        Dune           ┗━━━━━━ Lighthouse ━━━━━━┛           Pier
                                              ^^^^^^^^^^^^

              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
                        Reef                      Surf             Tide pools …the winter
             Lighthouse · 2024-05-12 07:46
             ? help  Esc unmark all  Enter pick  m mark  v view  / search  F5 slideshow
            """)
    }

    @Test("A list of paths to pick from at 40 x 12")
    func list40() async {
        let stage = TestStage(
            library: InMemoryLibrary.demo, pictures: FakePictures(drawsInitials: true), columns: 40, rows: 12,
            picking: Picking())
        stage.coordinator.start(with: .photos(.album(Album.ID("Coast")), title: "Standard input"))
        await stage.see("Lighthouse")
        stage.press(Key("m"), Key(.right), Key("m"))
        await stage.shows(
            """
             Standard input           2 marked  2/7
              ✓                 ┏ ✓ ━━━━━━━━━━━ ♡ ━┓
             ^^^                 ^^^
             dddddddddddddddddd ┃llllllllllllllllll┃
             dddddddddddddddddd ┃llllllllllllllllll┃
             dddddddddddddddddd ┃llllllllllllllllll┃
             dddddddddddddddddd ┃llllllllllllllllll┃
             dddddddddddddddddd ┃llllllllllllllllll┃
             dddddddddddddddddd ┃llllllllllllllllll┃
             dddddddddddddddddd ┃llllllllllllllllll┃
                    Dune        ┗━━━ Lighthouse ━━━┛
                                    ^^^^^^^^^^^^
             Lighthouse · 2024-05-12 07:46
             ? help  Esc unmark all  Enter pick
            """)
    }
}
