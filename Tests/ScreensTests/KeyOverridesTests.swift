import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Key overrides", .timeLimit(.minutes(60)))
struct KeyOverridesTests {
    @Test("An override replaces the default key in commands, hints and help")
    func chosen() {
        let keyMap = KeyMap.viewer.with(
            KeyOverrides(["viewer.next": ["y", "ctrl-n"], "viewer.zoom-in": ["e"], "viewer.caption": []]))
        #expect(keyMap.command(for: Key("y")) == .next)
        #expect(keyMap.command(for: Key(.character("n"), .control)) == .next)
        #expect(keyMap.command(for: Key("n")) == nil)
        #expect(keyMap.command(for: Key("c")) == nil)
        #expect(keyMap.label(for: .next) == "y")
        #expect(keyMap.hints().contains(Hint(keys: [Key("e"), Key("-")], label: "zoom")))
        #expect(keyMap.helpEntries.contains(HelpEntry(group: .move, keys: [["y", "Ctrl-n"]], help: "Next photo")))
        #expect(!keyMap.helpEntries.contains { $0.help == "Show or hide the caption" })
    }

    @Test("Two commands can swap keys")
    func exchange() {
        let choice = KeyOverrides(["viewer.next": ["p"], "viewer.previous": ["n"]])
        #expect(choice.problems == [])
        #expect(KeyMap.viewer.with(choice).command(for: Key("n")) == .previous)
    }

    @Test("A configuration from before differences were shown can have d for another command of the comparison")
    func yieldingDifferences() {
        let overrides = KeyOverrides(["compare.rotate": ["d"]])
        #expect(overrides.problems == [])
        #expect(KeyMap.comparison.with(overrides).command(for: Key("d")) == .rotate)
    }

