import CellArt
import Glibc
import SeededGenerator
import TerminalUI
import Testing
import VirtualTerminal

@testable import CursesTerminal

/// ncurses has global state, so these tests run one at a time.
@Suite("Presenting frames", .serialized)
@MainActor
struct FramePresenterTests {
    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test(
        "The terminal shows every surface cell by cell after any sequence of changes",
        arguments: [
            ("xterm-256color", ColorDepth.trueColor), ("xterm-256color", .palette256),
            ("screen-256color", .trueColor), ("tmux-256color", .trueColor), ("xterm", .eight), ("linux", .sixteen),
            ("vt100", .none), ("built in", .trueColor),
        ], [UInt64(1), 2])
    func random(_ terminal: (name: String, colors: ColorDepth), seed: UInt64) throws {
        var change = RandomSurface(size: Size(columns: 48, rows: 16), seed: seed)
        let virtual = VirtualTerminal(size: change.surface.size)
        let presenter = try presenter(for: terminal.name, terminal.colors, size: virtual.size)
        defer { presenter.close() }
        for step in 0..<60 {
            if change.change() { virtual.resize(to: change.surface.size) }
            virtual.feed(presenter.present(change.surface))
            // The Linux console cannot underline colored text (ncv).
            let ignored: Attributes = terminal.name == "linux" ? .underline : []
            let wrong = differences(virtual, change.surface, presenter.depth, ignoring: ignored)
            try #require(wrong.isEmpty, "step \(step), \(change.surface.size): \(wrong.prefix(3))")
        }
    }

