import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Sending a frame in pieces")
struct FramePlanTests {
    private let size = Size(columns: 10, rows: 6)

    private func frame(_ draw: (inout Surface) -> Void) -> NumberedFrame {
        var surface = Surface(size: size)
        draw(&surface)
        var frame = NumberedFrame()
        frame.load(surface, colors: ColorMapper(depth: .trueColor))
        return frame
    }

    private func paint(_ rows: Range<Int>, columns: Range<Int> = 0..<10, on surface: inout Surface) {
        for row in rows {
            for column in columns {
                let style = Style(
                    foreground: .rgb(UInt8(row), 9, UInt8(column)), background: .rgb(7, UInt8(row * column), 7),
                    attributes: .picture)
                surface.put(Cell("▀", style: style), column: column, row: row)
            }
        }
    }

    private func pieces(_ plan: FramePlan, limit: Int) -> [FramePlan.Piece] {
        var plan = plan
        var pieces: [FramePlan.Piece] = []
        while !plan.isEmpty { pieces.append(plan.next(limit: limit, cellBytes: 35)) }
        return pieces
    }

    @Test("A frame that the line can carry at once is one piece")
    func whole() {
        let frame = frame { paint(0..<6, on: &$0) }
        let pieces = pieces(FramePlan(from: NumberedFrame(blank: size), to: frame, after: nil), limit: 10_000)
        #expect(pieces == [FramePlan.Piece(rows: Array(0..<6), part: .everything, pictureCells: 60)])
    }

    @Test("In a larger frame texts are sent first and then pictures row by row")
    func textFirst() {
        let frame = frame {
            paint(0..<4, on: &$0)
            $0.write("x", column: 0, row: 2)
            $0.write("words", column: 0, row: 5)
        }
        let pieces = pieces(FramePlan(from: NumberedFrame(blank: size), to: frame, after: nil), limit: 400)
        #expect(pieces.map(\.part) == [.texts, .everything, .everything, .everything, .everything])
        #expect(pieces.map(\.rows) == [[2, 5], [0], [1], [2], [3]])
    }

    @Test("Around a center, pictures are sent in rings outward, after the texts")
    func rings() {
        let size = Size(columns: 60, rows: 20)
        var surface = Surface(size: size)
        for row in 0..<19 {
            for column in 0..<60 {
                let style = Style(foreground: .rgb(UInt8(row), UInt8(column), 1), attributes: .picture)
                surface.put(Cell("▀", style: style), column: column, row: row)
            }
        }
        surface.write("words", column: 0, row: 19)
        var frame = NumberedFrame()
        frame.load(surface, colors: ColorMapper(depth: .trueColor))
        let center = Position(column: 30, row: 10)
        let plan = FramePlan(from: NumberedFrame(blank: size), to: frame, after: 3, centers: [center])
        let pieces = pieces(plan, limit: 400)
        #expect(pieces.first == FramePlan.Piece(rows: [19], part: .texts, pictureCells: 0))
        var sent: [Int] = []
        for piece in pieces.dropFirst() {
            switch piece.part {
            case .pictures(let parts): sent += parts.flatMap { $0 }
            case .everything: sent += piece.rows.flatMap { frame.cells(ofRow: $0) }.filter { !sent.contains($0) }
            case .texts: Issue.record("texts after pictures")
            }
        }
        #expect(sent.sorted() == Array(0..<19 * 60) && pieces.reduce(0) { $0 + $1.pictureCells } == 19 * 60)
        let rings = sent.map { max(abs($0 % 60 - 30) / 12, abs($0 / 60 - 10) / 6) }
        #expect(rings.prefix(23 * 11).allSatisfy { $0 == 0 } && rings == rings.sorted())
    }

    @Test("Unchanged rows are skipped")
    func unchanged() {
        let old = frame { paint(0..<6, on: &$0) }
        let new = frame {
            paint(0..<6, on: &$0)
            $0.write("x", column: 3, row: 4)
        }
        #expect(FramePlan(from: old, to: old, after: nil).isEmpty)
        #expect(pieces(FramePlan(from: old, to: new, after: nil), limit: 1).map(\.rows) == [[4]])
    }

    @Test("A replacement frame continues below the rows already sent")
    func roundRobin() {
        let frame = frame { paint(0..<6, on: &$0) }
        let pieces = pieces(FramePlan(from: NumberedFrame(blank: size), to: frame, after: 2), limit: 1)
        #expect(pieces.flatMap(\.rows) == [3, 4, 5, 0, 1, 2])
    }

    @Test("A scrolled frame is one piece, so that the terminal can scroll")
    func scrolled() {
        let old = frame { paint(0..<6, on: &$0) }
        let new = frame { surface in
            for row in 0..<6 {
                for column in 0..<10 {
                    let style = Style(
                        foreground: .rgb(UInt8(row + 1), 9, UInt8(column)),
                        background: .rgb(7, UInt8((row + 1) * column), 7), attributes: .picture)
                    surface.put(Cell("▀", style: style), column: column, row: row)
                }
            }
        }
        #expect(!new.rowsScrolled(from: old).isEmpty && new.rowsScrolled(from: new).isEmpty)
        #expect(pieces(FramePlan(from: old, to: new, after: nil), limit: 1).count == 1)
    }

    @Test("Sending texts first never leaves half a wide character")
    func wideCharacters() {
        var shown = frame {
            paint(0..<1, on: &$0)
            $0.write("宽宽", column: 2, row: 0)
        }
        let next = frame {
            paint(0..<1, on: &$0)
            $0.write("x", column: 3, row: 0)
            $0.write("yy", column: 8, row: 0)
        }
        shown.copyText(ofRow: 0, from: next)
        let row = shown.cells(ofRow: 0)
        for index in row where shown.scalars[index] == 0 {
            #expect(index > 0 && shown.scalars[index - 1] == 0x5BBD)
        }
        for index in row.dropLast() where shown.scalars[index] == 0x5BBD {
            #expect(shown.scalars[index + 1] == 0)
        }
        #expect(shown.scalars[3] == 0x78 && shown.scalars[8] == 0x79)
    }
}