    @Test("A command's only key and an overridden key cannot be reassigned")
    func conflicts() {
        let choice = KeyOverrides([
            "viewer.next": ["s"], "viewer.rotate": ["t"], "viewer.caption": ["t"], "photos.timeline": ["n"],
        ])
        #expect(
            choice.problems == [
                .conflictingKey("t", for: "viewer.caption", by: "viewer.rotate"),
                .conflictingKey("s", for: "viewer.next", by: "photo.share"),
            ])
        #expect(KeyMap.viewer.with(choice).command(for: Key("n")) == .next)
        #expect(KeyMap.viewer.with(choice).command(for: Key("t")) == .rotate)
        #expect(KeyMap.photoGrid(tab: nil).with(choice).command(for: Key("n")) == .timeline)
    }

    @Test("A key can be reassigned from a command that has others")
    func reassigned() throws {
        let choice = KeyOverrides(["viewer.next": ["n", "right"]])
        #expect(choice.problems == [])
        let keyMap = KeyMap.viewer.with(choice)
        #expect(keyMap.command(for: Key(.right)) == .next)
        #expect(keyMap.command(for: Key("l")) == .pan(.right))
        #expect(keyMap.command(for: Key(.pageDown)) == nil)
        #expect(
            keyMap.helpEntries.contains(
                HelpEntry(
                    group: .move, keys: [["\u{2190}", "\u{2193}", "\u{2191}", "l"], ["h", "j", "k"]],
                    help: "Pan, or previous and next photo")))
        let entry = try #require(choice.listing.first { $0.command == "viewer.right" })
        #expect(entry.keys == ["l"] && entry.defaults == ["right", "l"] && entry.overriddenBy == "viewer.next")
    }

    @Test("Two overrides cannot leave a third command without a key")
    func allTaken() {
        let choice = KeyOverrides(["viewer.next": ["right"], "viewer.previous": ["l"]])
        #expect(choice.problems == [.conflictingKey("right", for: "viewer.next", by: "viewer.right")])
        #expect(KeyMap.viewer.with(choice).command(for: Key(.right)) == .pan(.right))
        #expect(KeyMap.viewer.with(choice).command(for: Key("l")) == .previous)
    }

    @Test("A program key applies on every screen")
    func programKeys() {
        let choice = KeyOverrides([
            "program.redraw": ["q"], "program.suspend": ["enter"], "home.open": ["ctrl-l"], "photos.open": ["ctrl-o"],
        ])
        #expect(
            Set(choice.problems) == [
                .conflictingKey("q", for: "program.redraw", by: "home.quit"),
                .conflictingKey("enter", for: "program.suspend", by: "home.open"),
                .conflictingKey("ctrl-l", for: "home.open", by: "program.redraw"),
            ])
        #expect(KeyMap.program.with(choice).command(for: Key("q")) == nil)
        #expect(KeyMap.home.with(choice).command(for: Key(.enter)) == .open)
        let other = KeyOverrides(["program.redraw": ["f5", "pagedown"]])
        #expect(other.problems == [])
        #expect(KeyMap.program.with(other).command(for: Key(.pageDown)) == .redraw)
        #expect(KeyMap.viewer.with(other).command(for: Key(.pageDown)) == nil)
    }

    @Test("The user's own commands have keys on every screen with photos, and no others")
    func ownCommands() {
        let lines = ["shrink": "mogrify {}", "print": "lp"]
        let choice = KeyOverrides(
            [
                "commands.shrink": ["J"], "commands.print": ["R"], "commands.fly": ["y"], "home.open": ["J"],
                "viewer.caption": ["J"],
            ], commands: lines)
        #expect(
            Set(choice.problems) == [
                .unknownCommand("commands.fly"),
                .conflictingKey("R", for: "commands.print", by: "viewer.rotate"),
                .conflictingKey("J", for: "commands.shrink", by: "viewer.caption"),
            ])
        let other = KeyOverrides(["commands.shrink": ["e"], "home.open": ["e"]], commands: lines)
        #expect(other.problems == [])
        #expect(KeyMap.ofUser(lines).with(other).command(for: Key("e")) == .runLine("mogrify {}"))
        #expect(other.listing.suffix(2).map(\.command) == ["commands.print", "commands.shrink"])
        #expect(other.listing.last?.keys == ["e"] && other.listing.last?.help == "shrink")
    }

    @Test("Unknown command and key names are reported")
    func unknown() {
        let choice = KeyOverrides(["viewer.fly": ["f"], "nowhere.next": ["n"], "viewer.next": ["n", "hyper-n"]])
        #expect(
            choice.problems == [
                .unknownCommand("nowhere.next"), .unknownCommand("viewer.fly"),
                .unknownKey("hyper-n", for: "viewer.next"),
            ])
        #expect(KeyMap.viewer.with(choice).command(for: Key("n")) == .next)
    }

    @Test("Every command has a unique name, and its default keys have names")
    func names() {
        let listing = KeyOverrides().listing
        #expect(Set(listing.map(\.command)).count == listing.count)
        for entry in listing {
            #expect(entry.command.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z0-9]+)*/) != nil, "\(entry.command)")
            #expect(
                entry.keys == entry.defaults && entry.defaults.allSatisfy { Key(name: $0)?.name == $0 },
                "\(entry.command)")
        }
        #expect(listing.contains { $0.command == "viewer.zoom-in" && $0.keys == ["+", "="] })
        #expect(listing.contains { $0.command == "photos.page-up" && $0.keys == ["pageup", "ctrl-b"] })
    }

    @Test("Earlier names of commands keep working, and those of one command add up")
    func earlierNames() {
        let choice = KeyOverrides(["viewer.undo": ["U"], "reader.undo": ["Z", "U"], "photos.undo": ["Z"]])
        #expect(choice.problems == [])
        #expect(choice.keys(for: "program.undo") == [Key("Z"), Key("U")])
        #expect(KeyMap.program.with(choice).label(for: .redo) == "Ctrl-y")
        #expect(choice.listing.contains { $0.command == "program.undo" && $0.defaults == ["z"] })
        // A key of one screen counts on all of them.
        let conflict = KeyOverrides(["viewer.undo": ["f"]])
        #expect(conflict.problems.count == 1 && conflict.keys(for: "program.undo") == nil)
    }

    @Test("Keys that a configuration had before they rated photos stay with their commands")
    func formerKeys() {
        let choice = KeyOverrides(["viewer.fit": ["0"], "viewer.actual-size": ["1"], "photos.slideshow": ["space"]])
        #expect(choice.problems == [])
        #expect(KeyMap.viewer.with(choice).command(for: Key("1")) == .actualSize)
        #expect(KeyMap.photoGrid(tab: nil).with(choice).command(for: Key(" ")) == .slideshow)
        #expect(KeyMap.photo.with(choice).command(for: Key("1")) == nil)
        #expect(KeyMap.photo.with(choice).command(for: Key("2")) == .rate(2))
    }

    @Test("Number keys in a row are a range in hints and in the help, unless the user changes one")
    func ranges() {
        func shown(_ choice: KeyOverrides) -> [String] {
            let keys = KeyMap.photo.with(choice)
            let entries = keys.helpEntries.filter { $0.help.hasPrefix("Rate 1") || $0.help.hasPrefix("Label red,") }
            return keys.hints(of: [.rate(1)]).map(\.keyText) + entries.flatMap(\.shortKeys).joined()
        }
        #expect(shown(KeyOverrides([:])) == ["1\u{2013}5", "1\u{2013}5", "0", "6\u{2013}9"])
        let changed = KeyOverrides(["photo.rate-3": ["J"], "photo.label-red": []])
        #expect(shown(changed) == ["1 5", "1", "2", "J", "4", "5", "0", "7\u{2013}9"])
    }

    @Test("The keys of a preset don't conflict, and the user's own override them", arguments: KeyPreset.allCases)
    func presets(_ preset: KeyPreset) {
        #expect(KeyOverrides(preset: preset).problems == [])
        let own = KeyOverrides(["photo.pick-flag": ["T"]], preset: preset)
        #expect(own.problems == [] && own.label(for: "photo.pick-flag") == "T")
    }

    @Test("Lightroom's keys pick, remove flags and zoom")
    func lightroom() {
        let choice = KeyOverrides(preset: .lightroom)
        #expect(KeyMap.photo.with(choice).command(for: Key("p")) == .pickFlag)
        #expect(KeyMap.photo.with(choice).command(for: Key("u")) == .unflag)
        #expect(KeyMap.viewer.with(choice).command(for: Key("z")) == .actualSize)
        #expect(KeyMap.viewer.with(choice).command(for: Key("g")) == .back)
        #expect(KeyMap.program.with(choice).command(for: Key("z")) == nil)
    }

    @Test(
        "Every earlier name of a command still changes its key",
        arguments: [
            "home.help", "photos.help", "viewer.help", "reader.help", "owners.help", "sort.help", "timeline.help",
            "values.help", "share.help", "home.doctor", "photos.doctor", "viewer.doctor", "reader.doctor",
            "photos.undo", "viewer.undo", "reader.undo", "photos.favorite", "viewer.favorite", "reader.favorite",
            "photos.mark", "viewer.mark", "reader.mark", "photos.mark-all", "photos.show-marked", "photos.share",
            "viewer.share", "reader.share", "photos.save", "viewer.save", "reader.save", "viewer.play", "reader.play",
            "program.run",
        ])
    func earlierName(name: String) throws {
        let choice = KeyOverrides([name: ["f9"]])
        #expect(choice.problems == [])
        let command = try #require(name.split(separator: ".").last)
        #expect(choice.listing.filter { $0.keys == ["f9"] }.contains { $0.command.hasSuffix(command) })
    }

    @Test("A key of a command that only some screens with photos offer is free on the others")
    func screensOfPhotoCommands() {
        // In a grid, Enter opens the photo, and a video plays in the viewer.
        #expect(KeyOverrides(["photos.open": ["enter"]]).problems == [])
        #expect(KeyOverrides(["viewer.next": ["M", "n"]]).problems == [])
        #expect(KeyOverrides(["viewer.next": ["enter"]]).problems.count == 1)
    }

    @Test("Screens use the overridden keys")
    func screens() async {
        let stage = TestStage(
            library: InMemoryLibrary(),
            keys: KeyOverrides(["home.open": ["y"], "photos.favorite": ["v"], "photos.undo": ["Z"], "page.down": ["n"]])
        )
        await stage.open("Album 1")
        #expect(stage.row(23).contains("y open"))
        stage.type("y")
        await stage.see("1/48")
        stage.type("v")
        await stage.see("(press Z to undo)")
        stage.resize(columns: 40, rows: 12)
        stage.type("?")
        await stage.see("Move")
        let first = stage.row(2)
        stage.type("n")
        #expect(stage.row(2) != first && stage.row(0) == " Keys")
    }
}