    @Test("Sent in pieces from the center, every surface arrives cell by cell, also after frames that were dropped")
    func fromCenter() throws {
        var change = RandomSurface(size: Size(columns: 60, rows: 20), seed: 7)
        let virtual = VirtualTerminal(size: change.surface.size)
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: virtual.size)
        defer { presenter.close() }
        for step in 0..<150 {
            if change.change() { virtual.resize(to: change.surface.size) }
            var surface = change.surface
            surface.centers = [surface.bounds.center, Position(column: step % 60, row: step % 20)]
            presenter.begin(surface)
            virtual.feed(presenter.next(limit: 300))
            guard !step.isMultiple(of: 3) else { continue }
            while presenter.isInProgress { virtual.feed(presenter.next(limit: 300)) }
            let wrong = differences(virtual, surface, presenter.depth)
            try #require(wrong.isEmpty, "step \(step), \(surface.size): \(wrong.prefix(3))")
        }
    }

    @Test("A picture that keeps moving isn't left behind at its edges by starting from the center again and again")
    func movingFromCenter() throws {
        let size = Size(columns: 60, rows: 20)
        let virtual = VirtualTerminal(size: size)
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        func surface(_ step: Int) -> Surface {
            var surface = Surface(size: size)
            surface.centers = [surface.bounds.center]
            for row in 0..<20 {
                for column in 0..<60 {
                    let style = Style(
                        foreground: .rgb(UInt8(step), UInt8(column), UInt8(row)),
                        background: .rgb(UInt8(column), UInt8(step), UInt8(row * 7)), attributes: .picture)
                    surface.put(Cell("▀", style: style), column: column, row: row)
                }
            }
            return surface
        }
        var reached: Set<Int> = []
        for step in 1...40 {
            presenter.begin(surface(step))
            for _ in 0..<3 { virtual.feed(presenter.next(limit: 2500)) }
            #expect(presenter.isInProgress)
            for row in 0..<20 where virtual.shown(column: 0, row: row)?.text != " " { reached.insert(row) }
        }
        #expect(reached.count == 20)
    }

    @Test("A terminal larger than the drawn area stays empty outside it", arguments: [(9, 7), (9, 0), (0, 7)])
    func cropped(columns: Int, rows: Int) throws {
        var change = RandomSurface(size: Size(columns: 40, rows: 12), seed: 5)
        func larger(_ size: Size) -> Size { Size(columns: size.columns + columns, rows: size.rows + rows) }
        let virtual = VirtualTerminal(size: larger(change.surface.size))
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: change.surface.size)
        defer { presenter.close() }
        presenter.cropping = .init(columns: columns > 0, rows: rows > 0)
        for step in 0..<80 {
            if change.change() { virtual.resize(to: larger(change.surface.size)) }
            virtual.feed(presenter.present(change.surface))
            let inside = differences(virtual, change.surface, .trueColor)
            try #require(inside.isEmpty, "step \(step): \(inside.prefix(3))")
            for row in 0..<virtual.size.rows {
                for column in 0..<virtual.size.columns
                where row >= change.surface.size.rows || column >= change.surface.size.columns {
                    let shown = virtual.shown(column: column, row: row)
                    try #require(
                        shown?.text == " " && shown?.background == .terminal,
                        "step \(step), \(column),\(row): \(String(describing: shown))")
                }
            }
        }
    }

    @Test("The text after a joined emoji is positioned explicitly, because terminals differ in its width")
    func joinedEmoji() throws {
        let size = Size(columns: 40, rows: 3)
        var surface = Surface(size: size)
        surface.write("before", column: 2, row: 0, style: Style(attributes: .bold))
        surface.write("on 👩\u{200D}🚀 board 宽 👨\u{200D}👩\u{200D}👧", column: 5, row: 1)
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        let bytes = String(decoding: presenter.present(surface), as: UTF8.self)
        #expect(bytes.contains("on \u{1B}[4X👩\u{200D}🚀\u{1B}[13G board 宽 \u{1B}[6X👨\u{200D}👩\u{200D}👧\u{1B}[29G"))
        // A cell drawn by itself is positioned anyway.
        surface.write("x", column: 30, row: 1)
        #expect(!String(decoding: presenter.present(surface), as: UTF8.self).contains("X"))
    }

    @Test(
        "The terminal shows every surface cell by cell even after partly sent frames",
        arguments: [
            ("xterm-256color", ColorDepth.trueColor), ("screen-256color", .palette256),
            ("vt100", .none),
        ], [UInt64(1), 2])
    func dropped(_ terminal: (name: String, colors: ColorDepth), seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var change = RandomSurface(size: Size(columns: 48, rows: 16), seed: seed)
        let virtual = VirtualTerminal(size: change.surface.size)
        let presenter = try presenter(for: terminal.name, terminal.colors, size: virtual.size)
        defer { presenter.close() }
        for step in 0..<150 {
            if change.change() { virtual.resize(to: change.surface.size) }
            presenter.begin(change.surface, joining: step.isMultiple(of: 7) ? .moving : .exact)
            let isWhole = Int.random(in: 0..<4, using: &random) == 0 && !step.isMultiple(of: 7)
            var pieces = isWhole ? Int.max : Int.random(in: 0..<5, using: &random)
            while pieces > 0, presenter.isInProgress {
                virtual.feed(presenter.next(limit: Int.random(in: 1..<4000, using: &random)))
                pieces -= 1
            }
            guard isWhole else { continue }
            let wrong = differences(virtual, change.surface, presenter.depth)
            try #require(wrong.isEmpty, "step \(step), \(change.surface.size): \(wrong.prefix(3))")
        }
    }

    @Test("Moving the frame around a photo takes at most 450 bytes")
    func movedFrame() throws {
        let size = Size(columns: 120, rows: 40)
        func surface(selected: Int) -> Surface {
            let accent = Style(foreground: .rgb(242, 182, 109), attributes: .bold)
            var surface = Surface(size: size)
            for tile in 0..<5 {
                let left = 24 * tile
                if tile == selected {
                    surface.write("┏" + String(repeating: "━", count: 22) + "┓", column: left, row: 1, style: accent)
                    for row in 2..<12 {
                        for column in [left, left + 23] { surface.write("┃", column: column, row: row, style: accent) }
                    }
                    surface.write("┗" + String(repeating: "━", count: 22) + "┛", column: left, row: 12, style: accent)
                }
                surface.write("photo", column: left + 9, row: 12, style: tile == selected ? accent : Style())
            }
            return surface
        }
        let virtual = VirtualTerminal(size: size)
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        virtual.feed(presenter.present(surface(selected: 0)))
        for selected in [1, 2, 0] {
            let bytes = presenter.present(surface(selected: selected))
            virtual.feed(bytes)
            #expect(bytes.count <= 450, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            #expect(differences(virtual, surface(selected: selected), .trueColor).isEmpty)
        }
    }

    @Test(
        "A style is set only where something is drawn in it",
        arguments: [
            (
                "\u{1B}[0;1m\u{1B}[31ma\u{1B}[m\u{1B}[39m\u{8}\u{1B}[B\u{1B}[0;1m\u{1B}[31mb\u{1B}[m",
                "\u{1B}[1;31ma\u{8}\nb\u{1B}[m"
            ),
            ("\u{1B}[1ma\u{1B}[m\u{1B}[38;2;1;2;3mb\u{1B}[m", "\u{1B}[1ma\u{1B}[0;38;2;1;2;3mb\u{1B}[m"),
            ("\u{1B}[48;5;9m\u{1B}[3;4H\u{1B}[K\u{1B}[49m", "\u{1B}[3;4H\u{1B}[48;5;9m\u{1B}[K\u{1B}[m"),
            ("\u{1B}[5ma\u{1B}[m", "\u{1B}[5ma\u{1B}[m"),
        ])
    func optimizedOutput(output: String, expected: String) {
        let optimized = OutputOptimizer.optimized(Array(output.utf8))
        #expect(String(decoding: optimized, as: UTF8.self) == expected)
    }

    @Test("An unchanged surface sends no bytes")
    func unchanged() throws {
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: Size(columns: 40, rows: 10))
        defer { presenter.close() }
        var change = RandomSurface(size: Size(columns: 40, rows: 10), seed: 9)
        while change.surface == Surface(size: change.surface.size) { _ = change.change() }
        #expect(!presenter.present(change.surface).isEmpty)
        #expect(presenter.present(change.surface).isEmpty)
    }

    @Test("A smooth picture that moves up one row is scrolled instead of resent")
    func scrolling() throws {
        let size = Size(columns: 80, rows: 24)
        func picture(from top: Int) -> Surface {
            var surface = Surface(size: size)
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    func shade(_ y: Int) -> UInt8 { UInt8((y * y * 7 + column * column + y * column * 3) / 11 % 256) }
                    let upper = shade(2 * (row + top))
                    let lower = shade(2 * (row + top) + 1)
                    let style = Style(
                        foreground: .rgb(upper, upper, 50), background: .rgb(lower, lower, 50), attributes: .picture)
                    surface.put(Cell("▀", style: style), column: column, row: row)
                }
            }
            return surface
        }
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        let whole = presenter.present(picture(from: 0)).count
        let moved = presenter.present(picture(from: 1)).count
        #expect(moved * 5 < whole, "\(moved) of \(whole) bytes")
    }

    @Test("After the screen is invalidated everything is sent again")
    func forgotten() throws {
        let size = Size(columns: 30, rows: 8)
        var surface = Surface(size: size)
        surface.write("some words", column: 3, row: 2, style: Style(foreground: .rgb(255, 0, 0)))
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        _ = presenter.present(surface)
        presenter.forgetScreen()
        let virtual = VirtualTerminal(size: size)
        virtual.feed(presenter.present(surface))
        #expect(differences(virtual, surface, .trueColor).isEmpty)
    }

    @Test("The color depth can change without a restart")
    func raisedDepth() throws {
        let size = Size(columns: 30, rows: 8)
        var surface = Surface(size: size)
        surface.write("some words", column: 3, row: 2, style: Style(foreground: .rgb(250, 10, 10)))
        let presenter = try presenter(for: "xterm-256color", .palette256, size: size)
        defer { presenter.close() }
        let virtual = VirtualTerminal(size: size)
        virtual.feed(presenter.present(surface))
        #expect(virtual.shown(column: 3, row: 2)?.foreground == .palette(196))
        presenter.depth = .trueColor
        virtual.feed(presenter.present(surface))
        #expect(virtual.shown(column: 3, row: 2)?.foreground == .rgb(250, 10, 10))
    }

    @Test("Coalesced colors in motion send less and differ by at most 24 of 255")
    func joined() throws {
        let size = Size(columns: 80, rows: 24)
        var change = RandomSurface(size: size, seed: 4)
        var surface = Surface(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let red = UInt8(column * 2 + row)
                let style = Style(
                    foreground: .rgb(red, 90, 90), background: .rgb(red, 100, 80), attributes: .picture)
                surface.put(Cell("▀", style: style), column: column, row: row)
            }
        }
        _ = change.change()
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        let virtual = VirtualTerminal(size: size)
        let coarse = presenter.present(surface, joining: .moving)
        virtual.feed(coarse)
        #expect(!differences(virtual, surface, .trueColor).isEmpty)
        #expect(differences(virtual, surface, .trueColor, tolerance: 24).isEmpty)
        let exact = presenter.present(surface)
        virtual.feed(exact)
        #expect(coarse.count < exact.count)
        #expect(differences(virtual, surface, .trueColor).isEmpty)
    }

    @Test("While sharp pictures follow coarse ones, a change of texts is sent alone, and the pictures end sharp")
    func textsBetweenPictures() throws {
        let size = Size(columns: 80, rows: 24)
        var random = SeededGenerator(seed: 6)
        var surface = Surface(size: size)
        for row in 0..<size.rows - 1 {
            for column in 0..<size.columns {
                // A coarse version of noise differs much from it.
                let gray = UInt8(random.next() & 255)
                let style = Style(
                    foreground: .rgb(gray, gray, 90), background: .rgb(gray, 90, gray), attributes: .picture)
                surface.put(Cell("▀", style: style), column: column, row: row)
            }
        }
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        let virtual = VirtualTerminal(size: size)
        presenter.begin(surface, coarse: .init(isNew: true, maxBytes: 3000))
        while presenter.isSendingFirst { virtual.feed(presenter.next(limit: 2000)) }
        virtual.feed(presenter.next(limit: 2000))
        #expect(presenter.isSharpening && !differences(virtual, surface, .trueColor).isEmpty)
        surface.put(Cell("a", style: .plain), column: 0, row: size.rows - 1)
        presenter.begin(surface, coarse: .init(isNew: false, maxBytes: 3000))
        #expect(!presenter.isSendingFirst && !presenter.isSharpening)
        let texts = presenter.next(limit: 2000)
        #expect(texts.count < 100 && presenter.isSharpening)
        virtual.feed(texts)
        while presenter.isInProgress { virtual.feed(presenter.next(limit: 2000)) }
        #expect(differences(virtual, surface, .trueColor).isEmpty)
    }

    @Test("ASCII art is first sent without colors on a slow line", arguments: [ColorDepth.trueColor, .sixteen])
    func coarseASCIIArt(depth: ColorDepth) throws {
        let size = Size(columns: 120, rows: 40)
        var random = SeededGenerator(seed: 8)
        var surface = Surface(size: size, repertoire: .ascii)
        surface.write("a title", column: 0, row: size.rows - 1, style: .plain)
        var colorless = surface
        for row in 0..<size.rows - 1 {
            for column in 0..<size.columns {
                let color = Color.rgb(UInt8(random.next() & 255), UInt8(random.next() & 255), 90)
                var cell = Cell(
                    Array(".:!#@".unicodeScalars)[Int(random.next() % 5)],
                    style: Style(foreground: color, attributes: .picture))
                surface.put(cell, column: column, row: row)
                cell.style.foreground = .terminal
                colorless.put(cell, column: column, row: row)
            }
        }
        let presenter = try presenter(for: "xterm-256color", depth, size: size)
        defer { presenter.close() }
        let virtual = VirtualTerminal(size: size)
        presenter.begin(surface, coarse: .init(isNew: true, maxBytes: 3000))
        var bytes = 0
        while presenter.isSendingFirst {
            let piece = presenter.next(limit: 2000)
            bytes += piece.count
            virtual.feed(piece)
        }
        // A key counts from here on.
        #expect(bytes < 6000 && presenter.isInProgress)
        #expect(differences(virtual, colorless, depth).isEmpty)
        while presenter.isInProgress { virtual.feed(presenter.next(limit: 2000)) }
        #expect(differences(virtual, surface, depth).isEmpty)
    }

    @Test("The cursor is shown where the surface has it and hidden otherwise")
    func cursor() throws {
        let size = Size(columns: 30, rows: 8)
        var surface = Surface(size: size)
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        _ = presenter.present(surface)
        surface.cursor = Position(column: 7, row: 3)
        let shown = String(decoding: presenter.present(surface), as: UTF8.self)
        #expect(shown.contains("\u{1B}[?25h"))
        surface.cursor = nil
        #expect(String(decoding: presenter.present(surface), as: UTF8.self).contains("\u{1B}[?25l"))
    }

    @Test("Control characters in a cell never reach the terminal")
    func controlCharacters() throws {
        let size = Size(columns: 10, rows: 2)
        var surface = Surface(size: size)
        for (column, scalar) in ["\u{1B}", "\u{7}", "\u{9B}", "\u{7F}", "\u{200D}", "宽", "\u{1CD00}"].enumerated() {
            surface.put(Cell(Unicode.Scalar(scalar)!), column: column, row: 0)
        }
        surface.put(Cell("x"), column: 9, row: 0)
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: size)
        defer { presenter.close() }
        let virtual = VirtualTerminal(size: size)
        virtual.feed(presenter.present(surface))
        #expect(virtual.text[0].hasPrefix("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"))
        #expect(virtual.shown(column: 9, row: 0)?.text == "x")
    }

    @Test("Any size can be drawn", arguments: [(1, 1), (1, 40), (300, 1), (500, 200), (0, 0), (2, 2)])
    func sizes(_ columns: Int, _ rows: Int) throws {
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: Size(columns: 80, rows: 24))
        defer { presenter.close() }
        var surface = Surface(size: Size(columns: columns, rows: rows))
        surface.fill(surface.bounds, with: Cell("x", style: Style(foreground: .rgb(1, 2, 3))))
        let virtual = VirtualTerminal(size: Size(columns: max(1, columns), rows: max(1, rows)))
        virtual.feed(presenter.present(surface))
        #expect(differences(virtual, surface, .trueColor).isEmpty)
    }

    @Test("Starting leaves the TERMINFO variable unchanged")
    func environment() throws {
        let before = getenv("TERMINFO").map { String(cString: $0) }
        let presenter = try presenter(for: "xterm-256color", .trueColor, size: Size(columns: 10, rows: 5))
        presenter.close()
        #expect(getenv("TERMINFO").map { String(cString: $0) } == before)
    }

    private func presenter(
        for name: String, _ colors: ColorDepth, size: Size
    ) throws -> FramePresenter {
        let entry = name == "built in" ? BuiltInEntry.xterm256 : TerminfoDatabase(environment: [:]).entry(named: name)
        return try FramePresenter(entry: DrawingEntry(for: try #require(entry)), depth: colors, size: size)
    }
}
